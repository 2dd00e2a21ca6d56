/** What a student’s code draws in 7.4: how late a call may be, and how much a port keeps. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  gaps: {
    draws: {
      latest: { from: everyFrom(12, 70).filter((latest) => latest !== 20), unit: "ms" },
      port: { from: [64, 96, 160, 192, 256, 320], unit: "KiB" },
    },
    seeds: everyFrom(4, 9),
    texts: {
      question: "Three gaps. Find what removes each.",
      hints: [
        "Who is silent in the gap, and who would have sent next? The change belongs to one of them.",
        "A call with a loss takes the timer, and then its usual time. A port must keep what all servers send at once.",
      ],
      solution:
        "Nagle’s algorithm off. A time-out a little under {latest}, as the segment needs its way as well. And " +
        "as many servers as the port of {port} has room for.",
    },
    parts: {
      "two-hundred": {
        title:
          "One packet in a hundred is lost. The largest time-out with which all but one call in a hundred take " +
          "at most {latest}",
        bounds: ["latest"],
        solution: { minRtoMs: "latest - 1" },
      },
      servers: {
        title: "The largest number of servers that fills the link, with a port of {port}",
        set: { portKB: "port" },
      },
    },
  },
};
