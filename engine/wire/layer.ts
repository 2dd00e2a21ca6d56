/** What a frame is taken apart into: layers, each with fields that name their bytes. */

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

/** What lies around the bytes that a dissector is asked about. */
export interface Below {
  readonly name: string; // of the dissector below: "UDP"; "frame" for the whole frame
  readonly at: number; // where its header starts
  /** By which it names what it carries: an Ethernet type, a protocol of IPv4, the ports. */
  readonly keys: readonly number[];
  readonly isFragment: boolean; // whether this is the first of several fragments: the rest of the bytes is not here
  /** What to say of its bytes where no dissector takes them. */
  readonly unread?: string;
}

/** The bytes that a format took, and what it leaves to others. */
export interface Taken {
  readonly layers: readonly Layer[];
  /** What it carries, for the dissectors above it. */
  readonly inside?: Omit<Below, "name" | "at"> & { readonly from: number; readonly end: number };
  /** What lies behind it and inside of the bytes that it was asked about. */
  readonly behind?: { readonly name: string; readonly from: number; readonly note?: string };
}

/** What a packet is for, whatever its format calls it. Only an acknowledgement carries nothing but its header. */
export type PacketRole = "request" | "reply" | "busy" | "acknowledgement" | "other";

/**
 * Takes one format apart. Those that know a key are asked first, then those whose magic word stands there, then the
 * others.
 */
export interface Dissector {
  readonly name: string;
  readonly below: string; // the name of the dissector that carries it
  readonly keys?: readonly number[];
  readonly magic?: readonly number[]; // its first 32-bit word
  /** The words for its packets in a trace and in a fault script, "call" and "result", and what each packet is for. */
  readonly packetKinds?: Readonly<Record<string, PacketRole>>;
  /**
   * Of `frame[at..end)`. A text says why the bytes, which claim to be of this format, are not; undefined says that they
   * are of another. Never throws.
   */
  readonly read: (frame: Uint8Array, at: number, end: number, below: Below) => Taken | string | undefined;
}
