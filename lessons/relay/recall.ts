/** What later lessons ask about 5.2 from memory, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "twice-as-long",
    about: "predict-times",
    question: "A chain with large results is made twice as long. What happens to the time of its way back?",
    options: [
      {
        id: "twice",
        text: "It doubles: twice as many results",
        reply: "There are twice as many, and each crosses more links: nearly four times. Seven callees took {times}.",
        tags: ["M4"],
      },
      {
        id: "four",
        text: "It grows nearly fourfold",
        right: true,
        reply: "Yes: it grows as the square. Seven callees made {crossings} cross a link, {tailShare} of the call.",
      },
      {
        id: "same",
        text: "It stays: hops overlap",
        reply: "Those of the argument do. Results go in whole bundles, hop by hop: {tail} with seven callees.",
      },
    ],
  },
  {
    id: "first-relay",
    about: "alpha",
    question: "Why is the first callee's relay efficiency the lowest of all?",
    options: [
      {
        id: "fast",
        text: "Its input comes fastest, so receiving leaves it least to send with",
        right: true,
        reply: "Yes: {first} there. Each relay slows the stream down, and the sixth reaches {sixth}.",
      },
      {
        id: "weak",
        text: "Its machine is slower",
        reply: "All are alike. It gets the argument at the caller's full speed: {first}, and {sixth} for the sixth.",
      },
      {
        id: "more",
        text: "It forwards more bytes than the others",
        reply: "Of the argument all forward the same. The first gets it fastest: {first} against {sixth}.",
      },
    ],
  },
  {
    id: "whole-bundles",
    about: "pipelined",
    question: "What is the square in the way back the price of?",
    options: [
      {
        id: "chain",
        text: "Of the chain itself",
        reply: "Passed on as they come, the same results would cross the caller's link in {straight}.",
      },
      {
        id: "whole",
        text: "Of waiting for whole bundles",
        right: true,
        reply: "Yes: {tail} in whole bundles, {straight} if they flowed.",
      },
      {
        id: "relay",
        text: "Of the callees' relay efficiency",
        reply: "That is a matter of the argument: {gap} of {seven}.",
      },
    ],
  },
];
