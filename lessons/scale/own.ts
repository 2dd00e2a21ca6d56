/** What a student’s code draws in 4.3: how many servers answer. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

const set = { servers: "ring" };
const bounds = [null, "ring"];

export const own: OwnCheckpoints = {
  "none-lost": {
    draws: { ring: { from: everyFrom(45, 100).filter((ring) => ring !== 60), unit: "" } },
    texts: {
      question:
        "On your ring stand {ring} servers, and the call loses replies. There are two ways to lose none. Find " +
        "the smallest buffer that does it. Then leave the buffer as it is, and change one other thing at the " +
        "client.",
      hints: [
        "The buffer is too small for the replies that come before the program reads. How many are they?",
        "Replies are lost while the program sends. What could it do between two requests?",
      ],
      solution:
        "Make the buffer larger: a few replies more are enough. Or let the program read after each request. " +
        "Both end the losses.",
    },
    parts: { buffer: { set, bounds }, client: { set, bounds } },
  },
};
