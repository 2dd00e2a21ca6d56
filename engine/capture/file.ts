/**
 * Frames of a capture file of either format, as its bytes come. It keeps no more of the file than the packet that it is
 * in the middle of, so that a file may have any length.
 */
import { digitsOf, joined } from "../wire/bytes.ts";
import { DamagedFile } from "./frame.ts";
import type { FileFacts, Frame, Unframer } from "./frame.ts";
import { isPcapng, PcapngStream } from "./pcapng-stream.ts";
import { pcapShape, PcapStream } from "./pcap-stream.ts";

/** A file of another kind: nothing of it can be read. */
export class ForeignFile extends Error {
  override readonly name = "ForeignFile";
}

/** RFC 1952 §2.3.1. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

const SHOWN_BYTES = 8;
/** First bytes of files that people take for captures. */
const STRANGERS: readonly (readonly [start: string, what: string])[] = [
  ["504b0304", "a zip archive: unpack it first"],
  ["28b52ffd", "packed by zstd: unpack it first"],
  ["fd377a585a00", "packed by xz: unpack it first"],
  ["425a68", "packed by bzip2: unpack it first"],
  ["04224d18", "packed by lz4: unpack it first"],
  ["736e6f6f70000000", "a capture of snoop: save it as pcapng first"],
  ["7f454c46", "a program"],
  ["3c21444f43", "a page of HTML"],
  ["3c68746d6c", "a page of HTML"],
  ["7b", "perhaps JSON: lab trace reads traces of services"],
];

const SHOWN_LETTERS = 40;

/** The first bytes: as text where they are letters, else as digits. */
function beginningOf(bytes: Uint8Array): string {
  const text = String.fromCharCode(...bytes.subarray(0, SHOWN_LETTERS));
  if (/^[\t\n\r\x20-\x7e]+$/.test(text)) return JSON.stringify(text.trim().replace(/[\r\n].*/s, ""));
  return digitsOf(bytes.subarray(0, SHOWN_BYTES)).replaceAll(/../g, "$& ").trim();
}

function foreign(bytes: Uint8Array): ForeignFile {
  if (bytes.length === 0) return new ForeignFile("The file is empty.");
  const digits = digitsOf(bytes.subarray(0, SHOWN_BYTES));
  const known = STRANGERS.find(([start]) => digits.startsWith(start));
  const guess = known === undefined ? "" : ` It looks like ${known[1]}.`;
  return new ForeignFile(`This is no capture: it begins with ${beginningOf(bytes)}. ${WANTED}${guess}`);
}

const WANTED =
  "A pcap file begins with a1 b2 c3 d4 or a1 b2 3c 4d, in either order, a pcapng file with 0a 0d 0d 0a, and a file " +
  "packed by gzip with 1f 8b.";

const grouped = (value: number): string => String(value).replaceAll(/\B(?=(\d{3})+$)/g, ",");

/** Reads frames from chunks. The reader unpacks gzip before: see isGzip. */
export class FrameReader {
  readonly facts: FileFacts = {
    format: "unknown",
    isPacked: false,
    frames: 0,
    cutFrames: 0,
    bytes: 0,
    start: null,
    declaredResolutionNs: null,
    dropped: 0,
    linkTypes: new Set(),
    comments: [],
    packetComments: [],
    notes: [],
  };
  private unframer: Unframer | null = null;
  private rest: Uint8Array = new Uint8Array(0);
  private restAt = 0; // byte of the file at which `rest` begins
  private isDamaged = false;

  /** Throws ForeignFile for a file that is no capture. A damaged one is read up to there, and a note says where. */
  push(chunk: Uint8Array, give: (frame: Frame) => void): void {
    this.facts.bytes += chunk.length;
    if (this.isDamaged || chunk.length === 0) return;
    const bytes = this.rest.length === 0 ? chunk : joined(this.rest, chunk);
    if (this.unframer === null && bytes.length < 4) {
      this.rest = bytes.slice();
      return;
    }
    this.unframer ??= this.begin(bytes);
    try {
      const done = this.unframer.take(bytes, give);
      this.rest = bytes.slice(done);
      this.restAt += done;
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      this.isDamaged = true;
      this.rest = new Uint8Array(0);
      const at = this.restAt + error.at;
      const where = `The file is damaged at byte ${grouped(at)}: ${error.message}.`;
      this.facts.notes.push({ at, text: `${where} The ${grouped(this.facts.frames)} packets before it are shown.` });
    }
  }

  /** @param why the reason of an end that came before the file's own, such as damaged packing */
  finish(why: string | null = null): void {
    if (this.unframer === null) throw foreign(this.rest);
    const { facts, rest, restAt, unframer } = this;
    const left = rest.length;
    if (this.isDamaged || (left === 0 && why === null)) return;
    const at = restAt + left;
    const inside = left === 0 ? `after packet ${facts.frames}` : `in the middle of ${unframer.inside()}`;
    const reason = why === null ? "" : ` (${why})`;
    const where = `The file ends ${inside}, at byte ${grouped(at)}${reason}.`;
    const text = `${where} All before it is shown; calls that are open there may have had their replies later.`;
    facts.notes.push({ at, text });
  }

  private begin(bytes: Uint8Array): Unframer {
    const { facts } = this;
    if (isPcapng(bytes)) {
      facts.format = "pcapng";
      return new PcapngStream(facts);
    }
    const shape = pcapShape(bytes);
    if (shape === null) throw foreign(bytes);
    facts.format = "pcap";
    return new PcapStream(facts, shape);
  }
}
