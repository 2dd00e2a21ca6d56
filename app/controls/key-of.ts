/** Keys of keyboards of any script. */

interface Pressed {
  readonly key: string;
  readonly code?: string; // the place of the key: "KeyK"
}

const LATIN = /^[\u0000-\u024f]$/;
const LETTER = /^Key([A-Z])$/;

/**
 * The key that was pressed, in lower case. On a keyboard of another script a letter is that of its place: Ctrl and the
 * key K give "л" on a Russian one, and mean "k". On AZERTY and QWERTZ the printed letter counts.
 */
export function keyOf({ key, code = "" }: Pressed): string {
  const isOther = [...key].length === 1 && !LATIN.test(key);
  return ((isOther ? LETTER.exec(code)?.[1] : undefined) ?? key).toLowerCase();
}
