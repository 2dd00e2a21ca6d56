/** What a student’s code draws in 2.1: how fast the processors are. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  "longest-step": {
    draws: { speed: { from: everyFrom(1.1, 2.5, 0.1), unit: "times" } },
    texts: {
      question:
        "Your Fireflies have processors that are {speed} as fast. Slow the network down until the Ethernet is " +
        "the longest single step of Null(). What is the highest speed, to a tenth of a Mbit/s, at which it " +
        "still is?",
      hints: [
        "Which step is the longest at {ethernet}? Choose Steps in the waterfall. In the paper’s machines this " +
          "step takes {wakeup}; faster processors take less.",
        "In our run a packet is on the wire for {wireEach} at {ethernet}, and twice as long at half the speed. " +
          "At which speed does it take as long as that step?",
      ],
      solution:
        "Multiply {ethernet} by {wireEach} and divide by the time of the longest other step. Set the speed that " +
        "you get, and see that a tenth more fails.",
    },
    parts: { wire: { set: { cpuSpeed: "speed" } } },
  },
};
