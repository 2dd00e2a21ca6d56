/** What later lessons ask about 4.2 from memory, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "thousand-servers",
    about: "predict-curve",
    question: "Servers that wait for a disk, and a thousand of them in place of ten. What happens to the speedup?",
    options: [
      {
        id: "hundred",
        text: "It grows a hundredfold",
        reply: "The client still spends {perServer} on each: ten servers are at {model10}, and {limit20} is the limit.",
        tags: ["M4"],
      },
      {
        id: "flat",
        text: "It hardly changes",
        right: true,
        reply: "Yes: ten servers are at {model10}, and {limit20} is the limit.",
      },
      {
        id: "falls",
        text: "By the model it falls to one",
        reply: "Something else gives way then, but not by the model: it tends to {limit20}.",
      },
    ],
  },
  {
    id: "faster-servers",
    about: "knees",
    question: "All servers become much faster, the client does not. What happens to the speedup of many?",
    options: [
      {
        id: "rises",
        text: "It rises",
        reply:
          "There is less to hide behind the client's work: {limit10} with the shortest computation of the tests, " +
          "{limit50} with the longest.",
      },
      {
        id: "falls",
        text: "It falls",
        right: true,
        reply: "Yes: {limit10} with the shortest computation of the tests, {limit50} with the longest.",
      },
      {
        id: "same",
        text: "It stays: the ceiling is the client's",
        reply: "The client's work is below the line of the fraction, a call in turn above it: {limit10} to {limit50}.",
      },
    ],
  },
  {
    id: "what-to-mend",
    about: "handler",
    question: "A parallel call to many servers has reached its ceiling. Which of these lifts it?",
    options: [
      {
        id: "servers",
        text: "More servers",
        reply: "Each brings {perServer} of work for the client. The ceiling is there already.",
        tags: ["M4"],
      },
      {
        id: "network",
        text: "A faster network",
        reply: "The ring was idle nearly all the time. The client's processor was not: {perServer} for each server.",
        tags: ["M1"],
      },
      {
        id: "client",
        text: "Less work for the client on each request and reply",
        right: true,
        reply: "Yes: half the cost of sending alone would lift it from {limit20} to {half}.",
      },
    ],
  },
];
