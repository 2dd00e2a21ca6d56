/** What the parts of a lesson on paper share. */
import { createContext, useContext } from "react";
import type { Lesson, Step } from "../../lessons/types.ts";
import type { StepData } from "./use-step-data.ts";

/** A handout has the text and room for answers; slides have the figure, and what is asked, large. */
export type PaperKind = "handout" | "slides";

interface OnPaper {
  readonly lesson: Lesson;
  readonly kind: PaperKind;
  /** What the figures are drawn from, as far as it has come, by the ids of the steps. */
  readonly data: ReadonlyMap<string, StepData>;
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
