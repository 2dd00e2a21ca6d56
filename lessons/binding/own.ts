/** What a student’s code draws in 1.5: how long the procedure takes. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  "stale-call": {
    draws: { work: { from: everyFrom(1, 19), unit: "ms" } },
    texts: {
      question:
        "Let Omar pay for two seats. Your procedure takes {work}. Write one script of at most three fault lines " +
        "for a single call. Without the rule the call returns, and yet its procedure ran twice. With the rule " +
        "it runs once.",
      hints: [
        "The server’s table knows repeated calls. When is the table empty, though the procedure has run?",
        "Three things must come in order. The procedure runs. The server crashes before the caller has the " +
          "result. It is back before the caller gives up.",
      ],
      solution:
        "Let the server crash just after the procedure, and restart it a little later. The caller’s timer sends " +
        "the call again. The new server has an empty table, so without the rule it runs the call as a new one.",
    },
    parts: {
      script: {
        set: { serverMs: "work" },
        breaks: ["crash server at {1000 * work + 600}us", "restart server at {work + 5}ms"],
      },
    },
  },
};
