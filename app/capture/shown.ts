/** The questions that are put to a capture, in the words of the page. */
import type { AskedId } from "../workers/capture-rows.ts";

export const ASKED: readonly { readonly id: AskedId; readonly title: string }[] = [
  { id: "twice", title: "Was anything executed twice?" },
  { id: "slow", title: "Who is slow?" },
  { id: "gaps", title: "Why 40 ms, 200 ms, 1 s?" },
  { id: "lost", title: "Where were packets lost?" },
];
