/** A frame of a capture file, and what a reader has to say about the file itself. */

export interface Frame {
  readonly number: number; // from 1, as Wireshark counts
  /** Nanoseconds since the first frame: exact for 104 days. */
  readonly timeNs: number;
  readonly bytes: Uint8Array; // of the reader's buffer: who keeps them makes a copy
  readonly length: number; // bytes on the wire: more than bytes.length where the snapshot length cut the frame
  readonly linkType: number; // LINKTYPE_… of www.tcpdump.org/linktypes.html; 1 is Ethernet
  readonly comment?: string;
}

/** A moment since 1970, in two exact numbers. */
export interface Stamp {
  readonly seconds: number;
  readonly ns: number; // less than a second, where the file is sound
}

/** A sentence about a file that is cut, damaged or incomplete in another way. */
interface FileNote {
  readonly at: number; // byte of the (unpacked) file
  readonly text: string;
}

/** What a file says of itself. */
export interface FileFacts {
  format: "pcap" | "pcapng" | "unknown";
  isPacked: boolean; // gzip around it
  frames: number;
  cutFrames: number; // longer on the wire than in the file
  bytes: number; // read, unpacked
  /** The moment of the first frame; null before there is one. */
  start: Stamp | null;
  /** The steps of the file’s times, in nanoseconds: the coarsest of its interfaces; null before one is known. */
  declaredResolutionNs: number | null;
  /** Frames that the recorder says it dropped. */
  dropped: number;
  readonly linkTypes: Set<number>;
  readonly comments: string[]; // on sections and interfaces
  readonly packetComments: { readonly frame: number; readonly text: string }[];
  readonly notes: FileNote[];
}

/** Takes frames out of the bytes of a file, as far as they have come. */
export interface Unframer {
  /** Reads what is whole of `bytes`, and returns how many bytes it is done with. */
  readonly take: (bytes: Uint8Array, give: (frame: Frame) => void) => number;
  /** Says what the rest of a file is in the middle of: "packet 57". */
  readonly inside: () => string;
}

/** Where a file cannot be read any further. */
export class DamagedFile extends Error {
  override readonly name = "DamagedFile";
  readonly at: number; // byte in the bytes that were handed over

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** Bytes of a packet or block that a reader takes at most: a file that says more is damaged. */
export const MOST_FRAME = 1 << 24;

const NS = 1_000_000_000;

/** Numbers frames and turns their moments into nanoseconds since the first. */
export class FrameCounter {
  private readonly facts: FileFacts;

  constructor(facts: FileFacts) {
    this.facts = facts;
  }

  frame(stamp: Stamp, bytes: Uint8Array, length: number, linkType: number, comment?: string): Frame {
    const { facts } = this;
    const start = (facts.start ??= stamp);
    facts.frames += 1;
    if (length > bytes.length) facts.cutFrames += 1;
    facts.linkTypes.add(linkType);
    const timeNs = (stamp.seconds - start.seconds) * NS + (stamp.ns - start.ns);
    const frame = { number: facts.frames, timeNs, bytes, length: Math.max(length, bytes.length), linkType };
    return comment === undefined ? frame : { ...frame, comment };
  }
}

/** Seconds since 1970 with nine digits: "1795241278.157545879". */
export function epochText(start: Stamp, timeNs: number): string {
  const sum = start.ns + Math.round(timeNs);
  const seconds = start.seconds + Math.floor(sum / NS);
  if (seconds >= 0 && Number.isSafeInteger(sum)) {
    return `${seconds}.${String(sum - Math.floor(sum / NS) * NS).padStart(9, "0")}`;
  }
  const ns = BigInt(start.seconds) * BigInt(NS) + BigInt(start.ns) + BigInt(Math.round(timeNs));
  const sign = ns < 0n ? "-" : "";
  const digits = (ns < 0n ? -ns : ns).toString().padStart(10, "0");
  return `${sign}${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
