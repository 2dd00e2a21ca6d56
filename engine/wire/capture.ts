/** Capture files of either format, read alike. */
import { hex, u32 } from "./bytes.ts";
import { WireError } from "./error.ts";
import type { Capture } from "./captured.ts";
import { isPcap, readPcap } from "./pcap.ts";
import { isPcapng, readPcapng } from "./pcapng.ts";

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
