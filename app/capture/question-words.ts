/** The questions that are put to a capture, in the words of the page. */
import type { Question } from "../../engine/capture/ask/answer.ts";
import type { Place } from "../../engine/capture/ask/recorded.ts";

export const ASKED: readonly { readonly id: Question; readonly title: string }[] = [
  { id: "executed-twice", title: "Was anything executed twice?" },
  { id: "who-is-slow", title: "Who is slow?" },
  { id: "why-gaps", title: "Why 40 ms, 200 ms, 1 s?" },
  { id: "where-lost", title: "Where were packets lost?" },
  { id: "what-if", title: "What would change if …?" },
];

export const TAKEN_AT: readonly { readonly id: Place | ""; readonly title: string }[] = [
  { id: "", title: "I do not know" },
  { id: "client", title: "At the client" },
  { id: "server", title: "At the server" },
  { id: "between", title: "Between them" },
];
