/**
 * Frames of a pcapng file (draft-ietf-opsawg-pcapng), as its bytes come: blocks of type, length, body, length again.
 * Sections of either byte order, several interfaces with time resolutions of their own, comments, and the older kinds
 * of packet blocks are read; every other kind of block is passed over.
 */
import { padded } from "../wire/bytes.ts";
import { decodeUtf8 } from "../wire/utf8.ts";
import { DamagedFile, FrameCounter, MOST_FRAME } from "./frame.ts";
import type { FileFacts, Frame, Stamp, Unframer } from "./frame.ts";

/** §4 of the draft. */
const SECTION_HEADER = 0x0a0d0d0a;
const INTERFACE_DESCRIPTION = 1;
const OLD_PACKET = 2;
const SIMPLE_PACKET = 3;
const STATISTICS = 5;
const ENHANCED_PACKET = 6;
const BYTE_ORDER_MAGIC = 0x1a2b3c4d;
const BLOCK_FRAME = 12;

/** Options: §3.5 for all blocks, §4.2 and §4.6 for the others. */
const COMMENT = 1;
const TIME_RESOLUTION = 9;
const TIME_OFFSET = 14;
const DROPPED_BY_INTERFACE = 5;
const DROPPED_BY_SYSTEM = 7;

const NS = 1_000_000_000;
/** Comments that are kept; a file may have one on every packet. */
const MOST_COMMENTS = 1000;

interface Interface {
  readonly linkType: number;
  readonly snapLength: number; // 0 for none
  readonly isMicro: boolean; // microseconds without an offset: the usual case, by plain numbers
  readonly unitsPerSecond: bigint;
  readonly offsetNs: bigint;
}

type Option = readonly [from: number, end: number];

export const isPcapng = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && bytes[0] === 0x0a && bytes[1] === 0x0d && bytes[2] === 0x0d && bytes[3] === 0x0a;

export class PcapngStream implements Unframer {
  private readonly facts: FileFacts;
  private readonly counter: FrameCounter;
  private bytes: Uint8Array = new Uint8Array(0);
  private view: DataView = new DataView(this.bytes.buffer);
  private little = true;
  private interfaces: Interface[] = [];
  private last: Stamp | null = null;
  private isSaidTimeless = false;
  private blocks = 0;

  constructor(facts: FileFacts) {
    this.facts = facts;
    this.counter = new FrameCounter(facts);
  }

  take(bytes: Uint8Array, give: (frame: Frame) => void): number {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    while (bytes.length - at >= BLOCK_FRAME) {
      const isSection = this.view.getUint32(at, true) === SECTION_HEADER; // reads the same either way round
      if (isSection) this.little = this.byteOrder(at);
      const length = this.view.getUint32(at + 4, this.little);
      if (length < BLOCK_FRAME || length % 4 !== 0 || length > MOST_FRAME) {
        const want = `a multiple of 4 of ${BLOCK_FRAME}…${MOST_FRAME}`;
        throw new DamagedFile(at + 4, `block ${this.blocks + 1} says ${length} bytes, want ${want}`);
      }
      if (bytes.length - at < length) break;
      const again = this.view.getUint32(at + length - 4, this.little);
      if (again !== length) {
        const what = `block ${this.blocks + 1} says ${length} bytes at its start and ${again} at its end`;
        throw new DamagedFile(at + length - 4, what);
      }
      this.block(this.view.getUint32(at, this.little), at + 8, at + length - 4, give);
      this.blocks += 1;
      at += length;
    }
    return at;
  }

  inside(): string {
    return `block ${this.blocks + 1}, after packet ${this.facts.frames}`;
  }

  private byteOrder(at: number): boolean {
    if (this.view.getUint32(at + 8, true) === BYTE_ORDER_MAGIC) return true;
    if (this.view.getUint32(at + 8, false) === BYTE_ORDER_MAGIC) return false;
    throw new DamagedFile(at + 8, "the byte-order mark of a section is none, want 0x1a2b3c4d in either order");
  }

  private block(type: number, at: number, end: number, give: (frame: Frame) => void): void {
    switch (type) {
      case SECTION_HEADER:
        return this.section(at, end);
      case INTERFACE_DESCRIPTION:
        return this.description(at, end);
      case STATISTICS:
        return this.statistics(at, end);
      case ENHANCED_PACKET:
      case OLD_PACKET:
        return give(this.packet(type, at, end));
      case SIMPLE_PACKET:
        return give(this.simple(at, end));
      default:
    }
  }

  private need(at: number, end: number, length: number, what: string): void {
    if (end - at < length) throw new DamagedFile(at, `${what} has ${end - at} bytes, want at least ${length}`);
  }

  private section(at: number, end: number): void {
    this.need(at, end, 16, "a section header");
    const major = this.view.getUint16(at + 4, this.little);
    if (major !== 1) throw new DamagedFile(at + 4, `the section’s major version is ${major}, want 1`);
    this.interfaces = []; // numbered anew in each section
    this.comments(this.options(at + 16, end));
  }

  private description(at: number, end: number): void {
    this.need(at, end, 8, "an interface description");
    const options = this.options(at + 8, end);
    const resolutionAt = this.value(options, TIME_RESOLUTION, 1);
    const resolution = resolutionAt === null ? 6 : this.view.getUint8(resolutionAt); // §4.2: microseconds unless said
    const offsetAt = this.value(options, TIME_OFFSET, 8);
    const offset = offsetAt === null ? 0n : this.view.getBigInt64(offsetAt, this.little);
    // The top bit chooses powers of two (§4.2, if_tsresol).
    const exponent = resolution & 0x7f;
    const unitsPerSecond = (resolution & 0x80) === 0 ? 10n ** BigInt(exponent) : 2n ** BigInt(exponent);
    const stepNs = NS / Number(unitsPerSecond);
    this.facts.declaredResolutionNs = Math.max(this.facts.declaredResolutionNs ?? 0, stepNs);
    this.interfaces.push({
      linkType: this.view.getUint16(at, this.little),
      snapLength: this.view.getUint32(at + 4, this.little),
      isMicro: resolution === 6 && offset === 0n,
      unitsPerSecond,
      offsetNs: offset * BigInt(NS),
    });
    this.comments(options);
  }

  private statistics(at: number, end: number): void {
    this.need(at, end, 12, "interface statistics");
    const options = this.options(at + 12, end);
    const counts = [DROPPED_BY_INTERFACE, DROPPED_BY_SYSTEM].map((code) => {
      const place = this.value(options, code, 8);
      return place === null ? 0 : Number(this.view.getBigUint64(place, this.little));
    });
    this.facts.dropped = Math.max(this.facts.dropped, ...counts);
  }

  private packet(type: number, at: number, end: number): Frame {
    this.need(at, end, 20, "a packet block");
    const { view, little } = this;
    const number = type === ENHANCED_PACKET ? view.getUint32(at, little) : view.getUint16(at, little);
    const source = this.interfaces[number];
    if (source === undefined) {
      const what = `packet ${this.facts.frames + 1} is of interface ${number}`;
      throw new DamagedFile(at, `${what}, and ${this.interfaces.length} are described before it`);
    }
    const stamp = stampOf(source, view.getUint32(at + 4, little), view.getUint32(at + 8, little));
    const length = view.getUint32(at + 12, little);
    const from = at + 20;
    if (padded(length) > end - from) {
      const what = `packet ${this.facts.frames + 1} says ${length} bytes, and its block has ${end - from}`;
      throw new DamagedFile(at + 12, what);
    }
    const options = this.options(from + padded(length), end);
    const comment = this.commentIn(options);
    const { frames, packetComments } = this.facts;
    if (comment !== undefined && packetComments.length < MOST_COMMENTS) {
      packetComments.push({ frame: frames + 1, text: comment });
    }
    this.last = stamp;
    const original = view.getUint32(at + 16, little);
    return this.counter.frame(stamp, this.bytes.subarray(from, from + length), original, source.linkType, comment);
  }

  /** §4.4: without a time, of the first interface. */
  private simple(at: number, end: number): Frame {
    this.need(at, end, 4, "a simple packet block");
    const source = this.interfaces[0];
    if (source === undefined) throw new DamagedFile(at, "a simple packet stands before any interface");
    if (!this.isSaidTimeless) {
      const text = "It has simple packets, which carry no time: each has the time of the packet before it.";
      this.facts.notes.push({ at: 0, text });
      this.isSaidTimeless = true;
    }
    const original = this.view.getUint32(at, this.little);
    const most = source.snapLength === 0 ? original : Math.min(original, source.snapLength);
    const length = Math.min(most, end - at - 4);
    const stamp = this.last ?? { seconds: 0, ns: 0 };
    return this.counter.frame(stamp, this.bytes.subarray(at + 4, at + 4 + length), original, source.linkType);
  }

  /** The first option of each code. */
  private options(from: number, end: number): ReadonlyMap<number, Option> {
    const options = new Map<number, Option>();
    for (let at = from; at + 4 <= end;) {
      const code = this.view.getUint16(at, this.little);
      const length = this.view.getUint16(at + 2, this.little);
      if (code === 0) break;
      if (length > end - at - 4) {
        throw new DamagedFile(at + 2, `option ${code} says ${length} bytes, and its block has ${end - at - 4}`);
      }
      if (!options.has(code)) options.set(code, [at + 4, at + 4 + length]);
      at += 4 + padded(length);
    }
    return options;
  }

  /** Where an option's value of this length is; null where there is none. */
  private value(options: ReadonlyMap<number, Option>, code: number, length: number): number | null {
    const option = options.get(code);
    if (option === undefined) return null;
    if (option[1] - option[0] !== length) {
      throw new DamagedFile(option[0], `option ${code} has ${option[1] - option[0]} bytes, want ${length}`);
    }
    return option[0];
  }

  private commentIn(options: ReadonlyMap<number, Option>): string | undefined {
    const option = options.get(COMMENT);
    return option === undefined ? undefined : decodeUtf8(this.bytes.subarray(option[0], option[1]));
  }

  private comments(options: ReadonlyMap<number, Option>): void {
    const text = this.commentIn(options);
    if (text !== undefined && this.facts.comments.length < MOST_COMMENTS) this.facts.comments.push(text);
  }
}

function stampOf(source: Interface, high: number, low: number): Stamp {
  if (source.isMicro && high < 2 ** 20) {
    const micros = high * 2 ** 32 + low;
    const seconds = Math.floor(micros / 1_000_000);
    return { seconds, ns: (micros - seconds * 1_000_000) * 1000 };
  }
  const units = (BigInt(high) << 32n) | BigInt(low);
  const ns = (units * BigInt(NS)) / source.unitsPerSecond + source.offsetNs;
  const rest = ((ns % BigInt(NS)) + BigInt(NS)) % BigInt(NS);
  return { seconds: Number((ns - rest) / BigInt(NS)), ns: Number(rest) };
}
