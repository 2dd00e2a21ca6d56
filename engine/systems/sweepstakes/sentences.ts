/** The steps of a call of the sweepstakes in sentences, for a reader who steps through a run. */
import type { Sentences } from "../world/narration.ts";

export const SENTENCES: Sentences = {
  "Caller’s stub": "The stub of the caller on {machine} writes the arguments into a packet.",
  "Server’s stub": "The stub of the server on {machine} reads the arguments out of the packet.",
  "Enter the kernel": "The program on {machine} gives its call to the kernel.",
  "Leave the kernel for the server": "The call is whole, and {machine} gives it to the server’s process.",
  "Enter the kernel with the answer": "The server’s process on {machine} gives the answer to the kernel.",
  "Leave the kernel for the client": "The answer is whole, and {machine} gives it to the client’s process.",
  "Send a packet": "{machine} makes a packet ready and gives it to its network controller[, for {to}].",
  "Receive a packet": "{machine} takes a packet in[ from {from}].",
  "Copy the data": "{machine} copies the data of the packet.",
  "Calculate the checksum": "{machine} begins to add up the bytes of the packet.",
  "Calculate the checksum, by its bytes": "{machine} adds up the bytes of the packet.",
};
