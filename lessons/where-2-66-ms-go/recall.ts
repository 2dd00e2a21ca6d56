/** Questions from memory that later lessons ask about 2.1, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "full-packet",
    about: "predict-wire",
    question: "A call returns a full packet. How does the packet’s time on the wire compare with bus and controllers?",
    options: [
      {
        id: "more",
        text: "The wire takes far more",
        reply: "A full packet is on the wire for {wireLarge}. Buses and controllers hold it for {controllersLarge}.",
        tags: ["M1"],
      },
      {
        id: "less",
        text: "The wire takes less",
        right: true,
        reply: "Yes. The wire takes {wireLarge}; buses and controllers take {controllersLarge}.",
      },
      {
        id: "little",
        text: "The wire takes next to nothing",
        reply: "That was Null(), with {wireBoth} for both its packets. A full packet takes {wireLarge}.",
      },
    ],
  },
  {
    id: "one-in-a-hundred",
    about: "lose",
    question: "One result in a hundred is lost. How does this change the time of a call?",
    options: [
      {
        id: "both",
        text: "Mean and median grow by the same factor",
        reply:
          "The mean grows to {meanLost}. The median stays at {medianLost}, because {nearlyAllCalls} calls " +
          "lose nothing.",
        tags: ["M6"],
      },
      {
        id: "mean",
        text: "The mean grows threefold, the median stays",
        right: true,
        reply: "Yes. The mean is {meanLost}, the median {medianLost}. One call in a hundred waits about {penalty}.",
      },
      {
        id: "little",
        text: "Hardly anything: one in a hundred is rare",
        reply: "That one call waits about {penalty}, as long as {callsLost} take. So the mean grows to {meanLost}.",
        tags: ["M6"],
      },
    ],
  },
  {
    id: "the-rest",
    about: "honest",
    question: "The listed steps add up to {sum}, but the authors measured {measured}. What is such an account worth?",
    options: [
      {
        id: "nothing",
        text: "Nothing, because the two do not agree",
        reply: "It explains everything but {gap}, and says so. Doubt an account that claims to explain everything.",
      },
      {
        id: "much",
        text: "Much, because it says how much it leaves open",
        right: true,
        reply: "Yes. {gap} stay unexplained, and the authors say so.",
      },
      {
        id: "model",
        text: "The sum is the true time, and the measurement is wrong",
        reply:
          "Then the clocks would be wrong by {gap}. The sum covers only the listed steps; the clocks measured " +
          "the whole call.",
        tags: ["M9"],
      },
    ],
  },
];
