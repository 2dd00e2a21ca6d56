/** What a student’s code draws in 7.3: how long a buyer waits. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

const set = { deadlineMs: "buyersWait" };

export const own: OwnCheckpoints = {
  "two-ways": {
    draws: { buyersWait: { from: everyFrom(200, 500, 10).filter((one) => one !== 300), unit: "ms" } },
    seeds: everyFrom(4, 15),
    texts: {
      question:
        "Your buyers wait for {buyersWait}. Bring back ninety-three calls a second, in two ways. The load stays " +
        "as it is.",
      hints: [
        "The storage must not begin what it cannot end in time. Which of the three answers to “Deadlines " +
          "travel” says so?",
        "A place in the queue costs ten milliseconds of waiting. How many places fit into the {buyersWait} that a " +
          "buyer waits?",
      ],
      solution:
        "Let the deadline travel, with a reserve. Or give the queue a few places less than fit into {buyersWait}. " +
        "To serve the newest first does it, too.",
    },
    parts: { told: { set }, queue: { set, solution: { queueLimit: "buyersWait / 10 - 5" } } },
  },
};
