/** What a student’s code draws in 2.2: how many threads ask, and how much more throughput they need. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  switches: {
    draws: {
      askers: { from: [5, 6, 7], unit: "" },
      gain: { from: everyFrom(1.12, 1.38, 0.02), unit: "times" },
    },
    seeds: everyFrom(4, 15),
    texts: {
      question:
        "{askers} threads ask for full results, and more threads do not help. Change one parameter so that the " +
        "throughput of MaxResult becomes {gain} as much.",
      hints: [
        "One result holds the sender for {hold}, in two steps. Which of the two can a parameter shorten?",
        "None of these parameters changes the controllers, and the processors wait for them. What carries the " +
          "packet after the controller?",
      ],
      solution:
        "Make the network faster. Null() would gain little from this: its packets are short, and CPU 0 is its " +
        "{busiestNull} part (the server’s {cpuSeven}).",
    },
    parts: {
      A: {
        title: "Change one parameter: {gain} as much throughput with {askers} threads",
        set: { threads: "askers" },
        bounds: ["gain"],
      },
    },
  },
};
