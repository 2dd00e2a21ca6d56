/** What stands around the contents of a timeline with time to the right: bands, titles, axis, legend. */
import { box, isLabel, line } from "../../draw/scene.ts";
import type { Shape } from "../../draw/scene.ts";
import { axisAcross, endLabels, foldsAcross } from "./axis.ts";
import type { Body, TimelineDrawing } from "./placed.ts";
import type { Frame } from "./frame.ts";
import { legendShapes } from "./legend.ts";
import { repeatsAcross } from "./repeats.ts";
import type { Rails } from "./rails.ts";

export type TitlesOf = (rails: Rails) => readonly Shape[];

export function composedAcross({ drawn, shapes, leaders, names, targets }: Body, titlesOf: TitlesOf): TimelineDrawing {
  const { rails, measure } = drawn;
  const { shown, frame, scale } = rails;
  const { width, height, rows } = frame;
  const axis = axisAcross(shown, frame, scale);
  const ends = endLabels(shown, frame, rails, names, measure);
  const legend = legendShapes(rails, [...names, ...ends.labels], measure);
  const edge = frame.start + frame.length + 5;
  return {
    width,
    height,
    scale,
    targets,
    names: [...names, ...ends.labels, ...legend.filter(isLabel)],
    ground: [
      ...rows.map(({ from, to }) => box(0, from, width, to - from, { fill: "band" })),
      ...laneLines(frame),
      ...axis.grid,
      ...ends.shapes,
      ...shapes,
      ...leaders,
      // Folds end above the legend.
      ...foldsAcross(shown, { ...frame, axis: frame.axis - FOLD_FOOT }, scale),
      // Paper covers the shapes that run out of the view, so that the machines' names stand free.
      ...[0, edge].flatMap((x) => {
        const wide = x === 0 ? frame.start - 5 : width - edge;
        const cover = box(x, 0, wide, frame.axis - 1, { fill: "paper" });
        return [cover, ...rows.map(({ from, to }) => box(x, from, wide, to - from, { fill: "band" }))];
      }),
      ...axis.shapes,
      ...repeatsAcross(rails),
      ...titlesOf(rails),
      ...legend.filter((shape) => !isLabel(shape)),
    ],
  };
}

const FOLD_FOOT = 28;

export const laneLines = ({ start, length, lanes, rows, apart }: Frame): readonly Shape[] =>
  (apart ? lanes : rows).map(({ at, size }) =>
    line([start, at + size / 2, start + length, at + size / 2], { stroke: "rule", lineWidth: 1 }),
  );
