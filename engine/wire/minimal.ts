/**
 * The messages of the minimal program (Elliott & Nutt, Section 3.1, Programs Three and Four): no XDR, no names of
 * programs, no status. The paper says that a call names its procedure and that a reply is an integer. The number of the
 * call, by which a late reply is told from the right one, and all places are ours.
 */
import { putU32, u32 } from "./bytes.ts";
import { needBytes } from "./error.ts";
import { field, header, needFits } from "./header.ts";

/** The port that both programs agree on: ours. */
export const MINIMAL_PORT = 5003;

const SOURCE = "Elliott & Nutt 1989, section 3.1; the layout is ours.";

export const MINIMAL_CALL = header("minimal call", SOURCE, {
  number: field("number", 0, 32, "of the call"),
  procedure: field("procedure", 4, 32, "0 without an argument, 1 with two bytes, 2 with four or more"),
});

export const MINIMAL_REPLY = header("minimal reply", SOURCE, {
  number: field("number", 0, 32, "of the call"),
  result: field("result", 4, 32, "0: the call has completed; others: it could not be run"),
});

interface MinimalCall {
  readonly number: number;
  readonly procedure: number;
  readonly argument: Uint8Array; // a view
}

interface MinimalReply {
  readonly number: number;
  readonly result: number;
}

/** Throws WireError where a number does not fit. */
export function encodeMinimalCall({ number, procedure, argument }: MinimalCall): Uint8Array {
  const bytes = new Uint8Array(MINIMAL_CALL.bytes + argument.length);
  needFits(MINIMAL_CALL.fields.number, 0, number);
  needFits(MINIMAL_CALL.fields.procedure, 0, procedure);
  putU32(bytes, MINIMAL_CALL.at.number, number);
  putU32(bytes, MINIMAL_CALL.at.procedure, procedure);
  bytes.set(argument, MINIMAL_CALL.bytes);
  return bytes;
}

/** Throws WireError where the bytes do not reach. */
export function parseMinimalCall(bytes: Uint8Array): MinimalCall {
  needBytes(MINIMAL_CALL.what, 0, bytes.length, MINIMAL_CALL.bytes);
  return {
    number: u32(bytes, MINIMAL_CALL.at.number),
    procedure: u32(bytes, MINIMAL_CALL.at.procedure),
    argument: bytes.subarray(MINIMAL_CALL.bytes),
  };
}

/** Throws WireError where a number does not fit. */
export function encodeMinimalReply({ number, result }: MinimalReply): Uint8Array {
  const bytes = new Uint8Array(MINIMAL_REPLY.bytes);
  needFits(MINIMAL_REPLY.fields.number, 0, number);
  needFits(MINIMAL_REPLY.fields.result, 0, result);
  putU32(bytes, MINIMAL_REPLY.at.number, number);
  putU32(bytes, MINIMAL_REPLY.at.result, result);
  return bytes;
}

/** Throws WireError where the bytes do not reach. */
export function parseMinimalReply(bytes: Uint8Array): MinimalReply {
  needBytes(MINIMAL_REPLY.what, 0, bytes.length, MINIMAL_REPLY.bytes);
  return { number: u32(bytes, MINIMAL_REPLY.at.number), result: u32(bytes, MINIMAL_REPLY.at.result) };
}
