/**
 * A row that plots values over time, as any row of a figure: areas that stack, lines, marks and a limit, along and
 * across. Who draws it gives the two scales, and turns the shapes where time runs down (turn.ts).
 */
import { itemAt, lastItem } from "../../engine/kernel/reads.ts";
import type { SeriesLine } from "../../engine/kernel/series.ts";
import { disc, line } from "../draw/scene.ts";
import type { Line, Shape } from "../draw/scene.ts";

type Values = Pick<SeriesLine, "atNs" | "values">;
type LineStyle = Omit<Line, "shape" | "points">;

interface Styled {
  readonly of: Values;
  readonly style: LineStyle;
}

interface PlotRow {
  /** Pixels of a time along, and of a value across. */
  readonly along: (time: number) => number;
  readonly across: (value: number) => number;
  /** From where to where it is drawn, in time. */
  readonly from: number;
  readonly until: number;
  /** Values that stand on one another, from the base up. */
  readonly areas?: readonly Styled[];
  readonly lines?: readonly Styled[];
  readonly marks?: readonly { readonly at: number; readonly value: number }[];
  /** A value that others should not pass. */
  readonly limit?: number;
}

const MARK = 3; // px

/** From the ground up: areas, the base line, lines, the limit, marks. */
export function plotShapes(row: PlotRow): readonly Shape[] {
  const { along, across, from, until, areas = [], lines = [], marks = [], limit } = row;
  const level = (value: number, style: LineStyle): Shape =>
    line([along(from), across(value), along(until), across(value)], style);
  return [
    ...areaShapes(row, areas),
    level(0, { stroke: "ink", lineWidth: 1 }),
    ...lines.flatMap(({ of, style }) => stepsOf(of, row).map((points) => line(points, style))),
    ...(limit === undefined ? [] : [level(limit, { stroke: "lost", lineWidth: 1, dash: [4, 3] })]),
    ...marks.map(({ at, value }) => disc(along(at), across(value), MARK, { fill: "ink" })),
  ];
}

type Scales = Pick<PlotRow, "along" | "across" | "until">;

/**
 * The steps of a series, a list of points for each stretch in which it has values: each holds until the next. Of many
 * values within a pixel the least, the greatest and the last are drawn: no more could be seen.
 */
function stepsOf({ atNs, values }: Values, { along, across, until }: Scales): readonly (readonly number[])[] {
  const columns = atNs.map((at) => Math.round(along(at)));
  const pieces: number[][] = [];
  let piece: number[] | null = null;
  for (let from = 0, to = 0; from < columns.length; from = to) {
    const column = itemAt(columns, from, "column");
    while (columns[to] === column) to++;
    const within = values.slice(from, to);
    const known = within.filter((value) => value !== null).map(across);
    if (piece !== null) piece.push(column, lastItem(piece, "place"));
    else if (known.length > 0) pieces.push((piece = []));
    const ends = known.length > 1 ? [Math.min(...known), Math.max(...known), ...known.slice(-1)] : known;
    piece?.push(...ends.flatMap((place) => [column, place]));
    if (within.at(-1) === null) piece = null;
  }
  piece?.push(along(until), lastItem(piece, "place"));
  return pieces;
}

/** Each area between the sum of those below it and that with itself. A series without a value adds nothing. */
function areaShapes(scales: Scales, areas: readonly Styled[]): readonly Shape[] {
  const times = [...new Set(areas.flatMap(({ of }) => of.atNs))].sort((a, b) => a - b);
  let below = times.map(() => 0);
  return areas.flatMap(({ of, style }): readonly Shape[] => {
    const own = times.map(valuesAt(of));
    const above = below.map((value, i) => value + itemAt(own, i, "value"));
    const [low, high] = [below, above].map((values) => stepsOf({ atNs: times, values }, scales)[0]);
    below = above;
    return low === undefined || high === undefined
      ? []
      : [line([...high, ...reversed(low)], { closed: true, ...style })];
  });
}

/** The value at each of some moments, asked for in their order. */
function valuesAt({ atNs, values }: Values): (time: number) => number {
  let next = 0;
  return (time) => {
    while (next < atNs.length && itemAt(atNs, next, "moment") <= time) next++;
    return values[next - 1] ?? 0;
  };
}

const reversed = (points: readonly number[]): readonly number[] =>
  Array.from({ length: points.length / 2 }, (_, i) =>
    points.slice(points.length - 2 * i - 2, points.length - 2 * i),
  ).flat();
