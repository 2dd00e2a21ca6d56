/** Messages in fragments that go out one behind the other and are put together by their places. */

/** What a packet says of its fragment. */
interface Fragment {
  readonly fragments: number; // of the message
  readonly place: number; // from 0
  readonly data: Uint8Array;
}

/**
 * The data in the fragments of a message.
 * @param most bytes of a fragment; of the first one `head` of them are taken
 */
export function partsOf(data: Uint8Array, most: number, head = 0): readonly Uint8Array[] {
  const count = Math.max(1, Math.ceil((head + data.length) / most));
  return Array.from({ length: count }, (_, place) =>
    data.subarray(Math.max(0, place * most - head), (place + 1) * most - head),
  );
}

/** A message that comes in: its fragments, null for one that is missing. */
export type Incoming = readonly (Uint8Array | null)[];

export const nothingOf = (fragments: number): Incoming => Array.from({ length: fragments }, () => null);

/** The message with a fragment more. A packet of another number of fragments is no part of it. */
export const withFragment = (message: Incoming, { fragments, place, data }: Fragment): Incoming =>
  fragments === message.length ? message.with(place, data) : message;

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

/** Whether a packet is the last of its message. */
export const isLast = ({ place, fragments }: Omit<Fragment, "data">): boolean => place === fragments - 1;

/** How many fragments have come, for the facts of a state. */
export const gotOf = (message: Incoming): { readonly value: number; readonly limit: number } => ({
  value: message.filter((part) => part !== null).length,
  limit: message.length,
});
