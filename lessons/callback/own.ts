/** What a student’s code draws in 4.1: how many workstations are dead, and how soon the file server must go on. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  "in-time": {
    draws: {
      dead: { from: [2, 4, 5, 6], unit: "" },
      goOn: { from: everyFrom(2.4, 5, 0.1).filter((seconds) => seconds !== 3), unit: "s" },
    },
    seeds: everyFrom(4, 15),
    texts: {
      question:
        "Users wait until the file server goes on. Set how it makes the calls and their time limit. It must go " +
        "on after at most {goOn}, and it must give up no workstation that lives.",
      hints: [
        "One limit can cover the whole call, or each of the hundred calls. Which way to call has one limit for all?",
        "How much time do the workstations that live need? If none is dead, MultiRPC has told all after " +
          "{alive}. Leave room for requests and replies that are lost and sent again.",
      ],
      solution:
        "Use MultiRPC with a limit that is about half a second shorter than {goOn}. With a much shorter limit " +
        "the call gives up workstations that live. Calls in turn are too late with any limit that leaves time " +
        "to answer.",
    },
    parts: {
      limit: {
        title: "A hundred workstations, {dead} of them dead. The file server tells all that live within {goOn}",
        set: { deadFraction: "dead / 100" },
        bounds: ["1000 * goOn"],
        solution: { timeoutMs: "1000 * goOn - 500" },
      },
    },
  },
};
