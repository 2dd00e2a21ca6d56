/**
 * Segments of Circus’s paired messages, in UDP datagrams: a call message and its return message have the same number.
 *
 * That a segment has the number of its call, how many segments there are, which one it is, and bits for *please
 * acknowledge* and *acknowledgement*, is Circus’s (Cooper 1985). **Order and codes of the fields, the port, and 1,024
 * bytes of data in a segment are ours.** So is the field that says how many replicas make the call: in Circus a member
 * asks the binding agent for the client’s troupe.
 */
import { needBytes, WireError } from "./error.ts";
import { field, fieldError, header } from "./header.ts";
import type { Dissector } from "./layer.ts";
import { packetTable } from "./packet-table.ts";

export const CIRCUS_PORT = 5004;
/** The most data of a segment. */
export const CIRCUS_SEGMENT = 1024;
const [PLEASE_ACK, ACK, RETURN] = [1, 2, 4];
const MOST_SEGMENTS = 255;

export const CIRCUS_HEADER = header("Circus segment header", "Cooper 1985; order and codes are ours.", {
  kind: field("kind", 0, 8, "1 call, 2 return, 3 acknowledgement, 4 probe"),
  flags: field("flags", 1, 8, "1 please acknowledge, 2 acknowledgement, 4 of the return message", {
    max: PLEASE_ACK + ACK + RETURN,
    flags: { "please acknowledge": PLEASE_ACK, acknowledgement: ACK, "of the return": RETURN },
  }),
  total: field("segments", 2, 8, "of the message"),
  index: field("segment", 3, 8, "which one, from 1; of an acknowledgement the last one of those that came in order"),
  number: field("call number", 4, 32, "of both messages"),
  clients: field("replicas", 8, 32, "of the client that make this call, each by itself"),
});
const F = CIRCUS_HEADER.fields;

const KINDS = {
  call: [1, "request"],
  return: [2, "reply"],
  acknowledgement: [3, "acknowledgement"],
  probe: [4, "other"],
} as const;

const TABLE = packetTable({
  name: "Circus",
  header: CIRCUS_HEADER,
  kinds: KINDS,
  below: "UDP",
  keys: [CIRCUS_PORT],
  call: ({ number, index }) => ({ call: number, identity: [number], place: index }),
});

export type CircusKind = keyof typeof KINDS;
export const CIRCUS_KINDS: readonly CircusKind[] = TABLE.kinds;

export interface CircusSegment {
  readonly kind: CircusKind;
  readonly number: number;
  /** Of an acknowledgement: whether it is about the return message, and not about the call message. */
  readonly ofReturn: boolean;
  readonly total: number;
  readonly index: number;
  readonly pleaseAck: boolean;
  readonly clients: number;
  readonly data: Uint8Array;
}

/** Throws WireError where a value does not fit. */
export function writeCircus({ pleaseAck, ofReturn, ...segment }: CircusSegment): Uint8Array {
  within("total", segment.total, 1, MOST_SEGMENTS);
  const flags = (pleaseAck ? PLEASE_ACK : 0) + (segment.kind === "acknowledgement" ? ACK : 0) + (ofReturn ? RETURN : 0);
  return TABLE.write({ ...segment, flags });
}

/** Throws WireError where the bytes make no sense. */
export function readCircus(bytes: Uint8Array): CircusSegment {
  needBytes(CIRCUS_HEADER.what, 0, bytes.length, CIRCUS_HEADER.bytes);
  const { kind, flags, total, index, number, clients, data } = TABLE.read(bytes);
  const isAck = kind === "acknowledgement";
  const carries = kind === "call" || kind === "return";
  const ofReturn = (flags & RETURN) !== 0;
  within("flags", flags, 0, PLEASE_ACK + ACK + RETURN);
  const isTold = ((flags & ACK) !== 0) === isAck && (isAck || ofReturn === (kind === "return"));
  if (!isTold) throw fieldError(F.flags, 0, flags, `the flags of a segment of kind ${kind}`);
  within("total", total, 1, MOST_SEGMENTS);
  within("index", index, carries ? 1 : 0, total);
  return { kind, number, ofReturn, total, index, pleaseAck: (flags & PLEASE_ACK) !== 0, clients, data };
}

function within(key: keyof typeof F, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  throw fieldError(F[key], 0, value, `${least} to ${most}`);
}

/** Shows the header by its table; bytes that contradict each other are shown as malformed. */
export const dissectors: readonly Dissector[] = TABLE.dissectors.map((one) => ({
  ...one,
  read: (frame, at, end, below) => {
    try {
      readCircus(frame.subarray(at, end));
    } catch (error) {
      if (error instanceof WireError) return error.message;
      throw error; // a bug of ours, not of the bytes
    }
    return one.read(frame, at, end, below);
  },
}));
