/** What a student’s code draws in 1.1: the ratio that the call must reach. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  aim: {
    draws: { goal: { from: everyFrom(2.6, 7.4, 0.1).filter((goal) => goal !== 5), unit: "times" } },
    texts: {
      question:
        "An empty call takes {ratio} its transmission. Mina’s program also sends a list of words. Her call may " +
        "take at most {goal} its transmission. How many words must it send?",
      hints: [
        "An empty call takes {ratio} its transmission, a call with forty words {ratioFortyHere}. Every call has " +
          "the same fixed cost, and more words share it.",
        "Each word adds {word} to the call and {wordWire} to its transmission. After how many words is the call " +
          "down to {goal} its transmission?",
      ],
      solution:
        "Each word adds {word} to the call, and {wordWire} to its transmission. So the ratio falls with each " +
        "word. The answer is the first array with which it is at most {goal}: one word less must fail.",
    },
    parts: {
      words: {
        title:
          "The least array, sent to the server and back, with which the call takes at most {goal} its transmission",
        bounds: ["goal"],
      },
    },
  },
};
