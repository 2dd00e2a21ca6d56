/** The questions that a capture is asked, by name. */
import { whyGaps } from "./gaps.ts";
import { whereLost } from "./lost.ts";
import type { Answer, Recorded } from "./recorded.ts";
import { whoIsSlow } from "./slow.ts";
import { executedTwice } from "./twice.ts";
import { whatIf, type Change } from "./what-if.ts";

export const QUESTIONS = ["executed-twice", "who-is-slow", "why-gaps", "where-lost", "what-if"] as const;
export type Question = (typeof QUESTIONS)[number];

/** @param change for what-if */
export function answerTo(question: Question, recorded: Recorded, change: Change): Answer {
  switch (question) {
    case "executed-twice":
      return executedTwice(recorded);
    case "who-is-slow":
      return whoIsSlow(recorded);
    case "why-gaps":
      return whyGaps(recorded);
    case "where-lost":
      return whereLost(recorded);
    case "what-if":
      return whatIf(recorded, change);
  }
}
