/** Questions from memory that later lessons ask about 7.3, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "share",
    about: "predict-nobody",
    question:
      "A queue that is full takes two seconds, and users wait one. One call in ten is too many. Which share of the " +
      "work is for nobody?",
    options: [
      {
        id: "tenth",
        text: "A tenth",
        reply: "That many are refused. All others wait two seconds, and their users only one.",
      },
      {
        id: "nearly",
        text: "Nearly all of it",
        right: true,
        reply: "Yes. Who gets a place is served after two seconds.",
      },
      {
        id: "none",
        text: "None: time-outs end it",
        reply: "A time-out ends the wait of the user. The server works on.",
        tags: ["M12"],
      },
    ],
  },
  {
    id: "begin",
    about: "predict-told",
    question: "A server needs forty milliseconds a request. When should it begin one that has thirty left?",
    options: [
      {
        id: "never",
        text: "Never",
        right: true,
        reply: "Yes. Its answer would come too late, and the next request can still be served.",
      },
      { id: "now", text: "At once: thirty are left", reply: "After forty nobody wants the answer any more." },
      {
        id: "ask",
        text: "When the user has been asked",
        reply: "The question takes time as well. The deadline in the request says all.",
      },
    ],
  },
  {
    id: "cancel",
    about: "cancel",
    question: "A service reads its messages in order, requests and cancels in one queue. What does a cancel save?",
    options: [
      {
        id: "little",
        text: "Nothing: it comes after the request that it is about",
        right: true,
        reply: "Yes. A cancel must overtake the requests.",
      },
      {
        id: "work",
        text: "The work for all who have left",
        reply: "By the time the cancel is read, that work is done.",
        tags: ["M12"],
      },
      { id: "memory", text: "The places in the queue", reply: "It takes one itself." },
    ],
  },
];
