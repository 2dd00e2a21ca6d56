/** The titles of two machines, of their lanes and of the medium between them. */
import { itemAt } from "../../../engine/kernel/reads.ts";
import { label } from "../../draw/scene.ts";
import type { Shape } from "../../draw/scene.ts";
import { machineName } from "../../trace/machine-names.ts";
import { capital } from "../../words/sentences.ts";
import type { Rails } from "./rails.ts";

export const TITLE_SIZE = 12.5;
const SIZE = 12;
export const LANE_COLUMN = 30;

/** Beside rows whose lanes each have a place of their own: the machine upright, then the lanes. */
export const laneTitles = ({ frame, shown }: Rails): readonly Shape[] => [
  ...frame.rows.map(({ name, from, to }) =>
    label(17, (from + to) / 2, [{ text: name, bold: true }], { size: TITLE_SIZE, anchor: "middle", turned: true }),
  ),
  ...frame.lanes.flatMap(({ at, size }, i) =>
    frame.untitled?.has(i) === true
      ? []
      : label(LANE_COLUMN, at + size / 2 + 4, [{ text: itemAt(shown.plan.lanes, i, "lane").name, ink: "ink-2" }], {
          size: SIZE,
        }),
  ),
];

export function titlesOfTwo(rails: Rails): readonly Shape[] {
  const { frame, shown } = rails;
  const wire = frame.wire ?? { from: 0, to: frame.width };
  const middle = (wire.from + wire.to) / 2;
  const medium = [{ text: shown.plan.medium, ink: "ink-2" as const }];
  if (!frame.down) return [...laneTitles(rails), label(LANE_COLUMN, middle + 4, medium, { size: SIZE })];
  return [
    ...frame.bands.map(({ machine, from, to }, i) =>
      label(i === 0 ? from : to, 14, [{ text: capital(machineName(shown.trace, machine)), bold: true }], {
        size: 13,
        anchor: i === 0 ? "start" : "end",
      }),
    ),
    label(middle, 14, medium, { size: SIZE, anchor: "middle" }),
    ...frame.titles.map(({ text, middle: x }) =>
      label(x + 4, frame.start - 11, [{ text, ink: "ink-2" }], { size: SIZE, turned: true }),
    ),
  ];
}
