/**
 * RPC2 packets (the table of their header is in wire/FORMATS.md) as calls: a request and the reply whose number is one
 * more, binds, BUSY packets and NAKs.
 */
import { u32 } from "../wire/bytes.ts";
import { WireError } from "../wire/error.ts";
import {
  isInit1,
  parseRpc2,
  RPC2_BYTES,
  RPC2_FLAG,
  RPC2_OPCODE,
  RPC2_VERSIONS,
  type Rpc2Packet,
} from "../wire/rpc2.ts";
import { describeReturnCode } from "../wire/rpc2-codes.ts";
import { SFTP_VERSION } from "../wire/sftp.ts";
import type { Half, Reply, Sighting } from "./call.ts";
import { argumentsOf, rpc2Key, sumOf, type Body, type Calls, type NewCall } from "./calls.ts";

const FLAGS_AT = 12;
const BODY_LENGTH_AT = 16;
const OPCODE_AT = 24;
/** Numbers of procedures are small; what says more is no packet of RPC2. */
const MOST_OPCODE = 10_000;
/** Numbers that no request has: of the two halves of a bind. */
const BIND = 2 ** 20 - 1;
/** Calls of a direction that are asked whether a NAK is theirs: a flood of NAKs must not ask a flood of calls. */
const MOST_ASKED = 256;
const BIND_END = 2 ** 20 - 2;

/** What a datagram is; null where it is none of RPC2. */
export function rpc2Kind(
  bytes: Uint8Array,
  at: number,
  end: number,
  length: number,
): "packet" | "sealed" | "sftp" | null {
  if (end - at < RPC2_BYTES) return null;
  const version = u32(bytes, at);
  const isSmall = u32(bytes, at + BODY_LENGTH_AT) === length - RPC2_BYTES;
  if (version === SFTP_VERSION) return isSmall ? "sftp" : null;
  if (!RPC2_VERSIONS.includes(version)) return null;
  if ((u32(bytes, at + FLAGS_AT) & RPC2_FLAG.encrypted) !== 0) return "sealed";
  const opcode = u32(bytes, at + OPCODE_AT) | 0;
  const isKnown = (opcode > 0 && opcode <= MOST_OPCODE) || Object.values<number>(RPC2_OPCODE).includes(opcode);
  return isSmall && isKnown ? "packet" : null;
}

/** Takes a packet in. False where its header does not hold. */
export function takeRpc2(calls: Calls, half: Half, body: Body, seen: Sighting): boolean {
  let packet: Rpc2Packet;
  try {
    packet = parseRpc2(body.bytes, body.at, body.end);
  } catch (error) {
    if (error instanceof WireError) return false;
    throw error;
  }
  const args: Body = { ...body, at: Math.min(body.end, body.at + RPC2_BYTES) };
  const { opcode, localHandle } = packet;
  if (isInit1(opcode)) calls.call(half, bind(packet, rpc2Key(localHandle, BIND), "BIND", args), seen, false);
  else if (opcode === RPC2_OPCODE.init3) {
    calls.call(half, bind(packet, rpc2Key(localHandle, BIND_END), "BIND, second half", args), seen, false);
  } else if (opcode > 0) {
    calls.call(half, request(calls, packet, args), seen, false);
  } else answer(calls, half, packet, args, seen);
  return true;
}

const base = (packet: Rpc2Packet, args: Body) => ({
  family: "rpc2" as const,
  program: packet.subsysId,
  version: packet.protoVersion,
  isCallback: false,
  credentials: null,
  programName: "RPC2",
  about: { object: null, handle: `connection ${packet.localHandle.toString(16)}`, operations: null },
  sum: sumOf(args),
});

function bind(packet: Rpc2Packet, key: number, procedureName: string, args: Body): NewCall {
  return { ...base(packet, args), key, xid: packet.seqNumber, procedure: packet.opcode, procedureName };
}

function request(calls: Calls, packet: Rpc2Packet, args: Body): NewCall {
  const { localHandle, seqNumber, opcode, subsysId, protoVersion } = packet;
  const key = rpc2Key(localHandle, seqNumber);
  const named = calls.named({ family: "rpc2", program: subsysId, version: protoVersion, procedure: opcode });
  const made = { ...base(packet, args), key, xid: seqNumber, procedure: opcode };
  if (named === null) return { ...made, procedureName: `procedure ${opcode}` };
  return {
    ...made,
    programName: named.program,
    procedureName: named.procedure,
    values: argumentsOf(named, args),
  };
}

/** A reply has the number of its request and one. */
function answer(calls: Calls, half: Half, packet: Rpc2Packet, results: Body, seen: Sighting): void {
  const { opcode, remoteHandle, seqNumber, returnCode } = packet;
  const asked = rpc2Key(remoteHandle, (seqNumber + 2 ** 32 - 1) % 2 ** 32);
  const isBusy = opcode === RPC2_OPCODE.busy;
  const isEnd = opcode === RPC2_OPCODE.init4;
  const bound = opcode === RPC2_OPCODE.init2 ? BIND : isEnd ? BIND_END : null;
  const key = bound === null ? asked : rpc2Key(remoteHandle, bound);
  if (opcode === RPC2_OPCODE.nak) {
    const own = half.other?.calls;
    const isFew = own !== undefined && own.size <= MOST_ASKED;
    const open = (isFew ? [...own.values()].flat() : []).findLast(({ handle, replies }) => {
      return handle === `connection ${remoteHandle.toString(16)}` && replies.length === 0;
    });
    const reply = replyOf(half, "NAK", results, seen, true);
    return calls.reply(half, "rpc2", open?.key ?? asked, open ?? null, reply);
  }
  const call = calls.callOf(half, key, "rpc2", seen.timeNs);
  if (isBusy) {
    if (call !== null) call.busy += 1;
    return;
  }
  if (opcode !== RPC2_OPCODE.reply && bound === null) return;
  const result = returnCode === 0 ? "0" : describeReturnCode(returnCode);
  const reply = replyOf(half, result, results, seen, returnCode < 0);
  // The library's own errors are replies without results.
  calls.reply(half, "rpc2", key, call, reply, bound === null && returnCode >= 0 ? results : null);
}

const replyOf = (half: Half, result: string, results: Body, seen: Sighting, isFailed: boolean): Reply => ({
  ...seen,
  status: "SUCCESS",
  isAccepted: true,
  result,
  isFailed,
  operations: null,
  sum: sumOf(results),
  from: half.from.text,
});
