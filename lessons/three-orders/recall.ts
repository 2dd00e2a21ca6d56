/** Questions from memory that later lessons ask about 3.1, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "same-machine",
    about: "predict-times",
    question:
      "You move a server to the client’s own machine, to save the network. How much faster is a call of Sun RPC?",
    options: [
      {
        id: "near-c",
        text: "Nearly as fast as a call in C",
        reply: "A call in C takes {inC}. On one machine Sun RPC still takes {local}.",
        tags: ["M1"],
      },
      {
        id: "half",
        text: "Ten times as fast",
        reply: "The network is a small part: {local} on one machine, {remote} on two.",
        tags: ["M1"],
      },
      {
        id: "little",
        text: "A little faster",
        right: true,
        reply: "Yes. It takes {local} and not {remote}. The kernel and the library stay.",
      },
    ],
  },
  {
    id: "which-time",
    about: "whose-time",
    question: "A program reads a clock of processor time before and after a remote call. What does it miss?",
    options: [
      {
        id: "nothing",
        text: "Nothing",
        reply: "It misses the time in which the process sleeps and waits for the reply.",
      },
      {
        id: "sleep",
        text: "The time in which it waits",
        right: true,
        reply: "Yes. In our run the caller waits for {waitsRemote}, and its processor works for {hereRemote} of that.",
      },
      {
        id: "kernel",
        text: "The work of the kernel for it",
        reply: "Unix charges that work to the process. It misses the time in which the process sleeps.",
      },
    ],
  },
  {
    id: "few-turns",
    about: "whose-time",
    question:
      "A clock ticks every hundredth of a second. You want the time of a call to one part in a hundred. What helps?",
    options: [
      {
        id: "repeat",
        text: "Make so many calls that they take a hundred ticks",
        right: true,
        reply: "Yes. Then one tick more or less is one part in a hundred. The authors timed {iterations}.",
      },
      {
        id: "average",
        text: "Time one call ten times, and take the mean",
        reply: "Each reading is a whole number of ticks, here {tick} each. Ten of them give little better.",
      },
      {
        id: "none",
        text: "Nothing, the clock is too coarse",
        reply: "Make more calls between two readings of the clock.",
      },
    ],
  },
];
