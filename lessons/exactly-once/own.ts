/** What a student’s code draws in 1.2: how long the procedure takes. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  "both-ways": {
    draws: { work: { from: everyFrom(2, 60), unit: "ms" } },
    texts: {
      question:
        "Your procedure takes {work}. Show that Mina cannot tell whether she has a seat. Break the call so that " +
        "it ends in an exception: once before the procedure runs, and once after it. Use at most two fault " +
        "lines each time.",
      hints: [
        "A lost packet alone does not do it: the run time sends it again. Pull the server’s edge in the " +
          "timeline to the moment at which the machine crashes.",
        "One step on the server divides the two cases: the procedure itself, which takes {work}. Crash the " +
          "server before this step, then after it, but before the result has left.",
      ],
      solution:
        "Let the server crash just before the procedure, then just after it. In both runs the caller sees the " +
        "same: no answer for a while, then an exception.",
    },
    parts: {
      "not-run": { set: { serverMs: "work" } },
      ran: { set: { serverMs: "work" }, breaks: ["crash server at {1000 * work + 600}us"] },
    },
  },
};
