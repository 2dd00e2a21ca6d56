/** All questions, by what they are about. */
import { COSTS } from "./costs.ts";
import { LOSSES } from "./losses.ts";
import { MANY } from "./many.ts";
import { REPEATS } from "./repeats.ts";
import { SERVICES } from "./services.ts";
import { TODAY } from "./today.ts";
import type { Question } from "./types.ts";

export const GROUPS: readonly { readonly title: string; readonly questions: readonly Question[] }[] = [
  { title: "Lost packets, time-outs and crashes", questions: LOSSES },
  { title: "Calls that run twice, or once, or not at all", questions: REPEATS },
  { title: "Services that call each other", questions: SERVICES },
  { title: "What a call costs", questions: COSTS },
  { title: "Many machines at once", questions: MANY },
  { title: "Connections and load of today", questions: TODAY },
];

export const QUESTIONS: readonly Question[] = GROUPS.flatMap(({ questions }) => questions);
