/** Questions from memory that later lessons ask about 5.2, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "twice-as-long",
    about: "predict-times",
    question: "A chain with large results becomes twice as long. How does the time of its way back change?",
    options: [
      {
        id: "twice",
        text: "It doubles, because there are twice as many results",
        reply:
          "There are twice as many results, and each crosses more links. So the time grows nearly four times. " +
          "Seven callees took {times} as long as one.",
        tags: ["M4"],
      },
      {
        id: "four",
        text: "It grows nearly fourfold",
        right: true,
        reply:
          "Yes. It grows with the square of the number of callees. With seven callees {crossings} cross a link: " +
          "{tailShare} of the call.",
      },
      {
        id: "same",
        text: "It stays, because hops overlap",
        reply:
          "The hops of the argument overlap. The results go in whole bundles, hop by hop: {tail} with seven callees.",
      },
    ],
  },
  {
    id: "first-relay",
    about: "ideal",
    question: "Why does the first callee have the lowest relay efficiency of all?",
    options: [
      {
        id: "fast",
        text: "It receives fastest, so it has the least time left to send",
        right: true,
        reply: "Yes. The first has {first}. Each relay slows the stream down, and the sixth has {sixth}.",
      },
      {
        id: "weak",
        text: "Its machine is slower",
        reply:
          "All machines are alike. But the first gets the argument at the caller’s full speed: it has {first}, " +
          "the sixth has {sixth}.",
      },
      {
        id: "more",
        text: "It forwards more bytes than the others",
        reply:
          "All callees forward the same argument. The first gets it fastest: it has {first}, the sixth has {sixth}.",
      },
    ],
  },
  {
    id: "whole-bundles",
    about: "pipelined",
    question: "The way back grows with the square of the number of callees. Why?",
    options: [
      {
        id: "chain",
        text: "Because the callees stand in a chain",
        reply:
          "If the callees passed results on as they come, the same results would cross the caller’s link in " +
          "{straight}.",
      },
      {
        id: "whole",
        text: "Because callees wait for whole bundles",
        right: true,
        reply: "Yes. It takes {tail} in whole bundles, and {straight} if results flow.",
      },
      {
        id: "relay",
        text: "Because relaying is not ideal",
        reply: "Relay efficiency slows only the argument: {gap} of {seven}.",
      },
    ],
  },
];
