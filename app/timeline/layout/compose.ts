/** What stands around the contents of a timeline: bands, titles, axis, legend. With time to the right, or down. */
import { box, isLabel, label, line } from "../../draw/scene.ts";
import type { Label, Shape, Target } from "../../draw/scene.ts";
import { machineName } from "../../trace/machine-names.ts";
import { capital } from "../../words/sentences.ts";
import { axisAcross, axisDown, endLabels, foldsAcross, foldsDown, marginsDown } from "./axis.ts";
import type { Body, TimelineDrawing } from "./placed.ts";
import { NAME_SIZE, namesUpright, storyLines, titleOf } from "./frame-many.ts";
import type { Frame } from "./frame.ts";
import { legendShapes } from "./legend.ts";
import { alongOf } from "./rails.ts";
import type { Rails } from "./rails.ts";
import type { Row } from "./rows.ts";

export function composedAcross({ drawn, shapes, leaders, names, targets }: Body): TimelineDrawing {
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
      ...titlesAcross(rails),
      ...legend.filter((shape) => !isLabel(shape)),
    ],
  };
}

const FOLD_FOOT = 28;

export const laneLines = ({ start, length, lanes, rows, apart }: Frame): readonly Shape[] =>
  (apart ? lanes : rows).map(({ at, size }) =>
    line([start, at + size / 2, start + length, at + size / 2], { stroke: "rule", lineWidth: 1 }),
  );

const SIZE = 11.5;
const STORY_LINE = 13.5;
const LOST_TITLE = "lost on the way";
const LANE_COLUMN = 30;

export function titlesAcross({ frame, shown }: Rails): readonly Shape[] {
  const { losses, wire } = frame;
  const beside = (text: string, middle: number, ink: "ink-2" | "lost", x = LANE_COLUMN): Shape =>
    label(x, middle + 4, [{ text, ink }], { size: SIZE });
  const lost =
    losses === null
      ? []
      : [beside(LOST_TITLE, (losses.from + losses.to) / 2, "lost", frame.apart ? LANE_COLUMN : NAME_COLUMN)];
  if (!frame.apart) return [...lost, ...frame.rows.filter(({ named }) => named).flatMap((row) => titled(row, frame))];
  return [
    ...lost,
    ...frame.rows.map(({ name, from, to }) =>
      label(17, (from + to) / 2, [{ text: name, bold: true }], { size: NAME_SIZE, anchor: "middle", turned: true }),
    ),
    ...frame.lanes.map(({ at, size }, i) => beside(shown.plan.lanes[i]?.name ?? "", at + size / 2, "ink-2")),
    ...(wire === null ? [] : [beside(shown.plan.medium, (wire.from + wire.to) / 2, "ink-2")]),
  ];
}

const NAME_COLUMN = 12;

/** A row's name, and below it what its machines have in common; in a low row beside it. */
function titled(row: Row, { start }: Frame): readonly Shape[] {
  const y = row.at + row.size / 2 + 4.5;
  const lines = storyLines(row, start - 36);
  const beside = row.flat && row.story !== "" ? ([{ text: row.story, ink: "ink-2" }] as const) : [];
  const name = label(NAME_COLUMN, y, [{ text: titleOf(row), bold: true }, ...beside], { size: NAME_SIZE });
  const x = row.opens === null ? NAME_COLUMN : 2 * NAME_COLUMN;
  const story = lines.map((text, i) => label(x, y + (i + 1) * STORY_LINE, [{ text, ink: "ink-2" }], { size: SIZE }));
  return [name, ...story];
}

export function composedDown({ drawn: { rails }, shapes, leaders, names, targets }: Body): TimelineDrawing {
  const { shown, frame, scale } = rails;
  const { width, height, start, length } = frame;
  const columns = { width, height, start, length, lines: frame.wire ?? { from: frame.axis, to: width } };
  const [top, size] = [start - 6, length + 12];
  return {
    width,
    height,
    scale,
    names,
    targets: targets.map(turnedTarget),
    ground: [
      ...frame.rows.map(({ from, to }) => box(from, top, to - from, size, { fill: "band" })),
      ...laneLines(frame).map(turned),
      ...callEnd(rails),
      ...shapes.map(turned),
      ...leaders,
      ...foldsDown(shown, columns, scale),
      ...marginsDown(columns),
      ...axisDown(shown, columns, scale),
      ...(frame.titles.length > 0 ? titlesOfTwo(rails) : titlesOfMany(frame)),
    ],
  };
}

/** A hairline where the call ends, if anything comes later. */
function callEnd(rails: Rails): readonly Shape[] {
  const { shown, frame } = rails;
  const y = alongOf(rails, shown.call.to);
  if (shown.end === shown.call.to || y < frame.start || y > frame.start + frame.length) return [];
  return [line([frame.axis, y, frame.width, y], { stroke: "ink", lineWidth: 1 })];
}

/** Above the groups of columns: the two machines and the medium between them, and the columns' names, set upright. */
function titlesOfTwo({ shown, frame }: Rails): readonly Shape[] {
  const wire = frame.wire ?? { from: 0, to: frame.width };
  return [
    ...frame.bands.map(({ machine, from, to }, i) =>
      label(i === 0 ? from : to, 14, [{ text: capital(machineName(shown.trace, machine)), bold: true }], {
        size: 13,
        anchor: i === 0 ? "start" : "end",
      }),
    ),
    label((wire.from + wire.to) / 2, 14, [{ text: shown.plan.medium, ink: "ink-2" }], { size: SIZE, anchor: "middle" }),
    ...frame.titles.map(({ text, middle }) =>
      label(middle + 4, frame.start - 11, [{ text, ink: "ink-2" }], { size: SIZE, turned: true }),
    ),
  ];
}

/** Above the columns: as they are read where they have room, else upright. */
function titlesOfMany({ losses, start, rows }: Frame): readonly Shape[] {
  const upright = namesUpright(rows);
  const lost = losses === null ? [] : [label((losses.from + losses.to) / 2 + 4, start - 12, LOST, UPRIGHT)];
  const names = rows
    .filter(({ named }) => named)
    .map((row): Label => {
      const runs = [{ text: titleOf(row), bold: true }];
      const middle = row.at + row.size / 2;
      return upright
        ? label(middle + 4.5, start - 12, runs, { size: NAME_SIZE, turned: true })
        : label(middle, start - 16, runs, { size: NAME_SIZE, anchor: "middle" });
    });
  return [...lost, ...names];
}

const LOST = [{ text: LOST_TITLE, ink: "lost" }] as const;
const UPRIGHT = { size: SIZE, turned: true } as const;

/** The same shape with time running down. Labels are set anew for each direction, never turned. */
export function turned(shape: Shape): Shape {
  switch (shape.shape) {
    case "box":
      return { ...shape, x: shape.y, y: shape.x, width: shape.height, height: shape.width };
    case "disc":
      return { ...shape, x: shape.y, y: shape.x };
    case "line":
      return { ...shape, points: shape.points.map((_, i) => shape.points[i ^ 1] ?? 0) };
    case "label":
      return shape;
    case "path":
      throw new Error("compose: no timeline draws a path");
  }
}

export const turnedTarget = (t: Target): Target => ({ ...t, x0: t.y0, y0: t.x0, x1: t.y1, y1: t.x1 });
