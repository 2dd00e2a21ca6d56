/** The steps of services that call each other in sentences, for a reader who steps through a run. */
import type { Sentences } from "../world/narration.ts";

/** The families of experiments whose runs take these steps. */
export const FAMILIES: readonly string[] = ["services"];

export const SENTENCES: Sentences = {
  "Pass a request on": "A worker of {machine} reads a request, and sees which services it needs.",
  "Store a batch": "The queue writes a batch of jobs where a crash does not lose them.",
  "Look at the row":
    "The store looks at the version of the row, and takes a write only where it is still the one read.",
  "Do a job": "{machine} does a job that the queue has handed to it.",
  "Serve the request": "A worker of {machine} serves a request.",
};
