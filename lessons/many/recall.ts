/** Questions from memory that later lessons ask about 6.2, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "one-frame",
    about: "predict-ten",
    question: "A broadcast is one packet on the wire. How many chances does it have to get lost, with twenty callees?",
    options: [
      {
        id: "one",
        text: "One: it is one packet",
        reply: "It has one way on the wire, but twenty receivers. Each of them may miss it.",
        tags: ["M7"],
      },
      {
        id: "twenty",
        text: "Twenty, and twenty replies come back",
        right: true,
        reply: "Yes. With ten callees and {loss} lost, all answers came with a chance of {ten}.",
      },
      { id: "none", text: "None: a broadcast is not lost", reply: "A receiver that is busy or disturbed misses it." },
    ],
  },
  {
    id: "ten-replies",
    about: "tenth",
    question: "A program has as many replies as there are machines. Has every machine answered?",
    options: [
      {
        id: "yes",
        text: "Yes: the numbers are equal",
        reply: "One machine may have answered twice, where the call was sent again.",
      },
      {
        id: "unknown",
        text: "It cannot know that from the number",
        right: true,
        reply: "Yes. It needs a list of who has answered.",
      },
      {
        id: "no",
        text: "No: some replies are always lost",
        reply: "All may have answered. The number does not say it.",
      },
    ],
  },
  {
    id: "silent-minute",
    about: "slow-and-dead",
    question: "A callee computes for a minute, another one is dead. How does a caller tell them apart?",
    options: [
      {
        id: "asks",
        text: "It asks each of them now and then",
        right: true,
        reply: "Yes. The slow one says that it works, and the dead one says nothing.",
      },
      {
        id: "waits",
        text: "It waits for a minute",
        reply: "Then it still does not know whether the next minute would bring an answer.",
        tags: ["M3"],
      },
      {
        id: "sends",
        text: "It sends the call to all once more",
        reply: "Both stay silent, and the others run the procedure again.",
      },
    ],
  },
  {
    id: "who-pays",
    about: "price",
    question:
      "Three callers, each a replica of one program, call four callees by Circus. How many call messages leave?",
    options: [
      { id: "four", text: "Four", reply: "Each replica of the caller sends to each callee by itself." },
      { id: "seven", text: "Seven", reply: "Each replica of the caller sends to each callee: the numbers multiply." },
      {
        id: "twelve",
        text: "Twelve",
        right: true,
        reply: "Yes: three times four. And as many return messages come back.",
      },
    ],
  },
  {
    id: "first-answer",
    about: "more-loss",
    question: "A call to a group returned at once. What does the program know of the members that did not answer?",
    options: [
      {
        id: "dead",
        text: "They are dead",
        reply: "Their packet or their reply may be lost, or they still compute.",
        tags: ["M3"],
      },
      {
        id: "ran",
        text: "They have run the procedure",
        reply: "A member that missed the packet has not.",
        tags: ["M7"],
      },
      { id: "nothing", text: "Nothing", right: true, reply: "Yes. It does not even know who they are." },
    ],
  },
];
