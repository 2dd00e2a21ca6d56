/**
 * FlexRPC messages, which follow one another on a TCP connection: a header, a list, then the body.
 *
 * The paper says that results are sent along the way that the request came and that a request is handed from callee to
 * callee (Sections II and III); it prints no format. **The layout below is ours**: what caller and callees must know.
 * The tables of the header and of its list are in FORMATS.md. The list of a request are the IP addresses of the callees
 * still to be reached (4 bytes each), the next one first; the list of results has 8 bytes for each.
 */
import { hex, putU16, putU32, u16, u32, u8 } from "./bytes.ts";
import { needBytes, needRange } from "./error.ts";
import { field, fieldError, header, needFits } from "./header.ts";
import { formatIp, type IpAddress } from "./ipv4.ts";

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
type FlexStatus = (typeof FLEX_STATUSES)[number];

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

export const FLEX_MAGIC = 0x4652;
export const FLEX_REQUEST = 0x71;
export const FLEX_RESULTS = 0x72;
const FLEX_PIPELINED = 1;
/** Ours, at the callee's end: in the range that is never assigned to a service (RFC 6335 §6). */
export const FLEXRPC_PORT = 51990;
const MOST_ENTRIES = 254;
const TYPE_VALUES = `${hex(FLEX_REQUEST, 2)} request, ${hex(FLEX_RESULTS, 2)} results`;
const STATUS_VALUES = FLEX_STATUSES.map((name, value) => `${value} ${name}`).join(", ");
const inBytes = (value: number): string => `${value} bytes`;

const OURS = "The layout is ours.";

export const FLEX = header("FlexRPC header", OURS, {
  magic: field("magic", 0, 16, `${hex(FLEX_MAGIC, 4)}: a header does not look like the middle of a body`, {
    text: (value) => hex(value, 4),
    note: () => "FR",
  }),
  type: field("type", 2, 8, TYPE_VALUES, { text: (type) => (type === FLEX_REQUEST ? "request" : "results") }),
  flags: field("flags", 3, 8, "bit 0: results are passed on one by one as they come, not in whole bundles", {
    max: FLEX_PIPELINED,
    text: (flags) => (flags === FLEX_PIPELINED ? "results as they come" : "none"),
  }),
  call: field("call", 4, 32, "number of the call, of its caller"),
  position: field("position", 8, 16, "of the callee that a request is for, or that sends these results; from 1"),
  // More would be a body taken for a header.
  count: field("count", 10, 16, "entries of the list", { max: MOST_ENTRIES }),
  bodyLength: field("body length", 12, 32, "behind the list: the argument, or all results one after another", {
    text: inBytes,
  }),
});
export const FLEX_CALLEE = header("FlexRPC callee, in the list of a request", OURS, {
  callee: field("callee", 0, 32, "IP address", { text: formatIp }),
});
export const FLEX_RESULT = header("FlexRPC result, in the list of results", OURS, {
  callee: field("callee", 0, 16, "its position"),
  status: field("status", 2, 16, STATUS_VALUES, {
    max: FLEX_STATUSES.length - 1,
    text: (status) => FLEX_STATUSES[status] ?? String(status),
  }),
  length: field("result length", 4, 32, "", { text: inBytes }),
});
export const FLEX_AT = FLEX.at;
export const FLEX_BYTES = FLEX.bytes; // without the list
const FLEX_CALLEE_BYTES = FLEX_CALLEE.bytes;
const FLEX_RESULT_BYTES = FLEX_RESULT.bytes;
const FLEX_RESULT_AT = FLEX_RESULT.at;
const F = FLEX.fields;
const WHAT = FLEX.what;

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
  needFits(F.call, 0, message.call);
  needFits(F.position, 0, message.position);
  needFits(F.count, 0, count);
  needFits(F.bodyLength, 0, flexBodyBytes(message));
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
    needFits(FLEX_CALLEE.fields.callee, at, callee);
    putU32(into, at, callee);
  }
}

function emitResults(results: readonly FlexResult[], into: Uint8Array): void {
  for (const [i, { callee, status, bytes }] of results.entries()) {
    const at = FLEX_BYTES + i * FLEX_RESULT_BYTES;
    needFits(FLEX_RESULT.fields.callee, at, callee);
    needFits(FLEX_RESULT.fields.length, at, bytes);
    putU16(into, at + FLEX_RESULT_AT.callee, callee);
    putU16(into, at + FLEX_RESULT_AT.status, FLEX_STATUSES.indexOf(status));
    putU32(into, at + FLEX_RESULT_AT.length, bytes);
  }
}

/**
 * The bytes of the header that starts at `at`, with its list. Where fewer than 16 bytes are at hand the answer is 16,
 * because a reader needs so many to say more. Throws WireError where no header starts there.
 */
export function flexHeaderLength(bytes: Uint8Array, at: number, end: number): number {
  if (end - at < FLEX_BYTES) return FLEX_BYTES;
  const magic = u16(bytes, at + FLEX_AT.magic);
  if (magic !== FLEX_MAGIC) {
    throw fieldError(F.magic, at, hex(magic, 4), hex(FLEX_MAGIC, 4));
  }
  const type = u8(bytes, at + FLEX_AT.type);
  if (type !== FLEX_REQUEST && type !== FLEX_RESULTS) {
    throw fieldError(F.type, at, hex(type, 2), TYPE_VALUES);
  }
  const count = u16(bytes, at + FLEX_AT.count);
  needFits(F.count, at, count);
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
    needFits(F.flags, at, flags);
    const callees = Array.from({ length: count }, (_, i) => u32(bytes, at + FLEX_BYTES + i * FLEX_CALLEE_BYTES));
    return { type: "request", ...common, pipelined: flags === FLEX_PIPELINED, callees, argumentBytes: body };
  }
  needRange(WHAT, at + FLEX_AT.flags, F.flags.name, flags, 0);
  const results = Array.from({ length: count }, (_, i) => parseResult(bytes, at + FLEX_BYTES + i * FLEX_RESULT_BYTES));
  const message: FlexResults = { type: "results", ...common, results };
  if (flexBodyBytes(message) === body) return message;
  const want = `${flexBodyBytes(message)}, the sum of the results`;
  throw fieldError(F.bodyLength, at, body, want);
}

function parseResult(bytes: Uint8Array, at: number): FlexResult {
  const status = FLEX_STATUSES[u16(bytes, at + FLEX_RESULT_AT.status)];
  if (status === undefined) {
    throw fieldError(
      { ...FLEX_RESULT.fields.status, what: WHAT },
      at,
      u16(bytes, at + FLEX_RESULT_AT.status),
      STATUS_VALUES,
    );
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
