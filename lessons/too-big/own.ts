/** What a student’s code draws in 1.4: how large the arguments are, and how fast they must move. */
import { everyFrom } from "../variants/own-checkpoint.ts";
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

export const own: OwnCheckpoints = {
  fill: {
    draws: {
      packets: { from: [2, 3, 5, 6, 7, 8], unit: "" },
      rate: { from: everyFrom(1.4, 2.1, 0.05).filter((rate) => rate !== 2), unit: "Mbit/s" },
    },
    texts: {
      question:
        "One call at a time leaves the wire idle for much of the time. Several programs like Mina’s may call at " +
        "once. Your arguments fill {packets} packets. What is the smallest number of processes that moves " +
        "{rate}?",
      hints: [
        "With one process the wire waits for acknowledgements and software. Who can use it then?",
        "Each further process adds packets while the others wait. Try one process more, until the rate is reached.",
      ],
      solution:
        "Add one process at a time, and read the rate. The first number that reaches {rate} is the answer. It " +
        "is the least, because one process less fails.",
    },
    parts: {
      processes: {
        title: "The fewest calling processes with which arguments of {packets} packets move at {rate} or more",
        set: { argumentPackets: "packets" },
        bounds: ["rate"],
      },
    },
  },
};
