/** What the parts of a lesson on paper share. */
import { createContext, useContext } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import type { Lesson, Step } from "../../lessons/types.ts";

/** A handout has the text and room for answers; slides have the figure, and what is asked, large. */
export type PaperKind = "handout" | "slides";

interface OnPaper {
  readonly lesson: Lesson;
  readonly kind: PaperKind;
  /** The runs that have come so far, by the ids of their steps. */
  readonly runs: ReadonlyMap<string, Run>;
  /** Null above the steps. */
  readonly step: Step | null;
}

export const Papers = createContext<OnPaper | null>(null);

export function usePaper(): OnPaper {
  const found = useContext(Papers);
  if (found === null) throw new Error("handout: a part of a lesson stands outside of <Papers>");
  return found;
}

/** The step that a part stands in. */
export function usePaperStep(): Step {
  const { step } = usePaper();
  if (step === null) throw new Error("handout: a part of a step stands outside of one");
  return step;
}
