/** What a student’s code draws in 3.3: how long the procedure takes, and how soon a dead server must be noticed. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  "set-timers": {
    draws: {
      work: { from: everyFrom(6, 20).filter((work) => work !== 12), unit: "s" },
      slack: { from: everyFrom(5, 9), unit: "s" },
    },
    also: { dead: { is: "2 * work + slack", unit: "s" } },
    texts: {
      question:
        "Set both times of the client. Your procedure takes {work}, and it must not run twice. If the call " +
        "packet is lost, the call must still succeed. And the client must notice a dead server within {dead}.",
      hints: [
        "When must the client not send yet? Its first interval has to be longer than the procedure.",
        "The client gives up at the end of an interval. How many intervals fit into the total?",
      ],
      solution:
        "Send again a little after the {work} of the procedure, and give up after two such intervals. The slow " +
        "reply comes before the second send. A lost call has a second chance. A dead server is noticed in time.",
    },
    parts: {
      timers: {
        title: "The procedure takes {work}, and the server has no cache",
        set: { serverMs: "1000 * work" },
        bounds: [null, null, null, "2 * work + slack"],
        solution: { retryS: "work + 2", totalS: "2 * work + 4" },
      },
    },
  },
};
