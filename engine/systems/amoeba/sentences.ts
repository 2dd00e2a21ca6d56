/** The steps of a transaction of Amoeba in sentences, for a reader who steps through a run. */
import type { Sentences } from "../world/narration.ts";

export const SENTENCES: Sentences = {
  "Enter the kernel": "The client’s process on {machine} gives its transaction to the kernel.",
  "Leave the kernel for the server": "The request is whole, and {machine} gives it to the server’s process.",
  "Enter the kernel with the answer": "The server’s process on {machine} gives the reply to the kernel.",
  "Leave the kernel for the client": "The reply is whole, and {machine} gives it to the client’s process.",
  "Send a packet": "The kernel of {machine} gives a packet to its network controller[, for {to}].",
  "Receive a packet": "{machine} takes a packet in[ from {from}].",
  "Copy the data": "{machine} copies the data of the packet.",
  "Run the procedure": "The procedure runs on {machine}.",
};
