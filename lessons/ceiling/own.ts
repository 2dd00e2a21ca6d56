/** What a student’s code draws in 4.2: how many servers stand on the ring. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  "no-idle": {
    draws: { ring: { from: everyFrom(8, 26).filter((ring) => ring !== 15), unit: "" } },
    texts: {
      question:
        "{ring} servers stand on the ring. How long may each compute, in whole milliseconds, so that the client " +
        "never waits for a reply?",
      hints: [
        "Which reply comes last? It must arrive while the client still handles the others.",
        "The client handles one reply for {clproc} and {unpack}. A server works for {servoh} besides computing. " +
          "Begin with these numbers, and see how the run differs.",
      ],
      solution:
        "Begin with the components of Table VI, event by event. The run idles earlier, for two reasons. First, " +
        "interrupts take in replies while requests still leave. Second, a server must wake up, which no " +
        "component counts. So go down until the client no longer idles.",
    },
    parts: { compute: { set: { servers: "ring" } } },
  },
};
