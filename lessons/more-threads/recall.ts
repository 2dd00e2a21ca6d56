/** What later lessons ask about 2.2 from memory, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "four-milliseconds",
    about: "predict-curve",
    question: "Every call must pass one stage for four milliseconds, alone. How many calls a second can threads make?",
    options: [
      {
        id: "line",
        text: "As many as there are threads, times one thread's rate",
        reply: "Only until the stage is full. It lets one call through in four milliseconds, however many wait.",
        tags: ["M8"],
      },
      {
        id: "bound",
        text: "At most two hundred and fifty",
        right: true,
        reply: "Yes: a second over four milliseconds. Here a result held its sender for {hold}: at most {cap}.",
      },
      {
        id: "wire",
        text: "As many as fit on the wire",
        reply: "The wire is one stage of several; the slowest counts. Here it was the sender's, {hold} a result.",
        tags: ["M1"],
      },
    ],
  },
  {
    id: "first-full",
    about: "null",
    question: "More and more threads call Null(). Which stage is the first that they fill?",
    options: [
      {
        id: "controller",
        text: "The server's controller",
        reply: "That is MaxResult, with its full packets. Those of Null() are small.",
      },
      {
        id: "cpu",
        text: "CPU 0, which takes every interrupt",
        right: true,
        reply: "Yes: {null1} with one thread, {null7} with seven, and no controller is full.",
      },
      {
        id: "wire",
        text: "The wire",
        reply: "Both packets of a call are on it for {smallBoth}. It would carry ten times as many.",
        tags: ["M1"],
      },
    ],
  },
  {
    id: "faster-wire",
    about: "controller",
    question: "The network becomes ten times as fast. What holds a result of MaxResult in its sender then?",
    options: [
      {
        id: "wire",
        text: "Still the wire",
        reply: "It took {wire} and takes a tenth of that now. Bus and controller keep their {transmit}.",
        tags: ["M1"],
      },
      {
        id: "bus",
        text: "Mostly the bus and controller",
        right: true,
        reply: "Yes: {transmit} stay, and the wire adds a tenth of {wire}.",
      },
      {
        id: "nothing",
        text: "Nothing: threads can fill it now",
        reply: "A stage that takes {transmit} a result stays, whatever the wire does.",
        tags: ["M8"],
      },
    ],
  },
];
