/** Small tools for tests on bytes. */
import { u8 } from "./bytes.ts";
import { WireError } from "./error.ts";

/** Bytes from hexadecimal text, white space ignored. */
export const fromHex = (text: string): Uint8Array =>
  Uint8Array.from((text.replaceAll(/\s/g, "").match(/../g) ?? []).map((pair) => parseInt(pair, 16)));

/** A copy with one bit flipped; bit 0 is the lowest of the first byte. */
export function flip(bytes: Uint8Array, bit: number): Uint8Array {
  const out = bytes.slice();
  out[bit >> 3] = u8(out, bit >> 3) ^ (1 << (bit & 7));
  return out;
}

/** The message of the WireError that `action` throws; any other error goes on. */
export function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof WireError) return error.message;
    throw error;
  }
  return "nothing was thrown";
}
