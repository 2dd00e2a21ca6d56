/** Questions from memory that later lessons ask about 4.2, with other numbers than it had. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "thousand-servers",
    about: "predict-curve",
    question:
      "Each server waits for a disk. A client calls a thousand servers instead of ten. What happens to the speedup?",
    options: [
      {
        id: "hundred",
        text: "It becomes a hundred times as large",
        reply:
          "The client still works {perServer} for each server. Ten servers reach {model10}, and the limit is " +
          "{limit20}.",
        tags: ["M4"],
      },
      {
        id: "flat",
        text: "It hardly changes",
        right: true,
        reply: "Yes. Ten servers reach {model10}, and the limit is {limit20}.",
      },
      {
        id: "falls",
        text: "By the model, it falls to one",
        reply:
          "With so many servers something else fails first. But by the model the speedup comes close to {limit20}.",
      },
    ],
  },
  {
    id: "faster-servers",
    about: "knees",
    question: "All servers become much faster, but the client does not. What happens to the speedup of a call to many?",
    options: [
      {
        id: "rises",
        text: "It rises",
        reply:
          "Less computing overlaps with the client’s work now. The ceiling is {limit10} with the shortest " +
          "computation of the tests, {limit50} with the longest.",
      },
      {
        id: "falls",
        text: "It falls",
        right: true,
        reply: "Yes. The ceiling is {limit10} with the shortest computation of the tests, {limit50} with the longest.",
      },
      {
        id: "same",
        text: "It stays, because the client sets the ceiling",
        reply:
          "The ceiling is the time of a call in turn divided by the client’s work. Calls in turn get shorter: " +
          "{limit10} with the shortest computation, {limit50} with the longest.",
      },
    ],
  },
  {
    id: "what-to-mend",
    about: "handler",
    question: "A parallel call to many servers has reached its ceiling. Which change raises the ceiling?",
    options: [
      {
        id: "servers",
        text: "More servers",
        reply: "Each further server adds {perServer} of work for the client. So the ceiling stays.",
        tags: ["M4"],
      },
      {
        id: "network",
        text: "A faster network",
        reply: "The ring was idle {ringIdle}. The client’s processor was busy, {perServer} for each server.",
        tags: ["M1"],
      },
      {
        id: "client",
        text: "Less work for the client on each request and reply",
        right: true,
        reply: "Yes. Sending at {halved} its cost would raise it from {limit20} to {half}.",
      },
    ],
  },
];
