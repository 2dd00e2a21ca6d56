/** Questions from memory that later lessons ask about 7.1, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "drains",
    about: "predict-back",
    question:
      "A server can serve two hundred calls a second, and half as many come. Clients send each call up to three " +
      "times. A short stop fills its queue. What can happen then?",
    options: [
      {
        id: "drains",
        text: "It always drains: half of the server is to spare",
        reply: "That is so while each call comes once. Three attempts for each are more than it can serve.",
        tags: ["M10"],
      },
      {
        id: "stays",
        text: "It can stay down",
        right: true,
        reply: "Yes. When all fail, three hundred requests come each second.",
      },
      {
        id: "crash",
        text: "The server crashes",
        reply: "It works all the time, and answers clients who have left.",
      },
    ],
  },
  {
    id: "places",
    about: "predict-remedy",
    question: "After a bad day somebody wants to give the queue ten times as many places. What do you say?",
    options: [
      {
        id: "good",
        text: "Good: nobody is refused any more",
        reply: "They wait instead, longer than their clients do, and the server works for nobody.",
        tags: ["M11"],
      },
      {
        id: "shorter",
        text: "It should rather be so short that who waits is served in time",
        right: true,
        reply: "Yes. Places, times the time of one request, must stay below the client’s time-out.",
      },
      {
        id: "same",
        text: "It changes nothing",
        reply: "It does: the wait in a full queue becomes ten times as long.",
      },
    ],
  },
  {
    id: "nobody",
    about: "nobody",
    question: "A client has given up its call, and the server knows nothing of it. What does the server do?",
    options: [
      {
        id: "works",
        text: "It serves the request all the same",
        right: true,
        reply: "Yes. A time-out ends the waiting of the client, not the work of the server.",
      },
      {
        id: "ends",
        text: "It drops the request: the time is over",
        reply: "The time-out is a timer of the client. Nobody tells the server of it.",
        tags: ["M12"],
      },
      {
        id: "asks",
        text: "It asks the client first",
        reply: "No server here does so. It would cost a message for each request.",
      },
    ],
  },
];
