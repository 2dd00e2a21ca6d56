/** What a student’s code draws in 7.1: how often a call is sent resends, and how large the budget is. */
import type { OwnCheckpoints } from "../variants/own-checkpoint.ts";

const set = { retries: "resends", deadlineMs: "500 * resends + 500" };

export const own: OwnCheckpoints = {
  "safe-load": {
    draws: {
      resends: { from: [2, 3, 5, 6, 7], unit: "" },
      budgetShare: { from: [5, 15, 20, 25, 30, 35, 40], unit: "%" },
    },
    texts: {
      question:
        "From how many calls a second does any stop of two seconds heal by itself? Find the largest number, twice.",
      hints: [
        "Suppose that all calls fail for a while. How many requests does each of them send then?",
        "All these requests together must be fewer than the server can serve. Which load keeps to that?",
      ],
      solution:
        "Count the requests of a call that always fails: the first one and {resends} more. With the budget " +
        "retries are {budgetShare} of the calls. The requests of all calls must be fewer than the {capacity} " +
        "that the server can serve.",
    },
    parts: {
      retries: { title: "{resends} retries, and a queue of any length", set },
      budget: {
        title: "The same, with a budget: retries may be {budgetShare} of the calls",
        set: { ...set, budget: "budgetShare / 100" },
      },
    },
  },
};
