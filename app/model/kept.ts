/** The reader's text of a paper's model, kept in this browser until it is the paper's again. */
import { keepText, keptText } from "../workers/storage.ts";

const KEY = "roundtrip-model-";

/** The key of a paper's text in the browser's storage. */
export const keyOf = (paper: string): string => KEY + paper;

/** Null where nothing is kept, or nothing can be. */
export const keptSource = (paper: string): string | null => keptText(keyOf(paper));

/** @param source null to forget it. Returns whether it could be done. */
export const keepSource = (paper: string, source: string | null): boolean => keepText(keyOf(paper), source);
