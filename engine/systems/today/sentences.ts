/** The steps of a call between servers of today in sentences, for a reader who steps through a run. */
import type { Sentences } from "../world/narration.ts";

/** The families of experiments whose runs take these steps. */
export const FAMILIES: readonly string[] = ["today", "machine", "many"];

export const SENTENCES: Sentences = {
  "Serve the request": "The server on {machine} serves a request.",
  "Packet of a burst, or an acknowledgement": "{machine} handles a packet of a burst, or an acknowledgement.",
  "Library makes or takes a message": "The library on {machine} makes a message, or takes one apart.",
  "Lean library makes or takes a message": "The lean library on {machine} makes a message, or takes one apart.",
  "System calls for a message": "The program on {machine} calls its kernel for the message: a write, a wait, a read.",
  "Wake the thread that waits": "The kernel of {machine} wakes the thread that sleeps until a message comes.",
  "TCP and IP handle a packet": "TCP and IP in the kernel of {machine} handle a packet.",
  "Controller and its bus, one way": "The controller of {machine} and its bus pass a packet on.",
  "Driver and interrupt of the controller": "The driver on {machine} gives a packet to the controller, or takes one.",
};
