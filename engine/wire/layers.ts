/**
 * Takes a frame apart into layers, each with fields that name their bytes. Where the readers of the formats
 * throw, this one shows: it never throws, and bytes that it cannot read end up in a last layer called "malformed".
 *
 * The formats bring their own dissectors, each in a file *-layers.ts; `npm run catalogues` lists them (dissectors.ts).
 *
 * Rules
 * 1. The layers tile the frame: their lengths add up to its length, in order.
 * 2. Every field lies inside the frame; fields may share bytes (flags) and need not cover them all.
 * 3. A wrong checksum is a note on its field, not a malformed layer: the bytes can still be read.
 */
import { u32 } from "./bytes.ts";
import { DISSECTORS } from "./dissectors.ts";
import { bytesLayer, shownField } from "./layer.ts";
import type { Below, Dissector, Layer, MessageStream, SystemPacket } from "./layer.ts";

const WHOLE: Below = { name: "frame", at: 0, keys: [], isFragment: false };

/** The layers of a frame that starts with an Ethernet II header. Never throws. */
export function dissect(frame: Uint8Array): Layer[] {
  const layers: Layer[] = [];
  readInside(frame, 0, frame.length, WHOLE, layers);
  return layers;
}

function readInside(frame: Uint8Array, at: number, end: number, below: Below, layers: Layer[]): void {
  for (const { name, read } of candidates(frame, at, end, below)) {
    const taken = read(frame, at, end, below);
    if (taken === undefined) continue;
    if (typeof taken === "string") return malformed(layers, at, frame.length, taken);
    const { inside, behind } = taken;
    layers.push(...taken.layers);
    if (inside !== undefined) readInside(frame, inside.from, inside.end, { ...inside, name, at }, layers);
    // A malformed layer takes all that is left, so that it stays the last.
    if (behind !== undefined && layers.at(-1)?.name !== "malformed") {
      layers.push(...bytesLayer(behind.name, behind.from, end, behind.note));
    }
    return;
  }
  layers.push(...bytesLayer("data", at, end, below.unread));
}

/**
 * The packet of one of the lab’s systems in `frame[at..end)`, found by the numbers of the layer below alone: an
 * Ethernet type, or two ports. Null for others. Never throws.
 */
export function systemPacket(frame: Uint8Array, at: number, end: number, below: Below): SystemPacket | null {
  for (const one of DISSECTORS) {
    if (one.below !== below.name || one.keys?.some((key) => below.keys.includes(key)) !== true) continue;
    if (one.callPacket !== undefined) {
      return { system: one.name, part: one.callPacket(frame, at, end, below), end };
    }
    const taken = one.read(frame, at, end, below);
    const inside = typeof taken === "object" ? taken.inside : undefined;
    if (inside === undefined) continue;
    const found = systemPacket(frame, inside.from, inside.end, { ...inside, name: one.name, at });
    if (found !== null) return found;
  }
  return null;
}

/** The format of the lab’s that a TCP connection between these ports may carry; null for others. */
export function systemStream(
  ports: readonly number[],
): { readonly system: string; readonly stream: MessageStream } | null {
  for (const { name, below, keys, stream } of DISSECTORS) {
    if (below === "TCP" && stream !== undefined && keys?.some((key) => ports.includes(key)) === true) {
      return { system: name, stream };
    }
  }
  return null;
}

function malformed(layers: Layer[], at: number, end: number, reason: string): void {
  layers.push({ name: "malformed", length: end - at, fields: [shownField("reason", reason, at, end - at)] });
}

/** The dissectors that may know the bytes, the surest first. */
function candidates(frame: Uint8Array, at: number, end: number, { name, keys }: Below): readonly Dissector[] {
  const word = end - at >= 4 ? u32(frame, at) : null;
  const above = DISSECTORS.filter(({ below }) => below === name);
  return [
    ...above.filter((one) => one.keys?.some((key) => keys.includes(key))),
    ...above.filter(({ magic }) => word !== null && magic?.includes(word)),
    ...above.filter((one) => one.keys === undefined && one.magic === undefined),
  ];
}
