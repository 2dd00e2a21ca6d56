/**
 * FlexRPC messages, which follow one another on a TCP connection: a header, a list, then the body.
 *
 * The paper says that results are sent along the way that the request came and that a request is handed from callee to
 * callee (Sections II and III); it prints no format. **The layout below is ours**: what caller and callees must know.
 *
 * | byte | field | |
 * |---|---|---|
 * | 0 | magic | 0x4652, "FR": a header does not look like the middle of a body |
 * | 2 | type | 0x71 request, 0x72 results |
 * | 3 | flags | bit 0: results are passed on one by one as they come, not in whole bundles |
 * | 4 | call | number of the call, of its caller |
 * | 8 | position | of the callee that a request is for, or that sends these results; from 1 |
 * | 10 | count | entries of the list |
 * | 12 | body length | bytes behind the list: the argument, or all results one after another |
 *
 * The list of a request are the IP addresses of the callees still to be reached (4 bytes each), the next one first. The
 * list of results has 8 bytes for each: position of the callee (16 bits), status (16 bits: 0 answered, 1 unreachable),
 * length of its result (32 bits).
 */
import { hex, putU16, putU32, u16, u32, u8 } from "./bytes.ts";
import { needBytes, needRange, WireError } from "./error.ts";
import type { IpAddress } from "./ipv4.ts";

export interface FlexRequest {
  readonly type: "request";
  readonly call: number; // 32 bits
  readonly pipelined: boolean;
  readonly position: number; // of the callee that it is for
  readonly callees: readonly IpAddress[]; // those after it
  readonly argumentBytes: number;
}

/** Index = value of the status field. */
export const FLEX_STATUSES = ["answered", "unreachable"] as const;
export type FlexStatus = (typeof FLEX_STATUSES)[number];

export interface FlexResult {
  readonly callee: number; // its position
  readonly status: FlexStatus;
  readonly bytes: number;
}

export interface FlexResults {
  readonly type: "results";
  readonly call: number;
  readonly position: number; // of the callee that sends them
  readonly results: readonly FlexResult[];
}

export type FlexMessage = FlexRequest | FlexResults;

export const FLEX_AT = { magic: 0, type: 2, flags: 3, call: 4, position: 8, count: 10, bodyLength: 12 } as const;
export const FLEX_BYTES = 16; // without the list
export const FLEX_CALLEE_BYTES = 4;
export const FLEX_RESULT_BYTES = 8;
export const FLEX_RESULT_AT = { callee: 0, status: 2, length: 4 } as const;
export const FLEX_MAGIC = 0x4652;
export const FLEX_REQUEST = 0x71;
export const FLEX_RESULTS = 0x72;
export const FLEX_PIPELINED = 1;
/** Ours, at the callee's end: in the range that is never assigned to a service (RFC 6335 §6). */
export const FLEXRPC_PORT = 51990;
/** As many as a list may have; more would be a body taken for a header. */
const MOST_ENTRIES = 254;
const WHAT = "FlexRPC header";

/** Bytes behind the list. */
export const flexBodyBytes = (message: FlexMessage): number =>
  message.type === "request" ? message.argumentBytes : message.results.reduce((sum, result) => sum + result.bytes, 0);

/** Header and list: 16 bytes, and 4 for each callee or 8 for each result. */
export const flexHeaderBytes = (message: FlexMessage): number =>
  FLEX_BYTES +
  (message.type === "request"
    ? message.callees.length * FLEX_CALLEE_BYTES
    : message.results.length * FLEX_RESULT_BYTES);

/** Header and list, without the body. Throws WireError where a value does not fit. */
export function encodeFlexHeader(message: FlexMessage): Uint8Array {
  const bytes = new Uint8Array(flexHeaderBytes(message));
  const isRequest = message.type === "request";
  const count = isRequest ? message.callees.length : message.results.length;
  needRange(WHAT, FLEX_AT.call, "call", message.call, 0xffffffff);
  needRange(WHAT, FLEX_AT.position, "position", message.position, 0xffff);
  needRange(WHAT, FLEX_AT.count, "count", count, MOST_ENTRIES);
  needRange(WHAT, FLEX_AT.bodyLength, "body length", flexBodyBytes(message), 0xffffffff);
  putU16(bytes, FLEX_AT.magic, FLEX_MAGIC);
  bytes[FLEX_AT.type] = isRequest ? FLEX_REQUEST : FLEX_RESULTS;
  bytes[FLEX_AT.flags] = isRequest && message.pipelined ? FLEX_PIPELINED : 0;
  putU32(bytes, FLEX_AT.call, message.call);
  putU16(bytes, FLEX_AT.position, message.position);
  putU16(bytes, FLEX_AT.count, count);
  putU32(bytes, FLEX_AT.bodyLength, flexBodyBytes(message));
  if (isRequest) emitCallees(message.callees, bytes);
  else emitResults(message.results, bytes);
  return bytes;
}

function emitCallees(callees: readonly IpAddress[], into: Uint8Array): void {
  for (const [i, callee] of callees.entries()) {
    const at = FLEX_BYTES + i * FLEX_CALLEE_BYTES;
    needRange(WHAT, at, "callee", callee, 0xffffffff);
    putU32(into, at, callee);
  }
}

function emitResults(results: readonly FlexResult[], into: Uint8Array): void {
  for (const [i, { callee, status, bytes }] of results.entries()) {
    const at = FLEX_BYTES + i * FLEX_RESULT_BYTES;
    needRange(WHAT, at + FLEX_RESULT_AT.callee, "callee", callee, 0xffff);
    needRange(WHAT, at + FLEX_RESULT_AT.length, "result length", bytes, 0xffffffff);
    putU16(into, at + FLEX_RESULT_AT.callee, callee);
    putU16(into, at + FLEX_RESULT_AT.status, FLEX_STATUSES.indexOf(status));
    putU32(into, at + FLEX_RESULT_AT.length, bytes);
  }
}

/**
 * How many bytes the header that starts at `at` has with its list. Where fewer than 16 bytes are at hand, 16: so many
 * are needed to say more. Throws WireError where no header starts there.
 */
export function flexHeaderLength(bytes: Uint8Array, at: number, end: number): number {
  if (end - at < FLEX_BYTES) return FLEX_BYTES;
  const magic = u16(bytes, at + FLEX_AT.magic);
  if (magic !== FLEX_MAGIC) {
    throw new WireError({ what: WHAT, at, field: "magic", got: hex(magic, 4), want: hex(FLEX_MAGIC, 4) });
  }
  const type = u8(bytes, at + FLEX_AT.type);
  if (type !== FLEX_REQUEST && type !== FLEX_RESULTS) {
    const want = `${hex(FLEX_REQUEST, 2)} request, ${hex(FLEX_RESULTS, 2)} results`;
    throw new WireError({ what: WHAT, at: at + FLEX_AT.type, field: "type", got: hex(type, 2), want });
  }
  const count = u16(bytes, at + FLEX_AT.count);
  needRange(WHAT, at + FLEX_AT.count, "count", count, MOST_ENTRIES);
  return FLEX_BYTES + count * (type === FLEX_REQUEST ? FLEX_CALLEE_BYTES : FLEX_RESULT_BYTES);
}

/** Reads header and list at `at`. Throws WireError where they are short or break the format. */
export function parseFlexHeader(bytes: Uint8Array, at = 0, end = bytes.length): FlexMessage {
  const length = flexHeaderLength(bytes, at, end);
  needBytes(WHAT, at, end, length);
  const count = u16(bytes, at + FLEX_AT.count);
  const common = { call: u32(bytes, at + FLEX_AT.call), position: u16(bytes, at + FLEX_AT.position) };
  const body = u32(bytes, at + FLEX_AT.bodyLength);
  const flags = u8(bytes, at + FLEX_AT.flags);
  if (u8(bytes, at + FLEX_AT.type) === FLEX_REQUEST) {
    needRange(WHAT, at + FLEX_AT.flags, "flags", flags, FLEX_PIPELINED);
    const callees = Array.from({ length: count }, (_, i) => u32(bytes, at + FLEX_BYTES + i * FLEX_CALLEE_BYTES));
    return { type: "request", ...common, pipelined: flags === FLEX_PIPELINED, callees, argumentBytes: body };
  }
  needRange(WHAT, at + FLEX_AT.flags, "flags", flags, 0);
  const results = Array.from({ length: count }, (_, i) => parseResult(bytes, at + FLEX_BYTES + i * FLEX_RESULT_BYTES));
  const message: FlexResults = { type: "results", ...common, results };
  if (flexBodyBytes(message) === body) return message;
  const want = `${flexBodyBytes(message)}, the sum of the results`;
  throw new WireError({ what: WHAT, at: at + FLEX_AT.bodyLength, field: "body length", got: body, want });
}

function parseResult(bytes: Uint8Array, at: number): FlexResult {
  const status = FLEX_STATUSES[u16(bytes, at + FLEX_RESULT_AT.status)];
  if (status === undefined) {
    const got = u16(bytes, at + FLEX_RESULT_AT.status);
    const want = FLEX_STATUSES.map((name, value) => `${value} ${name}`).join(", ");
    throw new WireError({ what: WHAT, at: at + FLEX_RESULT_AT.status, field: "status", got, want });
  }
  const callee = u16(bytes, at + FLEX_RESULT_AT.callee);
  return { callee, status, bytes: u32(bytes, at + FLEX_RESULT_AT.length) };
}

/** `request 1 to callee 2, 5 more, 32768 bytes`, `results 1 from callee 3: 5, 32768 bytes` */
export function describeFlex(message: FlexMessage): string {
  const body = `${flexBodyBytes(message)} bytes`;
  return message.type === "request"
    ? `request ${message.call} to callee ${message.position}, ${message.callees.length} more, ${body}`
    : `results ${message.call} from callee ${message.position}: ${message.results.length}, ${body}`;
}
