/** Answers as text: what the browser keeps and what the reader exports are the same. read-answers.ts reads it back. */
import type { Answers } from "./record.ts";

export const FORMAT = "roundtrip-answers";
export const VERSION = 1;
/** The browser keeps the text under this key. */
export const KEY = "roundtrip-answers";

/** The same text for the same answers. */
export const answersText = (lessons: Answers["lessons"]): string =>
  JSON.stringify({ format: FORMAT, version: VERSION, lessons }, null, 2);
