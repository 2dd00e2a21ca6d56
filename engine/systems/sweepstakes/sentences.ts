/** The steps of a call of the sweepstakes in sentences, for a reader who steps through a run. */
import type { Sentences } from "../world/narration.ts";

export const SENTENCES: Sentences = {
  "Caller’s stub": "The stub of the caller on {machine} writes the arguments into a packet.",
  "Server’s stub": "The stub of the server on {machine} reads the arguments out of the packet.",
};
