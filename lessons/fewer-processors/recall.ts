/** Questions from memory that later lessons ask about 2.5, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "far-hump",
    about: "predict-share",
    question: "The mean of a service is seven times its median. What do you draw?",
    options: [
      {
        id: "distribution",
        text: "The distribution of the calls’ times",
        right: true,
        reply: "Yes. A rare, long wait is in it, and the mean hides it.",
      },
      {
        id: "mean",
        text: "The mean of each hour",
        reply: "A mean of means still stands where no call is. Look at single calls.",
        tags: ["M6"],
      },
      {
        id: "rate",
        text: "The calls of each second",
        reply: "The rate says how many calls there are, not how long one takes.",
        tags: [],
      },
    ],
  },
  {
    id: "second-processor",
    about: "slow-path",
    question: "One thread calls, one call at a time. What does a second processor at its machine help?",
    options: [
      {
        id: "nothing",
        text: "Nothing: one thread needs one processor",
        reply: "The interrupt needs one as well. With one processor a call takes {one}, with two {two}.",
      },
      {
        id: "interrupt",
        text: "The thread waits on one, and the interrupt comes to the other",
        right: true,
        reply: "Yes. With one processor both need the same: {one} in place of {two}.",
      },
      {
        id: "half",
        text: "It halves the time of the call",
        reply: "Most steps come one after the other. The time falls from {one} to {two}.",
        tags: ["M8"],
      },
    ],
  },
  {
    id: "order",
    about: "race",
    question: "A program sends a request, and then notes that it waits for an answer. What can go wrong?",
    options: [
      {
        id: "early",
        text: "The answer comes before the note",
        right: true,
        reply: "Yes. Then no thread waits for it yet, and the program waits for a timer: {penalty} here.",
      },
      {
        id: "twice",
        text: "The request goes out twice",
        reply: "It goes out once. But think of an answer that comes early.",
        tags: ["M2"],
      },
      {
        id: "nothing",
        text: "Nothing: an answer takes longer than a note",
        reply: "That holds while another processor writes the note. With one processor it did not.",
      },
    ],
  },
];
