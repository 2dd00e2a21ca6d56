/** Questions from memory that later lessons ask about 4.4, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "slowest",
    about: "predict-last",
    question: "Ten servers take random times. What saves more: one faster server, or doing without the slowest reply?",
    options: [
      {
        id: "faster",
        text: "One faster server",
        reply: "It was probably not the last one. The call waits for the slowest, whichever it is.",
        tags: ["M4"],
      },
      {
        id: "without",
        text: "Doing without the slowest reply",
        right: true,
        reply: "Yes. With three servers the last reply alone cost {last}.",
      },
      {
        id: "same",
        text: "Both the same",
        reply: "A faster server only helps where it would have been the last.",
      },
    ],
  },
  {
    id: "success",
    about: "predict-known",
    question: "A write returned with success after two of three replicas. Is the third one up to date?",
    options: [
      {
        id: "yes",
        text: "Yes: the call succeeded",
        reply: "Success says that two have answered. Of the third nobody knows anything.",
      },
      {
        id: "unknown",
        text: "Nobody knows",
        right: true,
        reply: "Yes. It may be up to date, late, or dead.",
      },
      {
        id: "no",
        text: "No: it did not answer",
        reply: "It may have done its work, and its answer came late.",
        tags: ["M3"],
      },
    ],
  },
  {
    id: "both-wait",
    about: "sixty",
    question: "Client and server wait for each other. What ended that in RPC2?",
    options: [
      {
        id: "refusal",
        text: "A server that refuses a request that comes too early",
        right: true,
        reply: "Yes. Then the stall takes {withNak}, in place of {minute}.",
      },
      {
        id: "faster",
        text: "A faster network",
        reply: "Their packets come at once. Each side ignores what the other sends.",
        tags: ["M1"],
      },
      {
        id: "longer",
        text: "A longer timer",
        reply: "The timer is what they wait for. A longer one makes it worse.",
      },
    ],
  },
];
