/**
 * Capture files in the classic pcap format (draft-ietf-opsawg-pcap): a header of 24 bytes whose magic number gives byte
 * order and unit of time, then records of 16 bytes and the packet. Read only: we write pcapng.
 */
import type { Capture, CapturedPacket } from "./captured.ts";
import { u32 } from "./bytes.ts";
import { needBytes, WireError } from "./error.ts";

const MICROSECOND_MAGIC = 0xa1b2c3d4;
const NANOSECOND_MAGIC = 0xa1b23c4d;
const HEADER_BYTES = 24;
const RECORD_BYTES = 16;
const WHAT = "pcap";

interface Shape {
  readonly little: boolean;
  readonly nsPerUnit: bigint;
}

function shapeOf(bytes: Uint8Array): Shape | undefined {
  if (bytes.length < 4) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, 4);
  for (const little of [true, false]) {
    const magic = view.getUint32(0, little);
    if (magic === MICROSECOND_MAGIC) return { little, nsPerUnit: 1000n };
    if (magic === NANOSECOND_MAGIC) return { little, nsPerUnit: 1n };
  }
  return undefined;
}

export const isPcap = (bytes: Uint8Array): boolean => shapeOf(bytes) !== undefined;

/** Reads a whole file. Throws WireError where it is damaged. */
export function readPcap(bytes: Uint8Array): Capture {
  const shape = shapeOf(bytes);
  if (shape === undefined) {
    throw new WireError({ what: WHAT, at: 0, field: "magic number", got: u32(bytes, 0), want: "that of a pcap file" });
  }
  needBytes(`${WHAT} header`, 0, bytes.length, HEADER_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const major = view.getUint16(4, shape.little);
  if (major !== 2) throw new WireError({ what: WHAT, at: 4, field: "major version", got: major, want: "2" });
  const linkType = view.getUint32(20, shape.little) & 0xffff; // the upper bits tell of check sequences
  const packets: CapturedPacket[] = [];
  for (let at = HEADER_BYTES; at < bytes.length;) {
    const packet = readRecord(bytes, view, at, shape, linkType);
    packets.push(packet);
    at += RECORD_BYTES + packet.bytes.length;
  }
  return { format: "pcap", packets };
}

function readRecord(bytes: Uint8Array, view: DataView, at: number, shape: Shape, linkType: number): CapturedPacket {
  needBytes(`${WHAT} record`, at, bytes.length, RECORD_BYTES);
  const { little, nsPerUnit } = shape;
  const length = view.getUint32(at + 8, little);
  needBytes(`${WHAT} packet`, at + RECORD_BYTES, bytes.length, length);
  return {
    epochNs: BigInt(view.getUint32(at, little)) * 1_000_000_000n + BigInt(view.getUint32(at + 4, little)) * nsPerUnit,
    bytes: bytes.slice(at + RECORD_BYTES, at + RECORD_BYTES + length),
    originalLength: view.getUint32(at + 12, little),
    linkType,
  };
}
