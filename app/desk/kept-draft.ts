/** The assignment on the desk, and the one before it, as queries of links: this browser keeps both. */
import { keptText } from "../record/kept-text.ts";

const KEY = "roundtrip-desk";
const BEFORE = "roundtrip-desk-before";

function write(key: string, query: string): void {
  try {
    localStorage.setItem(key, query);
  } catch {
    // The address still has all.
  }
}

export const keptDraft = (): string => keptText(KEY);
export const draftBefore = (): string => keptText(BEFORE);

export const keepDraft = (query: string): void => write(KEY, query);

/** Another assignment comes to the desk: the one that lay there is not lost. */
export function setAsideDraft(next: string): void {
  const kept = keptDraft();
  if (kept !== "" && kept !== next) write(BEFORE, kept);
  keepDraft(next);
}
