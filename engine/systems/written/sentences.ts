/** The steps of a call by written rules in sentences, for a reader who steps through a run. */
import type { Sentences } from "../world/narration.ts";

export const SENTENCES: Sentences = {
  "Hand a packet to the network": "{machine} sends a packet[ to {to}].",
  "Take a packet from the network": "{machine} takes a packet in[ from {from}].",
  "Book a seat": "{machine} runs the procedure: it books a seat.",
};
