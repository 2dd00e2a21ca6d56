/** What a student’s code draws in 5.1: how many callees there are, few and many. */
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  crossings: {
    draws: { few: { from: [2, 4], unit: "" }, many: { from: [5, 6, 8, 9, 10], unit: "" } },
    texts: {
      question:
        "Find the argument size at which the two modes change order, for {few} callees and for {many}. The " +
        "order must change within two KB of your value.",
      hints: [
        "Which mode is faster with no argument at all, and which with {largest}? Halve the range, submit, and " +
          "halve again.",
        "Each submission shows both ratios. If the first fails, serial is faster there already: try a smaller " +
          "argument. If the second fails, parallel is still faster: try a larger one.",
      ],
      solution:
        "Halve the range again and again. Seven callees cross at about {crossover}; fewer callees cross at a " +
        "larger argument, because the chain saves fewer copies there.",
    },
    parts: {
      three: {
        title: "An argument, in bytes, within two KB of the crossing for {few} callees",
        set: { callees: "few" },
      },
      seven: {
        title: "An argument, in bytes, within two KB of the crossing for {many} callees",
        set: { callees: "many" },
      },
    },
  },
};
