/** Questions from memory that later lessons ask about 4.3, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "model-ends",
    about: "predict-fifty",
    question: "A model nearly fits up to nineteen servers. May one use it for a hundred?",
    options: [
      {
        id: "yes",
        text: "Yes: it was nearly right so often",
        reply: "For a hundred it gives {model100}, and the authors measured {measured100}.",
        tags: ["M9"],
      },
      {
        id: "no",
        text: "Only if nothing new happens with more servers",
        right: true,
        reply: "Yes. Here a buffer overflows, and the model has no buffer in it.",
      },
      {
        id: "half",
        text: "Yes, with half the speedup",
        reply: "There is no such rule. Ask what the model leaves out.",
      },
    ],
  },
  {
    id: "thrown-away",
    about: "no-room",
    question: "A reply is thrown away because a buffer is full. When does the client ask again?",
    options: [
      {
        id: "at-once",
        text: "At once: the kernel tells it",
        reply: "The kernel tells nobody. The client waits until its timer runs out.",
      },
      {
        id: "timer",
        text: "When its timer for that server runs out",
        right: true,
        reply: "Yes. With thirty-five servers in place of twenty-five the call takes {loses}, not {fits}.",
      },
      {
        id: "never",
        text: "Never: the server sends again by itself",
        reply: "The server has answered, and waits for nothing. The client must ask again.",
      },
    ],
  },
  {
    id: "spread",
    about: "predict-slower",
    question: "Many servers answer one client at once, and replies are lost. What helps?",
    options: [
      {
        id: "faster",
        text: "Faster servers",
        reply:
          "Then the replies come even closer together. With slow servers {lostSlow100} were lost, with fast {lost100}.",
      },
      {
        id: "spread",
        text: "Answers that are spread in time",
        right: true,
        reply: "Yes. What counts is how many come before the program reads again.",
      },
      {
        id: "wire",
        text: "A faster network",
        reply: "The network is not full. The buffer before the program is.",
        tags: ["M1"],
      },
    ],
  },
];
