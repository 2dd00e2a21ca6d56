/** Questions from memory that later lessons ask about 6.1, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "work",
    about: "predict-work",
    question: "A call takes one machine half as long as another, which is half as fast. Whose call is less work?",
    options: [
      {
        id: "same",
        text: "Both are the same work",
        right: true,
        reply: "Yes. Half the time at twice the speed is the same product.",
      },
      { id: "fast", text: "That of the fast machine", reply: "It takes half the time, and does twice as much in it." },
      { id: "slow", text: "That of the slow machine", reply: "It does half as much a second, for twice as long." },
    ],
  },
  {
    id: "ways",
    about: "ways",
    question: "A system moves much more data with four callers than with one. What does that say of one caller?",
    options: [
      {
        id: "idle",
        text: "The machines wait for each other most of the time",
        right: true,
        reply: "Yes. Further calls fill the time in which one of them is idle.",
      },
      {
        id: "wire",
        text: "The wire is too slow",
        reply: "Then four callers would have to share it, and would move no more.",
        tags: ["M1"],
      },
    ],
  },
  {
    id: "terms",
    about: "equal",
    question: "Two systems are compared, and only one of them adds up the bytes of its packets. What do you do?",
    options: [
      {
        id: "say",
        text: "Give both the same duty, and say so",
        right: true,
        reply: "Yes. And say that you have chosen the duty.",
      },
      {
        id: "leave",
        text: "Leave them as they are: they are what they are",
        reply: "Then you compare a duty with its absence, and call it speed.",
      },
    ],
  },
];
