/** Questions from memory that later lessons ask about the echo. The first is about its prediction. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "two-lost",
    about: "predict-lost",
    question: "Two answers are lost, and the third comes. How often did the procedure run?",
    options: [
      { id: "thrice", text: "Three times", right: true, reply: "Yes. Each packet that comes is run." },
      {
        id: "once",
        text: "Once",
        reply: "Only a server that remembers would run it once. It took {lost} with one loss.",
      },
    ],
  },
  {
    id: "why-twice",
    about: "twice",
    question: "Why does the server run a call again?",
    options: [
      { id: "memory", text: "It remembers no call", right: true, reply: "Yes. Each packet is new to it." },
      { id: "timer", text: "Its timer goes off", reply: "The timer is the client’s." },
    ],
  },
  {
    id: "sooner",
    about: "check",
    question: "The client’s timer is made shorter. What ends sooner?",
    options: [
      { id: "lossy", text: "A call that loses a packet", right: true, reply: "Yes. The wait is most of it." },
      { id: "all", text: "Every call", reply: "A call that loses nothing takes {whole}, whatever the timer." },
    ],
  },
];
