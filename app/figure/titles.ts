/** The titles of machines, of their lanes and of the medium between two, where time runs to the right. */
import { label } from "../draw/scene.ts";
import type { Label, Shape } from "../draw/scene.ts";
import type { Stretch } from "../trace/folds.ts";
import { middleOf } from "./frame.ts";
import type { Frame } from "./frame.ts";
import type { Rails } from "./rails.ts";

export const TITLE_SIZE = 12.5;
export const SIZE = 12;
const LANE_COLUMN = 30;
export const NAME_COLUMN = 12;
export const LOST = [{ text: "lost on the way", ink: "lost" }] as const;

/** @param own of the rows or lanes; those of the medium, or of the lane of lost packets, stand between them */
export function titlesAcross({ frame, shown }: Rails, own: readonly Shape[]): readonly Shape[] {
  const x = frame.apart ? LANE_COLUMN : NAME_COLUMN;
  const between = (strip: Stretch | null, text: Label["runs"]): readonly Label[] =>
    strip === null ? [] : [label(x, (strip.from + strip.to) / 2 + 4, text, { size: SIZE })];
  return [...between(frame.losses, LOST), ...own, ...between(frame.wire, [{ text: shown.plan.medium, ink: "ink-2" }])];
}

/** The machine upright, then its lanes. */
export const laneTitles = (frame: Frame): readonly Shape[] => [
  ...frame.rows.map(({ name, from, to }) =>
    label(17, (from + to) / 2, [{ text: name, bold: true }], { size: TITLE_SIZE, anchor: "middle", turned: true }),
  ),
  ...frame.titles.map((title) =>
    label(LANE_COLUMN, middleOf(title, frame.lanes) + 4, [{ text: title.text, ink: "ink-2" }], { size: SIZE }),
  ),
];
