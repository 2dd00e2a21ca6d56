/** What of a step a link’s `lock` and `hide` leave alone, so that it can be done. */
import type { Figure, Shown, StageState, Step } from "../../lessons/types.ts";
import type { PartName } from "./presentation.ts";

/** What a step’s checkpoint asks the reader to set: it stays open whatever a link locks. */
export function openFields({ checkpoint }: Pick<Step, "checkpoint">): readonly string[] {
  const parts = checkpoint?.parts ?? [];
  const faults = parts.some(({ breaks }) => breaks !== undefined) ? ["faults"] : [];
  return [...new Set([...parts.flatMap(({ free }) => free), ...faults])];
}

/** What a link hides under the name of another part. */
const HIDDEN_WITH = {
  explore: "faults",
  bytes: "inspector",
  distribution: "chart",
  machines: "timeline",
  calls: "inspector",
  graph: "inspector",
  buffer: "timeline",
  specification: "parameters",
  stubs: "inspector",
  rules: "parameters",
  table: "chart",
  crowd: "timeline",
} as const satisfies Partial<Record<Figure, PartName>>;
const isHiddenWith = (figure: Shown): figure is keyof typeof HIDDEN_WITH => figure in HIDDEN_WITH;

/** The name by which a link hides a figure of the stage. */
const partOf = (figure: Shown): PartName => (isHiddenWith(figure) ? HIDDEN_WITH[figure] : figure);

/** The figures that a step shows. One in which its checkpoint is set is never hidden. */
export function shownFigures(
  step: Pick<Step, "checkpoint">,
  { figures }: Pick<StageState, "figures">,
  hides: (part: PartName) => boolean,
): readonly Shown[] {
  const isAsked = (figure: Shown): boolean =>
    step.checkpoint?.parts.some(({ free }) => free.some((key) => key === figure)) === true;
  return (["timeline", ...figures] as const).filter((figure) => !hides(partOf(figure)) || isAsked(figure));
}
