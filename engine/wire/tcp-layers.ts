/**
 * Takes TCP segments and FlexRPC messages apart for the eye, as layers.ts does with what is around them: layers that
 * tile the bytes, fields that name theirs. A segment shows a FlexRPC header only where one starts it; what else it
 * carries is the middle of a message, of which the segments before it would tell.
 */
import { hex, u16, u32, u8 } from "./bytes.ts";
import { WireError } from "./error.ts";
import {
  FLEX_AT,
  FLEX_BYTES,
  FLEX_CALLEE_BYTES,
  FLEX_MAGIC,
  FLEX_PIPELINED,
  FLEX_RESULT_AT,
  FLEX_RESULT_BYTES,
  flexHeaderBytes,
  FLEXRPC_PORT,
  parseFlexHeader,
  type FlexMessage,
} from "./flexrpc.ts";
import { formatIp, IPV4_AT, MORE_FRAGMENTS } from "./ipv4.ts";
import type { Field, Layer } from "./layers.ts";
import { describeFlags, parseTcp, TCP_AT, TCP_BYTES, tcpChecksum, tcpDataOffset } from "./tcp.ts";

function field(name: string, text: string | number, at: number, length: number, note?: string): Field {
  return { name, text: String(text), at, length, ...(note === undefined ? {} : { note }) };
}

function bytesLayer(name: string, at: number, end: number, note?: string): Layer[] {
  if (at >= end) return [];
  const length = end - at;
  return [{ name, length, fields: [field("bytes", length, at, length, note)] }];
}

/** The layers of the segment `frame[at..end)` behind the IPv4 header at `ipAt`; a text says why it is none. */
export function tcpLayers(frame: Uint8Array, ipAt: number, at: number, end: number): Layer[] | string {
  try {
    parseTcp(frame, at, end, null);
  } catch (error) {
    if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
    return error.message;
  }
  const offset = tcpDataOffset(frame, at);
  const dataAt = at + offset;
  const ports = [u16(frame, at + TCP_AT.from), u16(frame, at + TCP_AT.to)];
  const data = ports.includes(FLEXRPC_PORT) ? flexLayers(frame, dataAt, end) : bytesLayer("data", dataAt, end);
  return [{ name: "TCP", length: offset, fields: tcpFields(frame, ipAt, at, end) }, ...data];
}

function tcpFields(frame: Uint8Array, ipAt: number, at: number, end: number): Field[] {
  const { maxSegment, timeStamps } = parseTcp(frame, at, end, null);
  const offset = tcpDataOffset(frame, at);
  const fields = [
    field("source port", u16(frame, at + TCP_AT.from), at + TCP_AT.from, 2),
    field("destination port", u16(frame, at + TCP_AT.to), at + TCP_AT.to, 2),
    field("sequence number", u32(frame, at + TCP_AT.sequence), at + TCP_AT.sequence, 4),
    field("acknowledgement number", u32(frame, at + TCP_AT.acknowledgement), at + TCP_AT.acknowledgement, 4),
    field("header length", `${offset} bytes`, at + TCP_AT.offset, 1),
    field("flags", describeFlags(u8(frame, at + TCP_AT.flags)), at + TCP_AT.flags, 1),
    field("window", `${u16(frame, at + TCP_AT.window)} bytes`, at + TCP_AT.window, 2),
    checksumField(frame, ipAt, at, end),
    field("urgent pointer", u16(frame, at + TCP_AT.urgent), at + TCP_AT.urgent, 2),
  ];
  const options = offset - TCP_BYTES;
  if (options === 0) return fields;
  const known = [
    ...(maxSegment === null ? [] : [`largest segment ${maxSegment}`]),
    ...(timeStamps === null ? [] : [`time stamp ${timeStamps.value}, echo ${timeStamps.echo}`]),
  ];
  return [...fields, field("options", known.join("; ") || `${options} bytes`, at + TCP_BYTES, options)];
}

function checksumField(frame: Uint8Array, ipAt: number, at: number, end: number): Field {
  const place = at + TCP_AT.checksum;
  const found = u16(frame, place);
  const text = hex(found, 4);
  const isFragment = (u16(frame, ipAt + IPV4_AT.flags) & MORE_FRAGMENTS) !== 0;
  if (isFragment) return field("checksum", text, place, 2, "not checked: the first of several fragments");
  const addresses = { from: u32(frame, ipAt + IPV4_AT.from), to: u32(frame, ipAt + IPV4_AT.to) };
  const want = tcpChecksum(frame, at, end, addresses);
  return field("checksum", text, place, 2, found === want ? "right" : `wrong, want ${hex(want, 4)}`);
}

function flexLayers(frame: Uint8Array, at: number, end: number): Layer[] {
  if (end - at < 2 || u16(frame, at) !== FLEX_MAGIC) return bytesLayer("data", at, end, "the middle of a message");
  let message: FlexMessage;
  try {
    message = parseFlexHeader(frame, at, end);
  } catch (error) {
    if (!(error instanceof WireError)) throw error; // a bug of ours, not of the bytes
    return bytesLayer("data", at, end, `no whole FlexRPC header: ${error.message}`);
  }
  const length = flexHeaderBytes(message);
  const body = message.type === "request" ? "argument, or as much as fits" : "results, or as much as fits";
  return [
    { name: "FlexRPC", length, fields: flexFields(frame, at, message) },
    ...bytesLayer("data", at + length, end, body),
  ];
}

function flexFields(frame: Uint8Array, at: number, message: FlexMessage): Field[] {
  const isRequest = message.type === "request";
  const common = [
    field("magic", hex(FLEX_MAGIC, 4), at + FLEX_AT.magic, 2, "FR"),
    field("type", message.type, at + FLEX_AT.type, 1),
    field("flags", pipelinedText(u8(frame, at + FLEX_AT.flags)), at + FLEX_AT.flags, 1),
    field("call", message.call, at + FLEX_AT.call, 4),
    field("position", message.position, at + FLEX_AT.position, 2, isRequest ? "of the addressee" : "of the sender"),
    field("count", u16(frame, at + FLEX_AT.count), at + FLEX_AT.count, 2, isRequest ? "callees behind" : "results"),
    field("body length", `${u32(frame, at + FLEX_AT.bodyLength)} bytes`, at + FLEX_AT.bodyLength, 4),
  ];
  const list = isRequest
    ? message.callees.map((ip, i) =>
        field(`callee ${message.position + 1 + i}`, formatIp(ip), at + FLEX_BYTES + i * FLEX_CALLEE_BYTES, 4),
      )
    : message.results.flatMap(({ callee, status, bytes }, i) => {
        const from = at + FLEX_BYTES + i * FLEX_RESULT_BYTES;
        return [
          field("callee", callee, from + FLEX_RESULT_AT.callee, 2),
          field("status", status, from + FLEX_RESULT_AT.status, 2),
          field("result length", `${bytes} bytes`, from + FLEX_RESULT_AT.length, 4),
        ];
      });
  return [...common, ...list];
}

const pipelinedText = (flags: number): string => (flags === FLEX_PIPELINED ? "results as they come" : "none");
