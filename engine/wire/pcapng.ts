/**
 * Capture files in the pcapng format (draft-ietf-opsawg-pcapng; Wireshark's own format): blocks of type, length, body
 * and length again, all padded to four bytes. A Section Header Block opens a section and gives its byte order, an
 * Interface Description Block says what a time stamp counts, and each Enhanced Packet Block holds one packet.
 *
 * We write one little-endian section, of one or more interfaces, with nanosecond time stamps. We read sections of
 * either byte order, any time resolution and several interfaces, and pass over every other kind of block.
 */
import type { Capture, CapturedPacket } from "./captured.ts";
import { hex, padded } from "./bytes.ts";
import { WireError } from "./error.ts";
import { decodeUtf8, encodeUtf8 } from "./utf8.ts";

export interface PacketToWrite {
  readonly timeNs: number; // whole nanoseconds from the start
  readonly bytes: Uint8Array;
  readonly comment?: string;
  /** By its number in the list of names; the first one where it is left out. */
  readonly interface?: number;
}

interface CaptureInfo {
  readonly comment?: string; // on the section: what these packets are
  readonly application?: string; // "Roundtrip v0.1.0"
  /** At least one. */
  readonly interfaces?: readonly string[]; // "Ethernet", "Loopback of host1"
}

/** §4.1…§4.4 of the draft. */
const SECTION_HEADER = 0x0a0d0d0a;
const INTERFACE_DESCRIPTION = 1;
const OLD_PACKET = 2;
const SIMPLE_PACKET = 3;
const ENHANCED_PACKET = 6;
const BYTE_ORDER_MAGIC = 0x1a2b3c4d;
const BLOCK_FRAME = 12; // type, length, length
const SECTION_BODY = 16; // magic, version, section length
const INTERFACE_BODY = 8; // link type, reserved, snapshot length
const PACKET_BODY = 20; // interface, time stamp, captured and original length

/** Options: §3.5 for all blocks, §4.1 and §4.2 for the others. */
const END_OF_OPTIONS = 0;
const COMMENT = 1;
const SECTION_APPLICATION = 4;
const INTERFACE_NAME = 2;
const INTERFACE_TIME_RESOLUTION = 9;
const INTERFACE_FCS_LENGTH = 13;
const INTERFACE_TIME_OFFSET = 14;

const NANOSECONDS = 9; // as a negative power of ten
const MICROSECONDS = 6; // where an interface does not say
const LINKTYPE_ETHERNET = 1;
const WHAT = "pcapng";

/** A file that Wireshark opens. Time zero is written as 1970-01-01 00:00. Throws WireError for a time out of range. */
export function writePcapng(packets: readonly PacketToWrite[], info: CaptureInfo = {}): Uint8Array<ArrayBuffer> {
  const { interfaces = [undefined] } = info;
  const blocks = [sectionHeader(info), ...interfaces.map(interfaceDescription), ...packets.map(enhancedPacket)];
  const file = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    file.set(block, at);
    at += block.length;
  }
  return file;
}

function sectionHeader(info: CaptureInfo): Uint8Array {
  const options = [textOption(COMMENT, info.comment), textOption(SECTION_APPLICATION, info.application)];
  return block(SECTION_HEADER, SECTION_BODY, new Uint8Array(0), options, (view) => {
    view.setUint32(0, BYTE_ORDER_MAGIC, true);
    view.setUint16(4, 1, true); // version 1.0
    view.setUint16(6, 0, true);
    view.setBigInt64(8, -1n, true); // section length: not given
  });
}

function interfaceDescription(name: string | undefined): Uint8Array {
  const options = [
    textOption(INTERFACE_NAME, name),
    option(INTERFACE_TIME_RESOLUTION, Uint8Array.of(NANOSECONDS)),
    option(INTERFACE_FCS_LENGTH, Uint8Array.of(0)), // frames are kept without their check sequence
  ];
  return block(INTERFACE_DESCRIPTION, INTERFACE_BODY, new Uint8Array(0), options, (view) => {
    view.setUint16(0, LINKTYPE_ETHERNET, true);
    view.setUint32(4, 0, true); // no snapshot length: every packet is whole
  });
}

function enhancedPacket(packet: PacketToWrite): Uint8Array {
  const { timeNs, bytes } = packet;
  if (!Number.isSafeInteger(timeNs) || timeNs < 0) {
    throw new WireError({
      what: WHAT,
      at: 0,
      field: "time stamp",
      got: timeNs,
      want: "whole nanoseconds of 0…2^53 - 1",
    });
  }
  return block(ENHANCED_PACKET, PACKET_BODY, bytes, [textOption(COMMENT, packet.comment)], (view) => {
    view.setUint32(0, packet.interface ?? 0, true);
    view.setUint32(4, Math.floor(timeNs / 2 ** 32), true);
    view.setUint32(8, timeNs % 2 ** 32, true);
    view.setUint32(12, bytes.length, true);
    view.setUint32(16, bytes.length, true);
  });
}

/** A block: the fixed part of the body as `fill` writes it, then data, then options. */
function block(
  type: number,
  fixed: number,
  data: Uint8Array,
  options: readonly Uint8Array[],
  fill: (body: DataView) => void,
): Uint8Array {
  const given = options.filter((one) => one.length > 0);
  const list = given.length === 0 ? [] : [...given, option(END_OF_OPTIONS, new Uint8Array(0))];
  const optionBytes = list.reduce((sum, one) => sum + one.length, 0);
  const length = BLOCK_FRAME + fixed + padded(data.length) + optionBytes;
  const out = new Uint8Array(length);
  const view = new DataView(out.buffer);
  view.setUint32(0, type, true);
  view.setUint32(4, length, true);
  fill(new DataView(out.buffer, 8, fixed));
  out.set(data, 8 + fixed);
  let at = 8 + fixed + padded(data.length);
  for (const one of list) {
    out.set(one, at);
    at += one.length;
  }
  view.setUint32(at, length, true);
  return out;
}

function option(code: number, value: Uint8Array): Uint8Array {
  const out = new Uint8Array(4 + padded(value.length));
  const view = new DataView(out.buffer);
  view.setUint16(0, code, true);
  view.setUint16(2, value.length, true);
  out.set(value, 4);
  return out;
}

/** No bytes for no text. A text that is too long for its 16-bit length is cut, between two characters. */
function textOption(code: number, text: string | undefined): Uint8Array {
  if (text === undefined || text === "") return new Uint8Array(0);
  const bytes = encodeUtf8(text);
  let length = Math.min(bytes.length, 0xffff);
  while (isContinuation(bytes[length])) length -= 1;
  return option(code, bytes.subarray(0, length));
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** An interface's link type, and the unit and offset of its time stamps. */
interface Interface {
  readonly linkType: number;
  readonly unitsPerSecond: bigint;
  readonly offsetNs: bigint;
}

/** The state of a reader in the middle of a file. */
interface Reading {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  little: boolean;
  interfaces: Interface[];
  comment: string | undefined;
  application: string | undefined;
  readonly packets: CapturedPacket[];
}

export const isPcapng = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && [0x0a, 0x0d, 0x0d, 0x0a].every((byte, at) => bytes[at] === byte);

/** Reads a whole file. Throws WireError where it is damaged, or holds packets without a time. */
export function readPcapng(bytes: Uint8Array): Capture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reading: Reading = {
    bytes,
    view,
    little: true,
    interfaces: [],
    comment: undefined,
    application: undefined,
    packets: [],
  };
  for (let at = 0; at < bytes.length;) at = readBlock(reading, at);
  const { comment, application, packets } = reading;
  return {
    format: "pcapng",
    packets,
    ...(comment === undefined ? {} : { comment }),
    ...(application === undefined ? {} : { application }),
  };
}

/** Reads the block at `at` and returns where the next one starts. */
function readBlock(reading: Reading, at: number): number {
  const { bytes, view } = reading;
  if (bytes.length - at < BLOCK_FRAME) fail(at, "block", `${bytes.length - at} bytes`, `at least ${BLOCK_FRAME}`);
  const isSection = view.getUint32(at, true) === SECTION_HEADER; // reads the same either way round
  if (isSection) reading.little = readByteOrder(view, at);
  else if (at === 0) fail(at, "block type", hex(view.getUint32(at, true), 8), "0x0a0d0d0a, a Section Header Block");
  const type = view.getUint32(at, reading.little);
  const length = view.getUint32(at + 4, reading.little);
  if (length < BLOCK_FRAME || length % 4 !== 0 || length > bytes.length - at) {
    fail(at + 4, "block length", length, `a multiple of 4 of ${BLOCK_FRAME}…${bytes.length - at}`);
  }
  const again = view.getUint32(at + length - 4, reading.little);
  if (again !== length) fail(at + length - 4, "block length at the end", again, `${length}, as at the start`);
  const body = { at: at + 8, end: at + length - 4 };
  if (isSection) readSection(reading, body);
  else if (type === INTERFACE_DESCRIPTION) reading.interfaces.push(readInterface(reading, body));
  else if (type === ENHANCED_PACKET) reading.packets.push(readPacket(reading, body));
  else if (type === SIMPLE_PACKET || type === OLD_PACKET) {
    fail(at, "block type", type, "Enhanced Packet Blocks (6)", "Save the file again as pcapng in Wireshark.");
  }
  return at + length;
}

interface Body {
  readonly at: number;
  readonly end: number;
}

function readByteOrder(view: DataView, at: number): boolean {
  if (view.getUint32(at + 8, true) === BYTE_ORDER_MAGIC) return true;
  if (view.getUint32(at + 8, false) === BYTE_ORDER_MAGIC) return false;
  return fail(at + 8, "byte-order magic", hex(view.getUint32(at + 8, false), 8), "0x1a2b3c4d in either byte order");
}

function readSection(reading: Reading, body: Body): void {
  needBody(body, SECTION_BODY, "section header");
  const major = reading.view.getUint16(body.at + 4, reading.little);
  if (major !== 1) fail(body.at + 4, "major version", major, "1");
  reading.interfaces = []; // interfaces are numbered anew in each section
  const options = readOptions(reading, body.at + SECTION_BODY, body.end);
  reading.comment ??= optionText(reading, options, COMMENT);
  reading.application ??= optionText(reading, options, SECTION_APPLICATION);
}

function readInterface(reading: Reading, body: Body): Interface {
  const { view, little } = reading;
  needBody(body, INTERFACE_BODY, "interface description");
  const options = readOptions(reading, body.at + INTERFACE_BODY, body.end);
  const resolutionAt = optionAt(options, INTERFACE_TIME_RESOLUTION, 1);
  const resolution = resolutionAt === undefined ? MICROSECONDS : view.getUint8(resolutionAt);
  const offsetAt = optionAt(options, INTERFACE_TIME_OFFSET, 8);
  const offsetSeconds = offsetAt === undefined ? 0n : view.getBigInt64(offsetAt, little);
  return {
    linkType: view.getUint16(body.at, little),
    // The top bit chooses powers of two (§4.2, if_tsresol).
    unitsPerSecond: (resolution & 0x80) === 0 ? 10n ** BigInt(resolution) : 2n ** BigInt(resolution & 0x7f),
    offsetNs: offsetSeconds * 1_000_000_000n,
  };
}

function readPacket(reading: Reading, body: Body): CapturedPacket {
  const { view, little, bytes } = reading;
  needBody(body, PACKET_BODY, "enhanced packet");
  const number = view.getUint32(body.at, little);
  const source = reading.interfaces[number];
  if (source === undefined) {
    return fail(body.at, "interface", number, `one of the ${reading.interfaces.length} described before it`);
  }
  const stamp = (BigInt(view.getUint32(body.at + 4, little)) << 32n) | BigInt(view.getUint32(body.at + 8, little));
  const length = view.getUint32(body.at + 12, little);
  const dataAt = body.at + PACKET_BODY;
  if (padded(length) > body.end - dataAt) fail(body.at + 12, "captured length", length, `at most ${body.end - dataAt}`);
  const comment = optionText(reading, readOptions(reading, dataAt + padded(length), body.end), COMMENT);
  return {
    epochNs: (stamp * 1_000_000_000n) / source.unitsPerSecond + source.offsetNs,
    bytes: bytes.slice(dataAt, dataAt + length),
    originalLength: view.getUint32(body.at + 16, little),
    linkType: source.linkType,
    ...(comment === undefined ? {} : { comment }),
  };
}

/** The value of the first option of each code. */
type Options = ReadonlyMap<number, Body>;

function readOptions(reading: Reading, from: number, end: number): Options {
  const { view, little } = reading;
  const options = new Map<number, Body>();
  for (let at = from; at + 4 <= end;) {
    const code = view.getUint16(at, little);
    const length = view.getUint16(at + 2, little);
    if (code === END_OF_OPTIONS) break;
    if (padded(length) > end - at - 4) fail(at + 2, `length of option ${code}`, length, `at most ${end - at - 4}`);
    if (!options.has(code)) options.set(code, { at: at + 4, end: at + 4 + length });
    at += 4 + padded(length);
  }
  return options;
}

function optionText(reading: Reading, options: Options, code: number): string | undefined {
  const value = options.get(code);
  return value && decodeUtf8(reading.bytes.subarray(value.at, value.end));
}

/** The start of an option that must have this length; undefined where there is none. */
function optionAt(options: Options, code: number, length: number): number | undefined {
  const value = options.get(code);
  if (value === undefined) return undefined;
  const got = value.end - value.at;
  if (got !== length) fail(value.at - 2, `length of option ${code}`, got, String(length));
  return value.at;
}

function needBody(body: Body, length: number, name: string): void {
  if (body.end - body.at < length) fail(body.at, `${name} length`, body.end - body.at, `at least ${length}`);
}

function fail(at: number, field: string, got: number | string, want: string, advice?: string): never {
  throw new WireError({ what: WHAT, at, field, got, want, ...(advice === undefined ? {} : { advice }) });
}
