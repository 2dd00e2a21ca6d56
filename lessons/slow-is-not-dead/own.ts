/** What a student’s code draws in 1.3: how late the caller must notice, and how soon. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  "two-crashes": {
    draws: {
      lateBound: { from: everyFrom(150, 270, 10).filter((one) => one !== 240), unit: "s" },
      soonBound: { from: everyFrom(3, 15).filter((one) => one !== 5), unit: "s" },
    },
    texts: {
      question:
        "Mina’s call takes an hour, and the server crashes. Place the crash so that her caller notices late, " +
        "and then so that it notices soon. Use one fault line each time.",
      hints: [
        "The caller notices a crash only by a probe that nobody answers. So the next probe decides.",
        "Early in the call the gaps are short. Later they are {longest}: then it matters whether the crash " +
          "comes just after a probe or just before one.",
      ],
      solution:
        "Late: let the server crash just after one of the later probes. Soon: let it crash in the first " +
        "seconds, or just before a late probe.",
    },
    parts: {
      late: { title: "The caller notices after {lateBound} or more", bounds: ["1000 * lateBound"] },
      soon: { title: "The caller notices within {soonBound}", bounds: ["1000 * soonBound"] },
    },
  },
};
