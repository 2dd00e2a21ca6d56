/** The lab’s own systems, by the dissectors of wire/: Cedar, Firefly, Sprite, Amoeba, V and the others. */
import { dissect } from "../wire/layers.ts";

/** Layers that carry others, or that nobody took apart. */
const CARRIERS: readonly string[] = [
  "Ethernet",
  "IPv4",
  "UDP",
  "TCP",
  "Pup",
  "Pup checksum",
  "data",
  "padding",
  "malformed",
];

/** The name of the system that sent a frame on an Ethernet; null where no dissector knows it. */
export function systemName(frame: Uint8Array): string | null {
  const layers = dissect(frame);
  if (layers.some(({ name }) => name === "malformed")) return null;
  return layers.find(({ name }) => !CARRIERS.includes(name))?.name ?? null;
}
