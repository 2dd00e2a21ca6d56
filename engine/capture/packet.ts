/** A datagram or segment that IP carried, or the data of a frame of one of the lab’s systems. */
export interface Packet {
  readonly frame: number; // the last one, where it came in fragments
  readonly timeNs: number;
  readonly protocol: number;
  /** The bytes that hold the addresses: the source's, and then the destination's. */
  readonly addresses: Uint8Array;
  readonly addressAt: number;
  readonly addressBytes: 4 | 6 | 16; // 6: stations of an Ethernet, which have no ports
  readonly ttl: number;
  readonly isBroadcast: boolean;
  readonly isOutgoing: boolean | null;
  /** The data that IP carries: bytes[at..end) are seen, and it has `length` bytes. */
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly end: number;
  readonly length: number;
  readonly isIncomplete: boolean; // fragments of it are not in the file
}
