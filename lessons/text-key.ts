/** A short name of a text, by which a translation says what it translates. */

/** Tells texts apart: 53 bits of two FNV-like sums, in base 36. */
export function textKey(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  return (((a ^ (b >>> 15)) >>> 0) * 2097152 + ((b >>> 0) & 2097151)).toString(36);
}
