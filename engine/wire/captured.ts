/** The content of a capture file of either format. */

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
