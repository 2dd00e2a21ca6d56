/**
 * TCP (RFC 793 §3.1; now RFC 9293) with the two options that a Linux of 2006 sends: the largest segment, with SYN alone
 * (RFC 793), and time stamps, with every segment but a reset (RFC 1323); and with those of selective acknowledgements
 * (RFC 2018) and of large windows (RFC 7323). The checksum covers data, header and a pseudo-header of addresses,
 * protocol and length. Unlike UDP's it is never left out.
 *
 * With time stamps a full Ethernet frame holds 1500 - 20 - 32 = 1448 bytes of data.
 */
import { hex, putU16, putU32, u16, u32, u8 } from "./bytes.ts";
import { finishChecksum, sumWords } from "./checksum.ts";
import { needBytes, needRange, WireError } from "./error.ts";
import { field, fieldError, header, needFits } from "./header.ts";
import { PROTOCOL_TCP, type IpAddress } from "./ipv4.ts";

interface TimeStamps {
  readonly value: number; // 32 bits, of the sender's clock
  readonly echo: number; // 32 bits, the value last received
}

export interface TcpHeader {
  readonly from: number; // port
  readonly to: number; // port
  readonly sequence: number; // 32 bits
  readonly acknowledgement: number; // 32 bits
  readonly flags: number; // of TCP_FLAG
  readonly window: number; // 16 bits, not scaled
  readonly maxSegment: number | null; // with SYN alone
  readonly timeStamps: TimeStamps | null;
  /** With SYN alone: windows are to be shifted by so many bits. Left out: they are not. */
  readonly windowShift?: number;
  /** With SYN alone: the other end may acknowledge selectively. */
  readonly permitsSacks?: boolean;
  /** What has come behind a gap, by sequence numbers; left out: nothing is said. */
  readonly sacks?: readonly SackedRange[];
}

interface SackedRange {
  readonly from: number;
  readonly to: number; // behind its last byte
}

/** The options of a header. */
type TcpOptions = Pick<TcpHeader, "maxSegment" | "timeStamps" | "windowShift" | "permitsSacks" | "sacks">;

/** Bits of the flags byte. */
export const TCP_FLAG = { fin: 1, syn: 2, rst: 4, psh: 8, ack: 16, urg: 32 } as const;

export const TCP = header("TCP header", "RFC 793 §3.1; options follow (RFC 793, RFC 1323).", {
  from: field("source port", 0, 16, ""),
  to: field("destination port", 2, 16, ""),
  sequence: field("sequence number", 4, 32, "of the first byte of data"),
  acknowledgement: field("acknowledgement number", 8, 32, "the next byte that is expected"),
  offset: field("header length", 12, 8, "in the upper four bits, in words of 32 bits", {
    text: (value) => `${(value >>> 4) * 4} bytes`,
  }),
  flags: field("flags", 13, 8, "FIN 1, SYN 2, RST 4, PSH 8, ACK 16, URG 32", {
    max: 0x3f,
    text: (value) => describeFlags(value),
  }),
  window: field("window", 14, 16, "bytes that the receiver has room for, not scaled", {
    text: (value) => `${value} bytes`,
  }),
  checksum: field("checksum", 16, 16, "of data, header and pseudo-header", { text: (value) => hex(value, 4) }),
  urgent: field("urgent pointer", 18, 16, "not used"),
});
export const TCP_AT = TCP.at;
export const TCP_BYTES = TCP.bytes; // without options
const F = TCP.fields;
const OPTION_END = 0;
const OPTION_NOTHING = 1;
const OPTION_MAX_SEGMENT = 2;
const OPTION_WINDOW_SHIFT = 3;
const OPTION_PERMITS_SACKS = 4;
const OPTION_SACKS = 5;
const OPTION_TIME_STAMPS = 8;
const WINDOW_SHIFT_BYTES = 3;
const PERMITS_SACKS_BYTES = 2;
const SACK_BYTES = 8; // each
const MOST_WINDOW_SHIFT = 14; // RFC 7323 §2.3
const MAX_SEGMENT_BYTES = 4;
const TIME_STAMP_BYTES = 10;
const ALIGNED_STAMPS = 0x0101080a; // nothing, nothing, time stamps, 10 bytes (RFC 1323, appendix A)
const STAMPED_BYTES = TCP_BYTES + 2 + TIME_STAMP_BYTES;
const WHAT = TCP.what;

/** The part of the pseudo-header that the TCP header does not hold. */
interface TcpAddresses {
  readonly from: IpAddress;
  readonly to: IpAddress;
}

/** Bytes of a header with its options, each padded to whole words by options of nothing before it. */
export function tcpHeaderBytes({ maxSegment, timeStamps, windowShift, permitsSacks, sacks = [] }: TcpOptions): number {
  return (
    TCP_BYTES +
    (maxSegment === null ? 0 : MAX_SEGMENT_BYTES) +
    (windowShift === undefined ? 0 : 1 + WINDOW_SHIFT_BYTES) +
    (permitsSacks === true ? 2 + PERMITS_SACKS_BYTES : 0) +
    (timeStamps === null ? 0 : 2 + TIME_STAMP_BYTES) +
    (sacks.length === 0 ? 0 : 2 + 2 + SACK_BYTES * sacks.length)
  );
}

/** The offset of a segment's data from the start of its header. */
export const tcpDataOffset = (bytes: Uint8Array, at: number): number => (u8(bytes, at + TCP_AT.offset) >>> 4) * 4;

/**
 * Reads the header at `at` of a segment that ends at `end`, and checks its shape and, where addresses are given, its
 * checksum. Throws WireError.
 */
export function parseTcp(bytes: Uint8Array, at: number, end: number, addresses: TcpAddresses | null): TcpHeader {
  needBytes(WHAT, at, end, TCP_BYTES);
  const offset = tcpDataOffset(bytes, at);
  if (offset < TCP_BYTES || offset > end - at) {
    const want = `${TCP_BYTES}…${Math.min(60, end - at)}`;
    throw fieldError(F.offset, at, offset, want);
  }
  if (addresses !== null) checkSum(bytes, at, end, addresses);
  const stamps = offset === STAMPED_BYTES ? parseAlignedStamps(bytes, at + TCP_BYTES) : null;
  const options = stamps === null ? parseOptions(bytes, at + TCP_BYTES, at + offset) : null;
  return {
    from: u16(bytes, at + TCP_AT.from),
    to: u16(bytes, at + TCP_AT.to),
    sequence: u32(bytes, at + TCP_AT.sequence),
    acknowledgement: u32(bytes, at + TCP_AT.acknowledgement),
    flags: u8(bytes, at + TCP_AT.flags),
    window: u16(bytes, at + TCP_AT.window),
    ...(options ?? { maxSegment: null, timeStamps: stamps }),
  };
}

function checkSum(bytes: Uint8Array, at: number, end: number, addresses: TcpAddresses): void {
  const found = u16(bytes, at + TCP_AT.checksum);
  const want = tcpChecksum(bytes, at, end, addresses);
  if (found === want) return;
  throw fieldError(F.checksum, at, hex(found, 4), hex(want, 4), "The segment was damaged on its way.");
}

/**
 * The options that nearly every segment has: two bytes of nothing, then time stamps. Null where it is anything
 * else.
 */
function parseAlignedStamps(bytes: Uint8Array, at: number): TimeStamps | null {
  return u32(bytes, at) === ALIGNED_STAMPS ? { value: u32(bytes, at + 4), echo: u32(bytes, at + 8) } : null;
}

/** Passes over options that it does not know (RFC 793 §3.1). */
function parseOptions(bytes: Uint8Array, from: number, end: number): TcpOptions {
  let options: TcpOptions = { maxSegment: null, timeStamps: null };
  for (let at = from; at < end;) {
    const kind = u8(bytes, at);
    if (kind === OPTION_END) break;
    if (kind === OPTION_NOTHING) {
      at++;
      continue;
    }
    const length = optionLength(bytes, at, end);
    options = { ...options, ...parseOption(bytes, at, kind, length) };
    at += length;
  }
  return options;
}

function parseOption(bytes: Uint8Array, at: number, kind: number, length: number): Partial<TcpOptions> {
  if (kind === OPTION_MAX_SEGMENT && length === MAX_SEGMENT_BYTES) return { maxSegment: u16(bytes, at + 2) };
  if (kind === OPTION_WINDOW_SHIFT && length === WINDOW_SHIFT_BYTES) return { windowShift: u8(bytes, at + 2) };
  if (kind === OPTION_PERMITS_SACKS && length === PERMITS_SACKS_BYTES) return { permitsSacks: true };
  if (kind === OPTION_TIME_STAMPS && length === TIME_STAMP_BYTES)
    return { timeStamps: { value: u32(bytes, at + 2), echo: u32(bytes, at + 6) } };
  if (kind !== OPTION_SACKS || length % SACK_BYTES !== 2) return {};
  const sacks: SackedRange[] = [];
  for (let one = at + 2; one < at + length; one += SACK_BYTES)
    sacks.push({ from: u32(bytes, one), to: u32(bytes, one + 4) });
  return { sacks };
}

function optionLength(bytes: Uint8Array, at: number, end: number): number {
  const length = at + 1 < end ? u8(bytes, at + 1) : 0;
  if (length >= 2 && at + length <= end) return length;
  throw new WireError({ what: WHAT, at: at + 1, field: "option length", got: length, want: `2…${end - at}` });
}

/**
 * Writes the header at `at` of a segment that ends at `end`. The data must stand behind it already, because the
 * checksum covers it. Throws WireError where a value does not fit.
 */
export function emitTcp(header: TcpHeader, into: Uint8Array, at: number, end: number, addresses: TcpAddresses): void {
  const offset = tcpHeaderBytes(header);
  needBytes(WHAT, at, end, offset);
  needFits(F.from, at, header.from);
  needFits(F.to, at, header.to);
  needFits(F.sequence, at, header.sequence);
  needFits(F.acknowledgement, at, header.acknowledgement);
  needFits(F.flags, at, header.flags);
  needFits(F.window, at, header.window);
  putU16(into, at + TCP_AT.from, header.from);
  putU16(into, at + TCP_AT.to, header.to);
  putU32(into, at + TCP_AT.sequence, header.sequence);
  putU32(into, at + TCP_AT.acknowledgement, header.acknowledgement);
  into[at + TCP_AT.offset] = (offset / 4) << 4;
  into[at + TCP_AT.flags] = header.flags;
  putU16(into, at + TCP_AT.window, header.window);
  putU16(into, at + TCP_AT.urgent, 0);
  emitOptions(header, into, at + TCP_BYTES);
  putU16(into, at + TCP_AT.checksum, tcpChecksum(into, at, end, addresses));
}

function emitOptions(options: TcpOptions, into: Uint8Array, from: number): void {
  const { maxSegment, timeStamps, windowShift, permitsSacks, sacks = [] } = options;
  let at = from;
  /** The option's kind and length, behind so many bytes of nothing; gives the place behind them. */
  const begin = (nothing: number, kind: number, length: number): number => {
    into.fill(OPTION_NOTHING, at, at + nothing);
    into[at + nothing] = kind;
    into[at + nothing + 1] = length;
    const data = at + nothing + 2;
    at += nothing + length;
    return data;
  };
  if (maxSegment !== null) {
    needRange(WHAT, at, "largest segment", maxSegment, 0xffff);
    putU16(into, begin(0, OPTION_MAX_SEGMENT, MAX_SEGMENT_BYTES), maxSegment);
  }
  if (windowShift !== undefined) {
    needRange(WHAT, at, "window shift", windowShift, MOST_WINDOW_SHIFT);
    into[begin(1, OPTION_WINDOW_SHIFT, WINDOW_SHIFT_BYTES)] = windowShift;
  }
  if (permitsSacks === true) begin(2, OPTION_PERMITS_SACKS, PERMITS_SACKS_BYTES);
  if (timeStamps !== null) {
    needRange(WHAT, at, "time stamp", timeStamps.value, 0xffffffff);
    needRange(WHAT, at, "time stamp echo", timeStamps.echo, 0xffffffff);
    const data = begin(2, OPTION_TIME_STAMPS, TIME_STAMP_BYTES); // aligned (RFC 1323, appendix A)
    putU32(into, data, timeStamps.value);
    putU32(into, data + 4, timeStamps.echo);
  }
  if (sacks.length === 0) return;
  const data = begin(2, OPTION_SACKS, 2 + SACK_BYTES * sacks.length);
  for (const [i, { from: start, to }] of sacks.entries()) {
    putU32(into, data + i * SACK_BYTES, start);
    putU32(into, data + i * SACK_BYTES + 4, to);
  }
}

/** The right checksum of the segment `bytes[at..end)`, whatever its checksum field holds. */
export function tcpChecksum(bytes: Uint8Array, at: number, end: number, addresses: TcpAddresses): number {
  const field = at + TCP_AT.checksum;
  const sum =
    sumAddress(addresses.from) +
    sumAddress(addresses.to) +
    PROTOCOL_TCP +
    (end - at) +
    sumWords(bytes, at, field) +
    sumWords(bytes, field + 2, end);
  return finishChecksum(sum);
}

const sumAddress = (ip: IpAddress): number => (ip >>> 16) + (ip & 0xffff);

const FLAG_NAMES = Object.entries(TCP_FLAG);

/** `SYN, ACK`; "none" where no bit is set. */
export const describeFlags = (flags: number): string =>
  FLAG_NAMES.filter(([, bit]) => (flags & bit) !== 0)
    .map(([name]) => name.toUpperCase())
    .join(", ") || "none";

/** `TCP 49152 > 51990, PSH, ACK, sequence 1, acknowledgement 1` */
export const describeTcp = (header: TcpHeader): string =>
  `TCP ${header.from} > ${header.to}, ${describeFlags(header.flags)}, ` +
  `sequence ${header.sequence}, acknowledgement ${header.acknowledgement}`;
