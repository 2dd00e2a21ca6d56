/** Questions from memory that later lessons ask about 6.3. */
import type { Recall } from "../types.ts";

export const recall: readonly Recall[] = [
  {
    id: "new-life",
    about: "guess",
    question: "A server restarts at the same address. Which number tells the caller, and what breaks without it?",
    options: [
      {
        id: "unique",
        text: "The unique identifier; a repeated call runs again",
        right: true,
        reply: "Yes. The row went with the crash. Without the rule the procedure ran {noLife}.",
      },
      {
        id: "sequence",
        text: "The sequence number; a result goes to another call",
        reply: "The sequence number names a call. It goes on as before when a server restarts.",
      },
      {
        id: "address",
        text: "The address; the call goes to another machine",
        reply: "The address is the same. That is why another number must change.",
      },
    ],
  },
  {
    id: "not-tried",
    about: "idle",
    question: "A search finds no faults that need a rule. What does that say?",
    options: [
      {
        id: "tried",
        text: "No run of those that it tried needs the rule",
        right: true,
        reply: "Yes. Say the bounds of a search with its result.",
      },
      { id: "idle", text: "The rule is idle", reply: "It may work in a run that the search never tried." },
      { id: "broken", text: "The search is broken", reply: "It may be right for all that it tried." },
    ],
  },
  {
    id: "kept-result",
    about: "table",
    question:
      "A server knows that it has run a call, but it has thrown the result away. The call comes again. What now?",
    options: [
      {
        id: "fails",
        text: "The call fails, and has run once",
        right: true,
        reply: "Yes. {noResult} failed so, though no machine crashed.",
      },
      {
        id: "again",
        text: "The server runs it again to get the result",
        reply: "Then it would run twice: that is what its row prevents.",
        tags: ["M2"],
      },
      { id: "returns", text: "The call returns without a result", reply: "A call that returns has its own result." },
    ],
  },
];
