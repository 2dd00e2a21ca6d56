/** Capture files of either format, read alike. */
import { hex, u32 } from "./bytes.ts";
import { WireError } from "./error.ts";
import { isPcap, readPcap } from "./pcap.ts";
import { isPcapng, readPcapng } from "./pcapng.ts";

export interface CapturedPacket {
  /** Nanoseconds since 1970: a bigint, because a float64 counts those of today in steps of 256. */
  readonly epochNs: bigint;
  readonly bytes: Uint8Array;
  readonly originalLength: number; // larger than bytes.length where the capture cut the packet
  readonly linkType: number; // 1 Ethernet
  readonly comment?: string;
}

export interface Capture {
  readonly format: "pcap" | "pcapng";
  readonly packets: readonly CapturedPacket[];
  readonly comment?: string; // pcapng only, on the first section
  readonly application?: string;
}

/** Reads pcap or pcapng, by the first four bytes. Throws WireError for anything else, or a damaged file. */
export function readCapture(bytes: Uint8Array): Capture {
  if (isPcapng(bytes)) return readPcapng(bytes);
  if (isPcap(bytes)) return readPcap(bytes);
  throw new WireError({
    what: "capture file",
    at: 0,
    field: "magic number",
    got: bytes.length < 4 ? `${bytes.length} bytes` : hex(u32(bytes, 0), 8),
    want: "0x0a0d0d0a (pcapng), or 0xa1b2c3d4 or 0xa1b23c4d in either byte order (pcap)",
    advice: "Only pcap and pcapng files are read.",
  });
}
