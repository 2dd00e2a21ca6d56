/** The steps of transfers over TCP of today in sentences, for a reader who steps through a run. */
import type { Sentences } from "../world/narration.ts";

/** The families of experiments whose runs take these steps. */
export const FAMILIES: readonly string[] = ["tcp"];

export const SENTENCES: Sentences = {
  "Run the procedure": "The procedure on {machine} works on a request.",
};
