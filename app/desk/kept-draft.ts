/** The assignment on the desk, and the one before it, as queries of links: this browser keeps both. */
import { keepText, keptText } from "../workers/storage.ts";

const KEY = "roundtrip-desk";
const BEFORE = "roundtrip-desk-before";

const read = (key: string): string => keptText(key) ?? "";

export const keptDraft = (): string => read(KEY);
export const draftBefore = (): string => read(BEFORE);

/** In a browser that keeps nothing the address still has all. */
export const keepDraft = (query: string): void => void keepText(KEY, query);

/** Another assignment comes to the desk: the one that lay there is not lost. */
export function setAsideDraft(next: string): void {
  const kept = keptDraft();
  if (kept !== "" && kept !== next) keepText(BEFORE, kept);
  keepDraft(next);
}
