/** The layers of a frame, each with fields that name their bytes; and the dissectors that find them. */

export interface Field {
  readonly name: string;
  readonly text: string; // the value, as people write it
  readonly at: number; // first byte, from the start of the frame
  readonly length: number; // bytes
  readonly note?: string; // what is wrong or remarkable
}

export interface Layer {
  readonly name: string; // "Ethernet", "IPv4", "UDP", "RPC2", …; "data", "padding", "malformed"
  readonly length: number; // bytes
  readonly fields: readonly Field[];
}

/** A field whose place or words no table gives. */
export const shownField = (name: string, text: string | number, at: number, length: number, note?: string): Field => ({
  name,
  text: String(text),
  at,
  length,
  ...(note === undefined ? {} : { note }),
});

/** Bytes that are not taken apart: a layer, or none where there are no bytes. */
export function bytesLayer(name: string, at: number, end: number, note?: string): readonly Layer[] {
  if (at >= end) return [];
  const length = end - at;
  return [{ name, length, fields: [shownField("bytes", length, at, length, note)] }];
}

/** The layer below the bytes that a dissector is asked about. */
export interface Below {
  readonly name: string; // of the dissector below: "UDP"; "frame" for the whole frame
  readonly at: number; // where its header starts
  /** The numbers that say which format it carries: an Ethernet type, a protocol of IPv4, the ports. */
  readonly keys: readonly number[];
  readonly isFragment: boolean; // whether this is the first of several fragments: the rest of the bytes is not here
  /** The note on its bytes where no dissector takes them. */
  readonly unread?: string;
}

/** The bytes that a format took, and what it leaves to others. */
export interface Taken {
  readonly layers: readonly Layer[];
  /** The bytes that it carries, for the dissectors above it. */
  readonly inside?: Omit<Below, "name" | "at"> & { readonly from: number; readonly end: number };
  /** The bytes behind it that its own lengths leave out, such as padding. */
  readonly behind?: { readonly name: string; readonly from: number; readonly note?: string };
}

/** The purpose of a packet, whatever its format calls it. Only an acknowledgement carries nothing but its header. */
export type PacketRole = "request" | "reply" | "busy" | "acknowledgement" | "other";

/** A packet as a part of its call, for readers of captures. */
export interface CallPacket {
  /** "more" is a further packet of the message that its sender has begun, be it the request or the reply. */
  readonly role: "request" | "reply" | "busy" | "more";
  readonly kind: string; // "call", "result": the format's word
  readonly call: number; // the number of the call
  /** Numbers that tell the call from all others between the same two machines. */
  readonly identity: readonly number[];
  readonly place: number; // of the packet in its message; the same when it is sent again
  readonly procedure: number | null;
  readonly isFailed: boolean; // of a reply: the call was not executed
  readonly dataAt: number; // its arguments or results, to the end of the packet
}

/** The messages that follow one another on a connection, for readers of captures. */
export interface MessageStream {
  readonly headBytes: number; // of each message, which tell its length
  /** The bytes of the message that begins with `head`, of `headBytes` or fewer; null where none does. Never throws. */
  readonly lengthOf: (head: Uint8Array) => number | "more" | null;
  /** The part that a message has in a call; null where it has none. Its end may be missing. Never throws. */
  readonly callPacket: (message: Uint8Array) => CallPacket | null;
}

/** A packet of one of the lab’s systems, and the part that it has in a call; null where it has none. */
export interface SystemPacket {
  readonly system: string; // "Cedar RPC"
  readonly part: CallPacket | null;
  readonly end: number; // behind its last byte
}

/**
 * Takes one format apart. Dissectors that know a key are asked first, then the ones whose magic word stands there, then
 * the others.
 */
export interface Dissector {
  readonly name: string;
  readonly below: string; // the name of the dissector that carries it
  readonly keys?: readonly number[];
  readonly magic?: readonly number[]; // its first 32-bit word
  /** The words for its packets in a trace and in a fault script, "call" and "result", and what each packet is for. */
  readonly packetKinds?: Readonly<Record<string, PacketRole>>;
  /**
   * Reads `frame[at..end)`. Gives a text, which says what is wrong, for bytes that claim to be of this format and break
   * it; undefined for bytes of another format. Never throws.
   */
  readonly read: (frame: Uint8Array, at: number, end: number, below: Below) => Taken | string | undefined;
  /** The part that `frame[at..end)` has in a call; null where it has none, or is of another format. Never throws. */
  readonly callPacket?: (frame: Uint8Array, at: number, end: number, below: Below) => CallPacket | null;
  /** Of a format that TCP carries: its messages, wherever segments begin and end. */
  readonly stream?: MessageStream;
}
