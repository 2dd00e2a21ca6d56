/** Questions from memory that later lessons ask about 7.4, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "writes",
    about: "predict-one",
    question: "Each small call takes a little over forty milliseconds, on any network. What do you look for?",
    options: [
      {
        id: "writes",
        text: "Two writes for one request",
        right: true,
        reply: "Yes. The second waits for an acknowledgement, and that one is delayed.",
      },
      { id: "wire", text: "A slow wire", reply: "It is the same on any network, so it is a timer.", tags: ["M1"] },
      { id: "load", text: "A busy server", reply: "A load makes waits of many lengths. This is always the same." },
    ],
  },
  {
    id: "tail",
    about: "tail",
    question: "Why is the loss of a last segment worse than that of a middle one?",
    options: [
      {
        id: "behind",
        text: "Nothing comes behind it that would tell of the hole",
        right: true,
        reply: "Yes. So a timer must, and it is long.",
      },
      { id: "large", text: "It is larger", reply: "It is often smaller. What follows it is the point." },
      { id: "twice", text: "It must be sent two times", reply: "Once again is enough. It only happens late." },
    ],
  },
  {
    id: "incast",
    about: "predict-incast",
    question: "Sixty servers answer one client at once, through one port. What can happen?",
    options: [
      {
        id: "silence",
        text: "The link is idle for a long while, though all have data to send",
        right: true,
        reply: "Yes. Last segments are lost at the port, and their senders wait for a timer.",
      },
      { id: "fast", text: "It is sixty times as fast", reply: "All share one port and one link.", tags: ["M4"] },
      { id: "turn", text: "They take turns without loss", reply: "Nobody tells them to. They send at once." },
    ],
  },
];
