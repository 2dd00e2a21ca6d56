/** The assignment on the desk, and the one before it, as queries of links: this browser keeps both. */
const KEY = "roundtrip-desk";
const BEFORE = "roundtrip-desk-before";

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return ""; // a browser that keeps nothing: the address still has all
  }
}

function write(key: string, query: string): void {
  try {
    localStorage.setItem(key, query);
  } catch {
    // The address still has all.
  }
}

export const keptDraft = (): string => read(KEY);
export const draftBefore = (): string => read(BEFORE);

export const keepDraft = (query: string): void => write(KEY, query);

/** Another assignment comes to the desk: the one that lay there is not lost. */
export function setAsideDraft(next: string): void {
  const kept = keptDraft();
  if (kept !== "" && kept !== next) write(BEFORE, kept);
  keepDraft(next);
}
