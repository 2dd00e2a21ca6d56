/** Questions from memory that later lessons ask about 3.3, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "eight-seconds",
    about: "predict-executions",
    question: "A procedure takes eight seconds, and the client sends again every {retry}. How often does it run?",
    options: [
      {
        id: "once",
        text: "Once: the server knows the second call",
        reply: "A server of Sun RPC remembers nothing unless its program asks for it.",
        tags: ["M2"],
      },
      {
        id: "twice",
        text: "{twice}",
        right: true,
        reply:
          "Yes. The second call waits in the socket and runs after the first. Twelve seconds made it {executions}.",
      },
      { id: "five", text: "Five times", reply: "The client stops sending when the reply comes." },
    ],
  },
  {
    id: "silence",
    about: "dead",
    question: "A client of Sun RPC has heard nothing for twenty seconds. What does it know?",
    options: [
      {
        id: "dead",
        text: "The server is dead",
        reply: "A slow server is just as silent. The client waits until {failed} have passed.",
        tags: ["M3"],
      },
      {
        id: "lost",
        text: "Its packets were lost",
        reply: "Perhaps. But they may as well wait in a busy server’s socket.",
      },
      {
        id: "nothing",
        text: "Nothing for sure",
        right: true,
        reply: "Yes. A dead server, a slow one and a lost packet look the same.",
      },
    ],
  },
  {
    id: "blocking-read",
    about: "hang",
    question: "A program reads its reply without select, to save time. When does it notice a lost reply?",
    options: [
      {
        id: "timer",
        text: "When the kernel’s timer ends the read",
        reply: "No timer runs. select is the timer, and the program does without it.",
      },
      {
        id: "never",
        text: "Never",
        right: true,
        reply: "Yes. It saves {adds} a call, and one lost packet stops it for ever.",
      },
      {
        id: "server",
        text: "When the server sends the reply again",
        reply: "The server sends a reply only when a call comes.",
      },
    ],
  },
];
