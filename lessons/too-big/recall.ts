/** Questions from memory that later lessons ask about 1.4, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "six-packets",
    about: "predict-packets",
    question: "An argument fills six packets, and the result fits into one. How many packets does the call need?",
    options: [
      {
        id: "seven",
        text: "Seven",
        reply: "That leaves the acknowledgements out. With four packets of argument the call had {four}.",
      },
      {
        id: "twelve",
        text: "Twelve",
        right: true,
        reply: "Yes: six, five acknowledgements and the result. With four packets of argument it was {four}.",
      },
      {
        id: "thirteen",
        text: "Thirteen",
        reply: "The result acknowledges the last packet of the argument. With four the call had {four}.",
      },
    ],
  },
  {
    id: "why-parallel",
    about: "parallel",
    question: "Several processes together move more data than one, over the same wire. Why?",
    options: [
      {
        id: "processors",
        text: "They have more processors",
        reply: "Each machine has one processor. But one process leaves the wire busy for only {busyAlone} of the time.",
      },
      {
        id: "gaps",
        text: "One sends while another waits for its acknowledgement",
        right: true,
        reply: "Yes. One alone moves {alone}, three together {three}.",
      },
      {
        id: "acks",
        text: "They need fewer acknowledgements",
        reply: "Each process has its own calls, with as many acknowledgements. They just wait at the same time.",
      },
    ],
  },
  {
    id: "satellite",
    about: "far",
    question:
      "Two machines are far apart, and the wire between them becomes ten times as fast. Does a large call gain?",
    options: [
      {
        id: "ten",
        text: "Yes, it becomes nearly ten times as fast",
        reply: "The wire is idle {idle} the time. The call took {far}, and moved only {kilobits}.",
        tags: ["M1"],
      },
      {
        id: "little",
        text: "Hardly: it waits for acknowledgements",
        right: true,
        reply: "Yes. There is one packet in each round trip, whatever the wire. It moved {kilobits}.",
      },
      {
        id: "loses",
        text: "No, it becomes slower",
        reply: "Nothing becomes slower. But each packet waits for its acknowledgement: {far} in all.",
      },
    ],
  },
];
