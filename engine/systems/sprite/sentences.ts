/** The steps of a call of Sprite RPC in sentences, for a reader who steps through a run. */
import type { Sentences } from "../world/narration.ts";

/** The families of experiments whose runs take these steps. */
export const FAMILIES: readonly string[] = ["sprite", "machine", "many"];

export const SENTENCES: Sentences = {
  "Begin the call": "The caller on {machine} gives its call to the kernel, which takes a channel for it.",
  "Send a fragment": "The kernel of {machine} gives a packet to its network controller[, for {to}].",
  "Copy a fragment out": "{machine} copies the bytes of a fragment out to its controller.",
  "Receive a fragment": "{machine} takes a packet in[ from {from}].",
  "Copy a fragment in": "{machine} copies the bytes of a fragment to their place in the message.",
  "Wake the server’s process": "The request is whole, so {machine} wakes the process that serves the channel.",
  "Go between process and kernel": "The call goes on {machine} from a user process into the kernel, or back.",
  "Begin the reply": "The process on {machine} gives the reply to the kernel.",
  "Wake the caller": "The reply is whole, so {machine} wakes the caller.",
};
