/** One sentence for each step of a FlexRPC call. */
import type { Sentences } from "../world/narration.ts";

/** The families of experiments whose runs take these steps. */
export const FAMILIES: readonly string[] = ["flexrpc", "machine", "many"];

export const SENTENCES: Sentences = {
  "Call one of several callees": "{machine} prepares the call[ to {to}], one of several.",
  "Send a segment": "{machine} sends a segment[ to {to}].",
  "Receive a segment": "{machine} takes in a segment[ from {from}].",
  "Process the call": "{machine} runs the procedure.",
  "Pass the results on": "{machine} passes on its own result and the results from behind it.",
};
