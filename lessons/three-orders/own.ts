/** What a student’s code draws in 3.1: how small the overhead must be. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  "worth-it": {
    draws: { factor: { from: everyFrom(3, 25, 0.5).filter((factor) => factor !== 10), unit: "times" } },
    texts: {
      question:
        "When does the cost of Sun RPC hardly matter? Your call must take at least {factor} as long as the call " +
        "that does nothing. Find the shortest such procedure.",
      hints: [
        "The overhead is the same for every procedure. What does the call take if the procedure does nothing?",
        "Multiply that time by {factor}, and take it away once: the rest is left for the procedure.",
      ],
      solution:
        "The call takes {waitsRemote} when its procedure does nothing. Multiply this by {factor}, take it away " +
        "once, and go up to the next whole number.",
    },
    parts: { procedure: { bounds: ["factor"] } },
  },
};
