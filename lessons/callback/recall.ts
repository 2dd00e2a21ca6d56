/** Questions from memory that later lessons ask about 4.1, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "six-dead",
    about: "predict-turn",
    question:
      "Six of several hundred machines are dead. A client calls all machines in turn. What takes most of the time?",
    options: [
      {
        id: "living",
        text: "The calls to the machines that live, because there are so many",
        reply:
          "Each of these calls takes {oneCall}. A call to a dead machine takes {silence}, {longerThanThousand} a " +
          "thousand of them.",
      },
      {
        id: "dead",
        text: "The calls to the six dead machines",
        right: true,
        reply: "Yes: {silence} each. In the lesson three of them took {silences} of {inTurn}.",
      },
      {
        id: "network",
        text: "The network",
        reply: "The network was idle {ringIdle}. The client waited {silences} of {inTurn} for dead machines.",
        tags: ["M1"],
      },
    ],
  },
  {
    id: "how-many-silences",
    about: "parallel",
    question: "The same six machines are dead, and MultiRPC calls all machines at once. How long does the call take?",
    options: [
      {
        id: "one",
        text: "About as long as a call to one dead machine",
        right: true,
        reply: "Yes. The retries to all six overlap. With three dead of ten it took {ten}, not {tenInTurn}.",
      },
      {
        id: "six",
        text: "Six times as long as a call to one dead machine",
        reply:
          "That is the time of calls in turn. In MultiRPC each machine has its own retry timer: three dead of " +
          "ten took {ten}.",
      },
      {
        id: "none",
        text: "As long as the slowest machine that lives",
        reply: "Without a time limit MultiRPC waits for the dead machines as well: three dead of ten took {ten}.",
        tags: ["M3"],
      },
    ],
  },
  {
    id: "after-busy",
    about: "busy",
    question: "A server answers BUSY, and then its machine loses power. When does the client notice?",
    options: [
      {
        id: "once",
        text: "At once, because BUSY stops coming",
        reply: "The client expects no BUSY until it asks again. In our run it took {noticed}.",
      },
      {
        id: "minute",
        text: "After one to two minutes",
        right: true,
        reply:
          "Yes. The client trusts BUSY for a minute, then sends a whole series of retries. In our run it took " +
          "{noticed}.",
      },
      {
        id: "never",
        text: "Never, because BUSY told it that all is well",
        reply:
          "The client trusts BUSY for a minute only. Then it asks again and counts its retries: {noticed} in our run.",
      },
    ],
  },
];
