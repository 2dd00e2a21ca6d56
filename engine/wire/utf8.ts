/** UTF-8 (RFC 3629) in plain ECMAScript: the engine has no TextEncoder. Made for comments, not for bulk. */
import { u8 } from "./bytes.ts";

const REPLACEMENT = 0xfffd;

/** A lone surrogate becomes U+FFFD, as in a TextEncoder. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  const out: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0);
    if (point === undefined) throw new Error("A character of a text has no code point.");
    const isLone = point >= 0xd800 && point <= 0xdfff;
    pushPoint(out, isLone ? REPLACEMENT : point);
  }
  return Uint8Array.from(out);
}

function pushPoint(out: number[], point: number): void {
  if (point < 0x80) out.push(point);
  else if (point < 0x800) out.push(0xc0 | (point >> 6), tail(point, 0));
  else if (point < 0x10000) out.push(0xe0 | (point >> 12), tail(point, 6), tail(point, 0));
  else out.push(0xf0 | (point >> 18), tail(point, 12), tail(point, 6), tail(point, 0));
}

const tail = (point: number, shift: number): number => 0x80 | ((point >> shift) & 0x3f);

/** Each byte that is not part of a well-formed sequence becomes U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length;) {
    const { point, length } = readPoint(bytes, at);
    text += String.fromCodePoint(point);
    at += length;
  }
  return text;
}

function readPoint(bytes: Uint8Array, at: number): { point: number; length: number } {
  const first = u8(bytes, at);
  if (first < 0x80) return { point: first, length: 1 };
  if (first < 0xc0) return { point: REPLACEMENT, length: 1 }; // the tail of nothing
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  let point = first & (0x7f >> length);
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i] ?? 0; // past the end: no tail
    if ((next & 0xc0) !== 0x80) return { point: REPLACEMENT, length: 1 };
    point = (point << 6) | (next & 0x3f);
  }
  const least = length === 2 ? 0x80 : length === 3 ? 0x800 : 0x10000; // refuses overlong forms
  const isWrong = first > 0xf7 || point < least || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff);
  return isWrong ? { point: REPLACEMENT, length: 1 } : { point, length };
}
