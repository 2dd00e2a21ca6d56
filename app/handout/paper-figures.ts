/** Which steps of a lesson have a figure on paper. */
import type { Shown, Step } from "../../lessons/types.ts";

/** Figures that a reader works with: these steps have none on paper. */
const NOT_ON_PAPER: ReadonlySet<Shown> = new Set<Shown>(["rules", "specification", "table", "use"]);

/** Whether the step has a figure on paper, and nothing of it is covered until a question is answered. */
export const isDrawn = ({ stage, cover }: Step): boolean =>
  !NOT_ON_PAPER.has(stage.hero) &&
  cover?.after === undefined &&
  cover?.figures.some((figure) => figure === stage.hero) !== true;
