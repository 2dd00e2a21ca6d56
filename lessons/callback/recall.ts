/** What later lessons ask about 4.1 from memory, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "six-dead",
    about: "predict-turn",
    question: "Six of several hundred machines are dead, and all are called in turn. What takes most of the time?",
    options: [
      {
        id: "living",
        text: "The calls to those that live: there are so many",
        reply: "Each takes {oneCall}. A dead one takes {silence}, as long as more than a thousand that live.",
      },
      {
        id: "dead",
        text: "The six silences",
        right: true,
        reply: "Yes: {silence} each. Three of them were {silences} of {inTurn}.",
      },
      {
        id: "network",
        text: "The network",
        reply: "It was nearly idle all the time. {silences} of {inTurn} were silence.",
        tags: ["M1"],
      },
    ],
  },
  {
    id: "how-many-silences",
    about: "parallel",
    question: "The same six are dead, and MultiRPC calls all at once. How long does the call take?",
    options: [
      {
        id: "one",
        text: "About one silence",
        right: true,
        reply: "Yes: the retries to all six overlap. With three of ten it took {ten}, not {tenInTurn}.",
      },
      {
        id: "six",
        text: "Six silences",
        reply: "That is in turn. Each machine has its own retry timer: three of ten took {ten}.",
      },
      {
        id: "none",
        text: "As long as the slowest that lives",
        reply: "A call to all waits for the dead as well, unless it has a limit: three of ten took {ten}.",
        tags: ["M3"],
      },
    ],
  },
  {
    id: "after-busy",
    about: "busy",
    question: "A server has answered BUSY, and then its machine loses power. When does the caller learn of it?",
    options: [
      {
        id: "once",
        text: "At once: BUSY will be missed",
        reply: "No more BUSY is expected until the caller asks again. It took {noticed} in our run.",
      },
      {
        id: "minute",
        text: "After one to two minutes",
        right: true,
        reply: "Yes: a minute of trust, then a whole series of retries. It took {noticed} in our run.",
      },
      {
        id: "never",
        text: "Never: it was told that all is well",
        reply: "BUSY is believed for a minute only; then the caller asks again, and counts: {noticed} in our run.",
      },
    ],
  },
];
