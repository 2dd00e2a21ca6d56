/** The reader's text of a paper's model, kept in this browser until it is the paper's again. */
const KEY = "roundtrip-model-";

/** The key of a paper's text in the browser's storage. */
export const keyOf = (paper: string): string => KEY + paper;

/** Null where nothing is kept, or nothing can be. */
export function keptSource(paper: string): string | null {
  try {
    return localStorage.getItem(keyOf(paper));
  } catch {
    return null; // a browser that keeps nothing: the text lasts as long as the page
  }
}

/** @param source null to forget it. Returns whether it could be done. */
export function keepSource(paper: string, source: string | null): boolean {
  try {
    if (source === null) localStorage.removeItem(keyOf(paper));
    else localStorage.setItem(keyOf(paper), source);
    return true;
  } catch {
    return false;
  }
}
