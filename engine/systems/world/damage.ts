/** Bytes that were damaged behind a controller: why a receiver throws a packet away that it cannot read. */
import type { Loss } from "../../kernel/trace-data.ts";
import { WireError } from "../../wire/error.ts";

const CHECKSUMS: readonly (readonly [what: string, loss: Loss])[] = [
  ["IPv4", "IP checksum"],
  ["UDP", "UDP checksum"],
  ["TCP", "TCP checksum"],
  ["Pup", "Pup checksum"],
  ["Firefly datagram", "Firefly checksum"],
];

/** Reads a packet's bytes; null where that works, else why not. Other errors than WireError go through. */
export function damageIn(read: () => unknown): Loss | null {
  try {
    read();
    return null;
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const { what, field } = error;
    const found = field.endsWith("checksum") ? CHECKSUMS.find(([begins]) => what.startsWith(begins)) : undefined;
    return found === undefined ? "unreadable header" : found[1];
  }
}
