/** Texts of the reader's that another text takes the place of: this browser keeps them under keys of their own. */

const COPIES = 9; // different texts that are kept beside each other

/**
 * The key under which the text is set aside; null where the browser has no room for it.
 * @param key of the text that takes its place: "roundtrip-answers"
 * @param own the key of an earlier state of the same text, which the text takes the place of
 */
export function setAside(key: string, text: string, own: string | null = null): string | null {
  try {
    if (own !== null) {
      localStorage.setItem(own, text);
      return own;
    }
    for (let n = 1; n <= COPIES; n++) {
      const place = n === 1 ? `${key}-set-aside` : `${key}-set-aside-${n}`;
      const there = localStorage.getItem(place);
      if (there !== null && there !== text) continue;
      localStorage.setItem(place, text);
      return place;
    }
  } catch {
    // No room left.
  }
  return null;
}
