/** The bytes of calls and replies: of Sun RPC, and of the minimal program. */
import { padded, u32 } from "../../wire/bytes.ts";
import { AUTH_STATUS, encodeRpc, NO_AUTH, parseRpc, type Auth, type RpcReply } from "../../wire/sunrpc.ts";
import { WireError } from "../../wire/error.ts";
import { encodeMinimalCall, encodeMinimalReply, parseMinimalCall, parseMinimalReply } from "../../wire/minimal.ts";
import type { Call, Ending, ReadReply, Reply } from "../../protocols/sunrpc/message.ts";

/** Both directions of a program's messages. Readers give null for bytes that are no such message.
 * A reply needs no more than its identifier. */
export interface Format {
  readonly call: (call: Call) => Uint8Array;
  readonly reply: (reply: Reply) => Uint8Array;
  readonly readCall: (bytes: Uint8Array) => Call | null;
  readonly readReply: (bytes: Uint8Array) => ReadReply | null;
  /** The bytes of an argument or a result in the message. */
  readonly sizeOf: (bytes: number) => number;
}

function orNull<Value>(read: () => Value | null): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error; // a bug of ours, not of the bytes
  }
}

function endingOf(message: RpcReply, body: Uint8Array): Ending {
  if (message.kind === "denied") {
    if (message.reason === "AUTH_ERROR") return { status: "AUTH_ERROR" };
    return { status: "RPC_MISMATCH", low: message.low, high: message.high };
  }
  if (message.status === "SUCCESS") return { status: "SUCCESS", data: body };
  if (message.status === "PROG_MISMATCH") return { status: message.status, low: message.low, high: message.high };
  return { status: message.status };
}

function replyMessage({ xid, ending }: Reply): RpcReply {
  const verifier = NO_AUTH;
  switch (ending.status) {
    case "AUTH_ERROR":
      return { kind: "denied", xid, reason: "AUTH_ERROR", why: AUTH_STATUS[1] };
    case "RPC_MISMATCH":
      return { kind: "denied", xid, reason: "RPC_MISMATCH", low: ending.low, high: ending.high };
    case "PROG_MISMATCH":
      return { kind: "accepted", xid, verifier, status: "PROG_MISMATCH", low: ending.low, high: ending.high };
    default:
      return { kind: "accepted", xid, verifier, status: ending.status };
  }
}

const XID_BYTES = 4;
const NOTHING = new Uint8Array(0);

/** @param credentials of the client */
export const sunRpcWith = (credentials: Auth): Format => ({
  call: ({ xid, program, version, procedure, data }) =>
    encodeRpc({ kind: "call", xid, program, version, procedure, credentials, verifier: NO_AUTH }, data),
  reply: (reply) => encodeRpc(replyMessage(reply), reply.ending.status === "SUCCESS" ? reply.ending.data : NOTHING),
  readCall: (bytes) =>
    orNull(() => {
      const { message, body } = parseRpc(bytes, 0, bytes.length);
      if (message.kind !== "call") return null;
      const { xid, program, version, procedure } = message;
      return { xid, program, version, procedure, data: bytes.subarray(body) };
    }),
  readReply: (bytes) => {
    if (bytes.length < XID_BYTES) return null;
    const ending = orNull(() => {
      const { message, body } = parseRpc(bytes, 0, bytes.length);
      return message.kind === "call" ? null : endingOf(message, bytes.subarray(body));
    });
    return { xid: u32(bytes, 0), ending };
  },
  sizeOf: padded,
});

export const SUN_RPC: Format = sunRpcWith(NO_AUTH);

/** The program has no number and no version: its port says which program it is. */
const MINIMAL_PROGRAM = { program: 0, version: 0 } as const;
const COMPLETED = 0;
const REFUSED = 1;

export const MINIMAL: Format = {
  call: ({ xid, procedure, data }) => encodeMinimalCall({ number: xid, procedure, argument: data }),
  reply: ({ xid, ending }) =>
    encodeMinimalReply({ number: xid, result: ending.status === "SUCCESS" ? COMPLETED : REFUSED }),
  readCall: (bytes) =>
    orNull(() => {
      const { number, procedure, argument } = parseMinimalCall(bytes);
      return { xid: number, ...MINIMAL_PROGRAM, procedure, data: argument };
    }),
  readReply: (bytes) =>
    orNull(() => {
      const { number: xid, result } = parseMinimalReply(bytes);
      return { xid, ending: result === COMPLETED ? { status: "SUCCESS", data: NOTHING } : { status: "SYSTEM_ERR" } };
    }),
  sizeOf: (bytes) => bytes,
};
