/**
 * ONC RPC messages, version 2 (RFC 5531), which Sun's RPC of 1985 uses: a call or a reply, in units of four bytes. The
 * credentials and the verifier have a length of their own, so a message is a head, one or two of these, and an end.
 *
 *     call      xid 0 | version 2, program, version, procedure | credentials | verifier | arguments
 *     accepted  xid 1 | 0 | verifier | status | results, or the lowest and the highest version
 *     denied    xid 1 | 1 | 0, lowest, highest   or   1, why
 */
import { padded, putU32, u32, u8 } from "./bytes.ts";
import { needBytes, WireError } from "./error.ts";
import { field, fieldError, header, needFits, type CheckedField } from "./header.ts";

const RPC_VERSION = 2;
const UNIT = 4;

const AUTH_NONE = 0;
export const AUTH_SYS = 1;
/** Bytes of credentials or of a verifier, at most. */
const MAX_AUTH = 400;

export const ACCEPT_STATUS = [
  "SUCCESS",
  "PROG_UNAVAIL",
  "PROG_MISMATCH",
  "PROC_UNAVAIL",
  "GARBAGE_ARGS",
  "SYSTEM_ERR",
] as const;
type AcceptStatus = (typeof ACCEPT_STATUS)[number];

/** Why a server refuses credentials or a verifier, by number. */
export const AUTH_STATUS = [
  "AUTH_OK",
  "AUTH_BADCRED",
  "AUTH_REJECTEDCRED",
  "AUTH_BADVERF",
  "AUTH_REJECTEDVERF",
  "AUTH_TOOWEAK",
  "AUTH_INVALIDRESP",
  "AUTH_FAILED",
] as const;
type AuthStatus = (typeof AUTH_STATUS)[number];

const REJECTED = ["RPC_MISMATCH", "AUTH_ERROR"] as const;
const CALL = 0;
const REPLY = 1;
const ACCEPTED = 0;
const DENIED = 1;

/** Credentials or a verifier: the flavour says what the body holds. */
export interface Auth {
  readonly flavor: number;
  readonly body: Uint8Array;
}

export interface RpcCall {
  readonly kind: "call";
  readonly xid: number;
  readonly program: number;
  readonly version: number;
  readonly procedure: number;
  readonly credentials: Auth;
  readonly verifier: Auth;
}

/** The versions that a server has. */
interface Versions {
  readonly low: number;
  readonly high: number;
}

export type RpcReply = { readonly xid: number } & (
  | { readonly kind: "accepted"; readonly verifier: Auth; readonly status: Exclude<AcceptStatus, "PROG_MISMATCH"> }
  | ({ readonly kind: "accepted"; readonly verifier: Auth; readonly status: "PROG_MISMATCH" } & Versions)
  | ({ readonly kind: "denied"; readonly reason: "RPC_MISMATCH" } & Versions)
  | { readonly kind: "denied"; readonly reason: "AUTH_ERROR"; readonly why: AuthStatus }
);

export type RpcMessage = RpcCall | RpcReply;

/** A message, and where its arguments or results begin. */
export interface ParsedRpc {
  readonly message: RpcMessage;
  readonly body: number; // byte offset in the array that was handed over
}

export const NO_AUTH: Auth = { flavor: AUTH_NONE, body: new Uint8Array(0) };

const named =
  (names: readonly string[]) =>
  (value: number): string | undefined =>
    names[value];

const SOURCE = "RFC 5531, section 9.";

export const SUNRPC = header("Sun RPC message", SOURCE, {
  xid: field("transaction identifier", 0, 32, "a reply repeats that of its call; a call sent again keeps it"),
  type: field("message type", 4, 32, "0 a call, 1 a reply", { max: REPLY, note: named(["call", "reply"]) }),
});
export const SUNRPC_CALL = header("Sun RPC call", SOURCE, {
  rpcVersion: field("RPC version", 0, 32, "2"),
  program: field("program", 4, 32, "its number, which Sun gave out"),
  version: field("version", 8, 32, "of the program"),
  procedure: field("procedure", 12, 32, "0 does nothing in every program"),
});
export const SUNRPC_AUTH = header("Sun RPC credentials or verifier", SOURCE, {
  flavor: field("flavour", 0, 32, "what the bytes behind it hold", { note: named(["AUTH_NONE", "AUTH_SYS"]) }),
  length: field("length", 4, 32, "of the bytes behind it, which are filled up to four", { max: MAX_AUTH }),
});
export const SUNRPC_REPLY = header("Sun RPC reply", SOURCE, {
  state: field("reply state", 0, 32, "0 accepted, 1 denied", { max: DENIED, note: named(["accepted", "denied"]) }),
});
export const SUNRPC_ACCEPTED = header("Sun RPC accepted reply", SOURCE, {
  status: field("accept status", 0, 32, "0 where results follow", {
    max: ACCEPT_STATUS.length - 1,
    note: named(ACCEPT_STATUS),
  }),
});
export const SUNRPC_DENIED = header("Sun RPC denied reply", SOURCE, {
  reason: field("reject status", 0, 32, "0 for the RPC version, 1 for the credentials", {
    max: REJECTED.length - 1,
    note: named(REJECTED),
  }),
});
export const SUNRPC_REFUSED = header("Sun RPC refused credentials", SOURCE, {
  why: field("authentication status", 0, 32, "why", { max: AUTH_STATUS.length - 1, note: named(AUTH_STATUS) }),
});
export const SUNRPC_VERSIONS = header("Sun RPC versions", SOURCE, {
  low: field("lowest version", 0, 32, "that the server has"),
  high: field("highest version", 4, 32, "that the server has"),
});
/** Goes through the units of a message from left to right. */
class Units {
  at: number;
  private readonly bytes: Uint8Array;
  private readonly end: number;

  constructor(bytes: Uint8Array, at: number, end: number) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  /** The next unit, which is the field of a table; throws WireError where the table does not allow its value. */
  field(one: CheckedField): number {
    needBytes(one.what, this.at, this.end, UNIT);
    const value = u32(this.bytes, this.at);
    if (value > one.max) throw fieldError(one, this.at - one.at, value, `at most ${one.max}`);
    this.at += UNIT;
    return value;
  }

  /** The next unit as one of some names. */
  oneOf<Name extends string>(one: CheckedField, names: readonly Name[]): Name {
    const value = this.field(one);
    const name = names[value];
    if (name === undefined) throw new Error(`${one.what} has no name for the ${one.name} ${value}.`);
    return name;
  }

  auth(): Auth {
    const { flavor, length } = SUNRPC_AUTH.fields;
    const kind = this.field(flavor);
    const bytes = this.field(length);
    const whole = padded(bytes);
    needBytes(SUNRPC_AUTH.what, this.at, this.end, whole);
    const body = this.bytes.subarray(this.at, this.at + bytes);
    const filling = this.bytes.subarray(this.at + bytes, this.at + whole).findIndex((byte) => byte !== 0);
    if (filling >= 0) {
      const at = this.at + bytes + filling;
      throw new WireError({ what: SUNRPC_AUTH.what, at, field: "filling", got: u8(this.bytes, at), want: "0" });
    }
    this.at += whole;
    return { flavor: kind, body };
  }

  versions(): Versions {
    const { low, high } = SUNRPC_VERSIONS.fields;
    return { low: this.field(low), high: this.field(high) };
  }
}

/** Reads the message at `at` of a datagram or record that ends at `end`. Throws WireError. */
export function parseRpc(bytes: Uint8Array, at: number, end: number): ParsedRpc {
  const units = new Units(bytes, at, end);
  const xid = units.field(SUNRPC.fields.xid);
  const message = units.field(SUNRPC.fields.type) === CALL ? parseCall(units, xid) : parseReply(units, xid);
  return { message, body: units.at };
}

function parseCall(units: Units, xid: number): RpcCall {
  const { rpcVersion, program, version, procedure } = SUNRPC_CALL.fields;
  const at = units.at;
  const found = units.field(rpcVersion);
  if (found !== RPC_VERSION) throw fieldError(rpcVersion, at, found, String(RPC_VERSION));
  return {
    kind: "call",
    xid,
    program: units.field(program),
    version: units.field(version),
    procedure: units.field(procedure),
    credentials: units.auth(),
    verifier: units.auth(),
  };
}

function parseReply(units: Units, xid: number): RpcReply {
  if (units.field(SUNRPC_REPLY.fields.state) === ACCEPTED) {
    const verifier = units.auth();
    const status = units.oneOf(SUNRPC_ACCEPTED.fields.status, ACCEPT_STATUS);
    if (status === "PROG_MISMATCH") return { kind: "accepted", xid, verifier, status, ...units.versions() };
    return { kind: "accepted", xid, verifier, status };
  }
  const reason = units.oneOf(SUNRPC_DENIED.fields.reason, REJECTED);
  if (reason === "RPC_MISMATCH") return { kind: "denied", xid, reason, ...units.versions() };
  return { kind: "denied", xid, reason, why: units.oneOf(SUNRPC_REFUSED.fields.why, AUTH_STATUS) };
}

const authUnits = ({ flavor, body }: Auth): readonly (number | Uint8Array)[] => [flavor, body.length, body];

/** The parts of a message: numbers of one unit each, and bytes that are filled up to units. */
function unitsOf(message: RpcMessage): readonly (number | Uint8Array)[] {
  const { xid } = message;
  switch (message.kind) {
    case "call": {
      const { program, version, procedure, credentials, verifier } = message;
      return [xid, CALL, RPC_VERSION, program, version, procedure, ...authUnits(credentials), ...authUnits(verifier)];
    }
    case "accepted": {
      const status = ACCEPT_STATUS.indexOf(message.status);
      const versions = message.status === "PROG_MISMATCH" ? [message.low, message.high] : [];
      return [xid, REPLY, ACCEPTED, ...authUnits(message.verifier), status, ...versions];
    }
    case "denied":
      if (message.reason === "RPC_MISMATCH") return [xid, REPLY, DENIED, 0, message.low, message.high];
      return [xid, REPLY, DENIED, 1, AUTH_STATUS.indexOf(message.why)];
  }
}

const bytesOfUnit = (unit: number | Uint8Array): number =>
  typeof unit === "number" ? UNIT : Math.ceil(unit.length / UNIT) * UNIT;

/** Bytes of a message without arguments or results. */
export const rpcBytes = (message: RpcMessage): number =>
  unitsOf(message).reduce<number>((sum, unit) => sum + bytesOfUnit(unit), 0);

/** A message with its arguments or results behind it. Throws WireError where a value does not fit. */
export function encodeRpc(message: RpcMessage, body: Uint8Array): Uint8Array {
  for (const auth of "credentials" in message ? [message.credentials, message.verifier] : []) {
    needFits(SUNRPC_AUTH.fields.length, 0, auth.body.length);
  }
  const head = rpcBytes(message);
  const bytes = new Uint8Array(head + body.length);
  let at = 0;
  for (const unit of unitsOf(message)) {
    if (typeof unit === "number") {
      needFits(SUNRPC.fields.xid, at, unit); // any unsigned number of 32 bits
      putU32(bytes, at, unit);
    } else bytes.set(unit, at);
    at += bytesOfUnit(unit);
  }
  bytes.set(body, head);
  return bytes;
}
