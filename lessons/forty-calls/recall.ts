/** Questions from memory that later lessons ask about 7.2, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "lottery",
    about: "predict-pages",
    question: "One server in a hundred is late. A page asks seventy of them. How often is the page late?",
    options: [
      {
        id: "rare",
        text: "Once in a hundred times",
        reply: "That is one server. The page waits for the slowest of seventy.",
        tags: ["M6"],
      },
      {
        id: "half",
        text: "About every second time",
        right: true,
        reply: "Yes. Seventy must be quick together, and that happens about every second time.",
      },
      {
        id: "always",
        text: "Always",
        reply: "Often all seventy are quick: each is so ninety-nine times in a hundred.",
      },
    ],
  },
  {
    id: "delay",
    about: "predict-copy",
    question: "A second copy leaves when nineteen of twenty calls have their answer. How many more calls are sent?",
    options: [
      {
        id: "twentieth",
        text: "A twentieth",
        right: true,
        reply: "Yes. Only the calls without an answer are sent again.",
      },
      { id: "twice", text: "As many again", reply: "Most calls have their answer before a copy would leave." },
      {
        id: "none",
        text: "None that counts: the slower one is thrown away",
        reply: "Its answer is thrown away. Its work is done all the same, where nobody cancels it.",
        tags: ["M13"],
      },
    ],
  },
  {
    id: "busy",
    about: "predict-busy",
    question: "Hedges made a service quicker in the spring. In the summer, with twice the load, it breaks down. Why?",
    options: [
      {
        id: "circle",
        text: "Copies are load, and load makes copies",
        right: true,
        reply: "Yes. Near the limit each late call adds a further one.",
      },
      {
        id: "heat",
        text: "The servers have become slower",
        reply: "They need not have. The queue alone makes the calls late.",
      },
      {
        id: "luck",
        text: "By bad luck: a second copy is free",
        reply: "A copy is a call like any other, and takes a worker’s time.",
        tags: ["M13"],
      },
    ],
  },
];
