/** What later lessons ask about 2.1 from memory, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "full-packet",
    about: "predict-wire",
    question: "A call returns a full packet. How does the packet's time on the wire compare with bus and controllers?",
    options: [
      {
        id: "more",
        text: "The wire takes far more",
        reply: "A full packet is on the wire for {wireLarge}; buses and controllers take {controllersLarge} of it.",
        tags: ["M1"],
      },
      { id: "less", text: "The wire takes less", right: true, reply: "Yes: {wireLarge} against {controllersLarge}." },
      {
        id: "little",
        text: "The wire takes next to nothing",
        reply: "That was Null(), {wireBoth} for both its packets. A full packet takes {wireLarge}.",
      },
    ],
  },
  {
    id: "one-in-a-hundred",
    about: "lose",
    question: "One result in a hundred is lost. What does that do to the time of a call?",
    options: [
      {
        id: "both",
        text: "Mean and median grow alike",
        reply: "The mean does, to {meanLost}. The median stays at {medianLost}: nearly all calls lose nothing.",
        tags: ["M6"],
      },
      {
        id: "mean",
        text: "The mean grows threefold, the median stays",
        right: true,
        reply: "Yes: mean {meanLost}, median {medianLost}. One call in a hundred waits about {penalty}.",
      },
      {
        id: "little",
        text: "Hardly anything: one in a hundred is rare",
        reply: "The one waits about {penalty}, as long as {callsLost}. That makes the mean {meanLost}.",
        tags: ["M6"],
      },
    ],
  },
  {
    id: "the-rest",
    about: "honest",
    question: "The listed steps add up to {sum}; {measured} was measured. What is such an account worth?",
    options: [
      {
        id: "nothing",
        text: "Nothing: the two do not agree",
        reply: "It explains all but {gap}, and says so. An account without a rest would be the one to doubt.",
      },
      {
        id: "much",
        text: "Much: it says how much it leaves open",
        right: true,
        reply: "Yes: {gap} stay unexplained, and are stated.",
      },
      {
        id: "model",
        text: "The sum is the true time; the measurement is off",
        reply: "Then every clock would be off by {gap}. The sum lists what was looked at; the clock ran for all of it.",
        tags: ["M9"],
      },
    ],
  },
];
