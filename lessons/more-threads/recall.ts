/** Questions from memory that later lessons ask about 2.2, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "four-milliseconds",
    about: "predict-curve",
    question:
      "Every call needs one stage for four milliseconds, and the stage serves one call at a time. How many calls " +
      "a second can many threads make?",
    options: [
      {
        id: "line",
        text: "The rate of one thread, times the number of threads",
        reply:
          "That holds only until the stage is full. It finishes one call every four milliseconds, however many wait.",
        tags: ["M8"],
      },
      {
        id: "bound",
        text: "At most two hundred and fifty",
        right: true,
        reply:
          "Yes: one second divided by four milliseconds. In the lesson a result held its sender for {hold}, so " +
          "at most {cap} came through.",
      },
      {
        id: "wire",
        text: "As many as fit on the wire",
        reply:
          "The wire is one stage of several, and the slowest stage counts. In the lesson that was the sender, " +
          "with {hold} for each result.",
        tags: ["M1"],
      },
    ],
  },
  {
    id: "first-full",
    about: "null",
    question: "More and more threads call Null(). Which part becomes fully busy first?",
    options: [
      {
        id: "controller",
        text: "The server’s controller",
        reply: "That is true for MaxResult, with its full packets. The packets of Null() are small.",
      },
      {
        id: "cpu",
        text: "CPU 0, which takes every interrupt",
        right: true,
        reply: "Yes. The rate grows from {null1} with one thread to {null7} with seven, and no controller is full.",
      },
      {
        id: "wire",
        text: "The wire",
        reply: "Both packets of a call are on the wire for only {smallBoth}. It could carry ten times as many.",
        tags: ["M1"],
      },
    ],
  },
  {
    id: "faster-wire",
    about: "controller",
    question:
      "The network becomes ten times as fast. Which step holds a result of MaxResult in its sender the longest then?",
    options: [
      {
        id: "wire",
        text: "Still the wire",
        reply: "The wire took {wire} and takes a tenth of that now. Bus and controller still take {transmit}.",
        tags: ["M1"],
      },
      {
        id: "bus",
        text: "The bus and controller",
        right: true,
        reply: "Yes. They still take {transmit}, and the wire adds only a tenth of {wire}.",
      },
      {
        id: "nothing",
        text: "No step: threads can now fill the wire",
        reply: "The bus and controller still take {transmit} for each result, whatever the speed of the wire.",
        tags: ["M8"],
      },
    ],
  },
];
