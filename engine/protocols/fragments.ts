/**
 * Messages in fragments: split by their sender, put together by their places, and named by masks. In a mask the bit
 * 2 ** place is that of a fragment; it has 32 places.
 */

import type { Fact } from "./machine.ts";

/** What a packet says of its fragment. */
interface Fragment {
  readonly fragments: number; // of the message
  readonly place: number; // from 0
  readonly data: Uint8Array;
}

/** How many fragments a message of so many bytes has; `head` as for `partsOf`. Throws RangeError for empty ones. */
export function fragmentsOf(bytes: number, most: number, head = 0): number {
  if (!(most > 0)) throw new RangeError(`fragments: ${most} bytes in one, want at least 1.`);
  return Math.max(1, Math.ceil((head + bytes) / most));
}

/**
 * The data in the fragments of a message.
 * @param most bytes of a fragment; of the first one `head` of them are taken
 */
export const partsOf = (data: Uint8Array, most: number, head = 0): readonly Uint8Array[] =>
  Array.from({ length: fragmentsOf(data.length, most, head) }, (_, place) =>
    data.subarray(Math.max(0, place * most - head), (place + 1) * most - head),
  );

/** A message that comes in: its fragments, null for one that is missing. */
export type Incoming = readonly (Uint8Array | null)[];

export const nothingOf = (fragments: number): Incoming => Array.from({ length: fragments }, () => null);

/** The message with a fragment more; the same where it is there already, or is of another number of fragments. */
export const withFragment = (message: Incoming, { fragments, place, data }: Fragment): Incoming =>
  fragments === message.length && message[place] === null ? message.with(place, data) : message;

/** The bytes of a message of which all fragments have come; null before that. */
export function wholeOf(message: Incoming): Uint8Array | null {
  const there = message.filter((part) => part !== null);
  if (there.length < message.length) return null;
  const whole = new Uint8Array(there.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of there) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** So many fragments are there without a gap, from the first on. */
export function inOrder(message: Incoming): number {
  const gap = message.indexOf(null);
  return gap < 0 ? message.length : gap;
}

/** Whether a packet is the last of its message. */
export const isLast = ({ place, fragments }: Omit<Fragment, "data">): boolean => place === fragments - 1;

/** How many fragments have come; a protocol may call them by another name. */
export const gotFact = (message: Incoming, name = "fragments"): Fact => ({
  name,
  kind: "count",
  value: message.filter((part) => part !== null).length,
  limit: message.length,
});

// Masks.

/** The mask of one fragment. */
export const maskOf = (place: number): number => 2 ** place;

/** The place of the only fragment that a mask names; of several, of the last. */
export const placeOf = (mask: number): number => 31 - Math.clz32(mask);

/** The mask of all fragments. */
export const allOf = (fragments: number): number => 2 ** fragments - 1;

/** The mask of the fragments that one mask or the other names. */
export const unionOf = (mask: number, other: number): number => (mask | other) >>> 0;

/** The mask of the fragments that have come. */
export const maskOfGot = (message: Incoming): number =>
  message.reduce((mask, part, place) => (part === null ? mask : mask + maskOf(place)), 0);

/** The places of the fragments that a mask leaves out, in their order. */
export const missingFrom = (mask: number, fragments: number): readonly number[] =>
  Array.from({ length: fragments }, (_, place) => place).filter((place) => (mask & maskOf(place)) === 0);
