/** What a student’s code draws in 5.2: by how much a callee is slower. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  "slow-for-free": {
    draws: { slower: { from: everyFrom(0.5, 7, 0.1).filter((slower) => slower !== 5), unit: "ms" } },
    texts: {
      question:
        "Your slow callee takes {slower} longer, and the call must take nearly no longer. Which is the last " +
        "callee of the chain that it can be?",
      hints: [
        "Which callee waits for which? On the way back a callee has nothing to do until the bundle behind it " +
          "has arrived whole.",
        "For each callee compare two moments: the end of its own procedure, and the arrival of the results from " +
          "behind it.",
      ],
      solution:
        "The first callee has the argument before all others, and its bundle arrives last. So it can lose " +
        "{slack1} at no cost. The second can lose {slack2}, the third {slack3}, the seventh nothing.",
    },
    parts: {
      place: {
        title: "The last callee that can be slower by {slower}, while the call takes at most a hundredth longer",
        set: { slowMs: "slower" },
        begin: { slowCallee: "7" },
        neighbour: { param: "slowCallee", by: 1 },
      },
    },
  },
};
