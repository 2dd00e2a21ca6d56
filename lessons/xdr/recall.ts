/** Questions from memory that later lessons ask about 3.2, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "seven-letters",
    about: "predict-size",
    question: "XDR writes a text as its length, in one unit, and then its bytes. How long is a text of seven letters?",
    options: [
      { id: "seven", text: "Eleven bytes", reply: "The letters are padded to whole units of {argument}." },
      {
        id: "twelve",
        text: "Twelve bytes",
        right: true,
        reply: "Yes: a unit for the length, and two for the letters.",
      },
      { id: "eight", text: "Eight bytes", reply: "The length has a unit of its own, before the letters." },
    ],
  },
  {
    id: "whose-number",
    about: "reply",
    question: "A client gets a reply whose identifier it does not know. What does it do?",
    options: [
      {
        id: "ask",
        text: "It asks the server what this is",
        reply: "No message asks that. It is a reply to a call that is over.",
      },
      {
        id: "ignore",
        text: "It ignores the reply",
        right: true,
        reply: "Yes. It takes only the reply to the call that is under way.",
      },
      {
        id: "return",
        text: "It returns the results to the program",
        reply: "They would be the results of another call.",
      },
    ],
  },
  {
    id: "common-form",
    about: "cost",
    question: "All machines of a company are alike. What does it lose if its programs do without XDR?",
    options: [
      {
        id: "future",
        text: "The day when another kind of machine comes",
        right: true,
        reply: "Yes. XDR takes {share} of the client’s time. The authors say that such a day usually comes.",
      },
      {
        id: "nothing",
        text: "Nothing",
        reply: "It works until a machine of another kind comes. The gain is {share} of the client’s time.",
      },
      {
        id: "loss",
        text: "Safety against lost packets",
        reply: "XDR is only the form of the data. Timers take care of lost packets.",
      },
    ],
  },
];
