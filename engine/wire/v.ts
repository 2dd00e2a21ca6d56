/**
 * Packets of the V kernel, straight on the Ethernet: a header, and the bytes of a message or of a segment.
 *
 * Messages of 32 bytes, 32-bit process identifiers of a logical host and a process on it, and packets straight on the
 * Ethernet are V’s (Cheriton and Zwaenepoel 1983). The Ethernet type is that of the V kernel (RFC 1700). **Names, order
 * and codes of the fields, and 1,024 bytes of data in a full packet, are ours.**
 */
import { newBytes } from "./bytes.ts";
import { needBytes, WireError } from "./error.ts";
import { emitEthernet, ETHERNET_BYTES, parseEthernet } from "./ethernet.ts";
import { field, fieldError, header } from "./header.ts";
import type { Dissector } from "./layer.ts";
import { packetTable } from "./packet-table.ts";
import type { Addresses } from "./station.ts";

export const ETHERTYPE_V = 0x805c;
/** A message, whatever the program has put into it. */
export const V_MESSAGE_BYTES = 32;
/** The most data behind the header. */
export const V_PACKET_BYTES = 1024;
const LAST = 1;

export const V_HEADER = header("V interkernel header", "Cheriton and Zwaenepoel 1983; fields and order are ours.", {
  kind: field("kind", 0, 16, "1 message, 2 reply, 3 pending, 4 fetch, 5 data, 6 acknowledgement, 7 nak"),
  flags: field("flags", 2, 16, "1: the last packet of a move", { max: LAST, flags: { last: LAST } }),
  call: field("sequence", 4, 32, "of the message among those of its sender"),
  from: field("from", 8, 32, "the process that sends: its logical host, and its number there"),
  to: field("to", 12, 32, "the process or the group of processes that is to have it"),
  size: field("segment", 16, 32, "bytes of the segment that goes with the message or the reply; 0 for none"),
  place: field("place", 20, 32, "the first byte of the data in its segment, or the first one that is missing"),
  dataBytes: field("data bytes", 24, 32, "of what stands behind the header"),
});
const F = V_HEADER.fields;

const KINDS = {
  message: [1, "request"],
  reply: [2, "reply"],
  pending: [3, "busy"],
  fetch: [4, "other"],
  data: [5, "other"],
  acknowledgement: [6, "acknowledgement"],
  nak: [7, "other"],
} as const;

const TABLE = packetTable({
  name: "V interkernel",
  header: V_HEADER,
  kinds: KINDS,
  below: "Ethernet",
  keys: [ETHERTYPE_V],
  // A group is called, and one of its processes answers: the caller and its number tell the call.
  call: ({ kind, call, from, to }) => ({ call, identity: [kind === "message" ? from : to, call] }),
});

export type VKind = keyof typeof KINDS;
export const V_KINDS: readonly VKind[] = TABLE.kinds;

/** A packet as the kernels know it. */
export interface VPacket {
  readonly kind: VKind;
  /** The message’s number among those of its sender. */
  readonly call: number;
  readonly from: number; // process
  readonly to: number; // process, or group
  /** Bytes of the segment of a message or a reply, or of the one that is moved; 0 for none. */
  readonly size: number;
  readonly place: number;
  /** The last packet of a move. */
  readonly last: boolean;
  readonly data: Uint8Array;
}

/** Messages and replies without a segment behind them have room for 32 bytes, used or not. */
const isPadded = ({ kind, data }: Pick<VPacket, "kind" | "data">): boolean =>
  (kind === "message" || kind === "reply") && data.length < V_MESSAGE_BYTES;

/** The bytes of a packet. Throws WireError where a value does not fit. */
export function writeV({ last, ...packet }: VPacket): Uint8Array {
  const dataBytes = packet.data.length;
  within("dataBytes", dataBytes, 0, V_PACKET_BYTES);
  const written = TABLE.write({ ...packet, flags: last ? LAST : 0, dataBytes });
  if (!isPadded(packet)) return written;
  const padded = new Uint8Array(V_HEADER.bytes + V_MESSAGE_BYTES);
  padded.set(written);
  return padded;
}

/** The packet in these bytes; what stands behind its data pads it. Throws WireError where they make no sense. */
export function readV(bytes: Uint8Array): VPacket {
  needBytes(V_HEADER.what, 0, bytes.length, V_HEADER.bytes);
  const { kind, call, from, to, size, place, flags, dataBytes, data } = TABLE.read(bytes);
  within("flags", flags, 0, LAST);
  within("dataBytes", dataBytes, 0, Math.min(data.length, V_PACKET_BYTES));
  return { kind, call, from, to, size, place, last: flags === LAST, data: data.subarray(0, dataBytes) };
}

function within(key: keyof typeof F, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  throw fieldError(F[key], 0, value, `${least} to ${most}`);
}

/** A frame of the packet between two stations. */
export function encodeVFrame(packet: VPacket, { from, to }: Addresses): Uint8Array {
  const inside = writeV(packet);
  const frame = newBytes(ETHERNET_BYTES + inside.length);
  emitEthernet({ to: to.mac, from: from.mac, type: ETHERTYPE_V }, frame, 0);
  frame.set(inside, ETHERNET_BYTES);
  return frame;
}

/** Throws WireError where the bytes are no frame of V, or make no sense. */
export function decodeVFrame(frame: Uint8Array): VPacket {
  const { type } = parseEthernet(frame);
  if (type !== ETHERTYPE_V) {
    throw new WireError({ what: "Ethernet header", at: 12, field: "type", got: type, want: String(ETHERTYPE_V) });
  }
  return readV(frame.subarray(ETHERNET_BYTES));
}

/** Shows the header by its table; bytes that contradict each other are shown as malformed. */
export const dissectors: readonly Dissector[] = TABLE.dissectors.map((one) => ({
  ...one,
  read: (frame, at, end, below) => {
    try {
      readV(frame.subarray(at, end));
    } catch (error) {
      if (error instanceof WireError) return error.message;
      throw error; // a bug of ours, not of the bytes
    }
    return one.read(frame, at, end, below);
  },
}));
