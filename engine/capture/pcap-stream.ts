/**
 * Frames of a classic pcap file (draft-ietf-opsawg-pcap), as its bytes come: a header of 24 bytes whose magic number
 * gives byte order and unit of time, then records of 16 bytes and a packet.
 */
import { DamagedFile, MOST_FRAME, FrameCounter } from "./frame.ts";
import type { FileFacts, Frame, Unframer } from "./frame.ts";

const HEADER_BYTES = 24;
const MICRO = 0xa1b2c3d4;
const NANO = 0xa1b23c4d;
/** Kuznetzov's: records have eight bytes more. Named in Wireshark's wiki, "Development/LibpcapFileFormat". */
const MODIFIED = 0xa1b2cd34;

interface Shape {
  readonly little: boolean;
  readonly nsPerUnit: number;
  readonly recordBytes: number;
}

export function pcapShape(bytes: Uint8Array): Shape | null {
  if (bytes.length < 4) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, 4);
  for (const little of [true, false]) {
    const magic = view.getUint32(0, little);
    if (magic === MICRO) return { little, nsPerUnit: 1000, recordBytes: 16 };
    if (magic === NANO) return { little, nsPerUnit: 1, recordBytes: 16 };
    if (magic === MODIFIED) return { little, nsPerUnit: 1000, recordBytes: 24 };
  }
  return null;
}

export class PcapStream implements Unframer {
  private readonly facts: FileFacts;
  private readonly counter: FrameCounter;
  private readonly shape: Shape;
  private linkType: number | null = null; // null before the header has come

  constructor(facts: FileFacts, shape: Shape) {
    this.facts = facts;
    this.counter = new FrameCounter(facts);
    this.shape = shape;
    facts.declaredResolutionNs = shape.nsPerUnit;
  }

  take(bytes: Uint8Array, give: (frame: Frame) => void): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const { little, nsPerUnit, recordBytes } = this.shape;
    let at = 0;
    if (this.linkType === null) {
      if (bytes.length < HEADER_BYTES) return 0;
      const major = view.getUint16(4, little);
      if (major !== 2) throw new DamagedFile(4, `its major version is ${major}, want 2`);
      this.linkType = view.getUint32(20, little) & 0xffff; // the upper bits tell of check sequences
      at = HEADER_BYTES;
    }
    while (bytes.length - at >= recordBytes) {
      const length = view.getUint32(at + 8, little);
      if (length > MOST_FRAME) {
        throw new DamagedFile(
          at + 8,
          `packet ${this.facts.frames + 1} says ${length} bytes, want at most ${MOST_FRAME}`,
        );
      }
      const from = at + recordBytes;
      if (bytes.length - from < length) break;
      const stamp = { seconds: view.getUint32(at, little), ns: view.getUint32(at + 4, little) * nsPerUnit };
      const packet = bytes.subarray(from, from + length);
      give(this.counter.frame(stamp, packet, view.getUint32(at + 12, little), this.linkType));
      at = from + length;
    }
    return at;
  }

  inside(): string {
    return this.linkType === null ? "its header" : `packet ${this.facts.frames + 1}`;
  }
}
