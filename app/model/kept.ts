/** The reader's text of a paper's model, kept in this browser until it is the paper's again. */
const KEY = "roundtrip-model-";

/** Null where nothing is kept, or nothing can be. */
export function keptSource(paper: string): string | null {
  try {
    return localStorage.getItem(KEY + paper);
  } catch {
    return null; // a browser that keeps nothing: the text lasts as long as the page
  }
}

/** @param source null to forget it. Returns whether it could be done. */
export function keepSource(paper: string, source: string | null): boolean {
  try {
    if (source === null) localStorage.removeItem(KEY + paper);
    else localStorage.setItem(KEY + paper, source);
    return true;
  } catch {
    return false;
  }
}
