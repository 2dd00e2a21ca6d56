/** Questions from memory that later lessons ask about 2.4, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "shared-bar",
    about: "predict-two",
    question:
      "Two changes touch the same bar. One removes it, the other halves it. How much of it do both together save?",
    options: [
      {
        id: "once",
        text: "The bar, once",
        right: true,
        reply: "Yes. What is removed cannot be halved as well.",
      },
      {
        id: "more",
        text: "The bar and half of it",
        reply: "That is more than there was. A bar that is gone cannot get shorter.",
        tags: ["M5"],
      },
      {
        id: "less",
        text: "Three quarters of the bar",
        reply: "One of the two changes removes it, whatever the other does.",
        tags: [],
      },
    ],
  },
  {
    id: "full-result",
    about: "alone",
    question: "Faster processors lead for an empty call. Which offer saves much only where the packets are full?",
    options: [
      {
        id: "controller",
        text: "The controller that overlaps bus and wire",
        right: true,
        reply: "Yes. It saves {controllerFull} of a full result, and {controller} of an empty call.",
      },
      {
        id: "awake",
        text: "Waiting without sleep",
        reply: "The wake-ups do not depend on the packet: {awake} for both calls.",
      },
      {
        id: "header",
        text: "The new header",
        reply: "A header is as long in every packet: {header} for both calls.",
      },
    ],
  },
  {
    id: "who-notices",
    about: "damage",
    question: "A packet is damaged behind the check of the network. Who can still notice?",
    options: [
      {
        id: "nobody",
        text: "Nobody: the network has checked it",
        reply: "The network checked it before the damage. A checksum that the receiver’s program computes finds it.",
      },
      {
        id: "end",
        text: "The receiver, by a checksum over the whole way",
        right: true,
        reply:
          "Yes. Its software computes the sum behind the controller, at a price of {checksumsFull} for a full result.",
      },
      {
        id: "sender",
        text: "The sender, when it gets no answer",
        reply: "The sender gets an answer. It is only a wrong one.",
      },
    ],
  },
];
