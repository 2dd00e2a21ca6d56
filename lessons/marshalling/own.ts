/** What a student’s code draws in 2.3: the time that the arrays must add. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

const bounds = ["target - 5", "target + 5"];

export const own: OwnCheckpoints = {
  "one-wakeup": {
    draws: { target: { from: everyFrom(150, 420, 5).filter((target) => target !== 220), unit: "us" } },
    texts: {
      question:
        "Choose sizes so that an array adds {target}, or up to five microseconds more or less: first one of " +
        "fixed length, then one of variable length.",
      hints: [
        "Each type begins at its own height, and a byte adds about {byte} in both arrays.",
        "Take the time at the beginning away from {target}, and divide the rest by the time of a byte.",
      ],
      solution:
        "Each type begins at its own height. Take that away from {target}, and divide the rest by {byte} for a " +
        "byte. The array of variable length begins higher, so it needs fewer bytes.",
    },
    parts: {
      fixed: { title: "An array of fixed length that adds {target}", bounds },
      variable: { title: "An array of variable length that adds {target}", bounds },
    },
  },
};
