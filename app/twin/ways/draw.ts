/**
 * Two ways to call the same machines as a figure: each a block of rows on one time axis, with what became of each call
 * in its row.
 */
import { itemAt } from "../../../engine/kernel/reads.ts";
import { wordsOf, wrapped } from "../../draw/place-label.ts";
import { box, cross, disc, label, line } from "../../draw/scene.ts";
import type { Label, Shape, TextRun } from "../../draw/scene.ts";
import { runsWidth } from "../../draw/text-width.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import type { Figure } from "../../figure/figure.ts";
import { Placer } from "../../figure/placer.ts";
import { Space } from "../../figure/space.ts";
import { axisShapes } from "../../figure/axis.ts";
import { scaleOf } from "../../figure/scale.ts";
import type { Course, View } from "../../figure/scale.ts";
import { counted } from "../../words/numbers.ts";
import { capital } from "../../words/sentences.ts";
import { DOT, drawWay, isIn, rowsHeight, SILENT, WAIT } from "./lay-out.ts";
import type { RowsPlace, WayRun } from "./lay-out.ts";
import { inSeconds, standingsText } from "./ways-text.ts";

const FLAG = 30; // px above all, for the playhead's flag
const LEFT = 36; // px before the plot, for the numbers of the rows
const RIGHT = 8; // px after it, so that an end can be seen
const LEAST_PLOT = 160;
const TITLE_LINE = 18;
const GAP = 12;
const UNDER = 30; // the axis and its labels
const KEY_LINE = 20;
const SIZE = 12;
const TITLE_SIZE = 13;

interface Request {
  readonly names: readonly [string, string];
  readonly width: number;
  /** Whether it stands among other figures and is to be no higher than it must. */
  readonly close: boolean;
  /** How time lies on the axis. */
  readonly course: Course;
  readonly view: View;
  readonly measure: MeasureText;
}

export function drawWays(
  ways: readonly [WayRun, WayRun],
  { names, width, close, course, view, measure }: Request,
): Figure {
  const length = Math.max(LEAST_PLOT, width - LEFT - RIGHT);
  const scale = scaleOf(course, view, length);
  const [ground, named, playhead]: [Shape[], Label[], (readonly [number, number])[]] = [[], [], []];
  let y = FLAG;
  for (const [i, way] of ways.entries()) {
    const title = titleOf(way, itemAt(names, i, "name"), width, y, measure);
    const top = y + title.height;
    const place = { start: LEFT, scale, top, height: rowsHeight(way.destinations.list.length, close) };
    const rows = rowShapes(way, place, measure);
    ground.push(...rows.shapes);
    playhead.push([top, top + place.height]); // it crosses no title
    named.push(...title.labels, ...rows.names);
    y = top + place.height + GAP;
  }
  const axis = y;
  const key = keyShapes(axis + UNDER, width, measure);
  const { ruler } = axisShapes(0, { down: false, width, start: LEFT, axis }, scale, [axis, axis]);
  ground.push(...ruler, ...key.shapes);
  return {
    ...{ width, height: axis + UNDER + key.height, ground, names: named, targets: () => [], scale, down: false },
    ...{ start: LEFT, axis, playhead, hosts: [], places: null, run: null, position: null, layers: [], alone: [] },
  };
}

/** "MultiRPC, all called after 61 s: 97 told, 3 given up", on as many lines as it needs. */
function titleOf(way: WayRun, name: string, width: number, top: number, measure: MeasureText) {
  const said = `all called after ${inSeconds(way.to)}: ${standingsText(way, way.to)}`;
  const whole: readonly TextRun[] = [
    { text: capital(name), bold: true },
    { text: said, ink: "ink-2" },
  ];
  const isShort = runsWidth(whole, TITLE_SIZE, measure) <= width;
  const rest = isShort ? [] : wrapped(wordsOf(said), width, (text) => measure(text, TITLE_SIZE, false));
  const lines = isShort ? [whole] : [whole.slice(0, 1), ...rest.map((text): TextRun[] => [{ text, ink: "ink-2" }])];
  const labels = lines.map((runs, i) => label(0, top + (i + 1) * TITLE_LINE - 5, runs, { size: TITLE_SIZE }));
  return { labels, height: lines.length * TITLE_LINE + 2 };
}

function rowShapes(
  way: WayRun,
  place: RowsPlace,
  measure: MeasureText,
): { readonly shapes: readonly Shape[]; readonly names: readonly Label[] } {
  const { start, scale, top, height } = place;
  const { waits, silences, sends, again, replies, given, end } = drawWay(way.destinations, place);
  const number = (y: number, text: string): Label =>
    label(start - 8, y, [{ text, ink: "ink-3" }], { size: SIZE, anchor: "end" });
  const placer = new Placer(new Space(start + scale.length, top + height, false), measure);
  for (const { y } of given) placer.ink.takeAlong(start, start + scale.length, y, 1);
  for (const { y, from, to, destination } of given) {
    const [x0, x1] = [Math.max(start, from), Math.min(start + scale.length, to)];
    const runs = [{ text: `${destination.name}: asked ${counted(destination.sends.length, "time")}` }];
    const look = { size: SIZE, anchor: "middle", halo: "band" } as const;
    const labels = [y - 4, y + 13].map((base) => label((x0 + x1) / 2, base, runs, look));
    placer.placeOne(labels, { within: { x0, x1, y0: top, y1: Infinity } });
  }
  return {
    shapes: [
      box(start, top, scale.length, height, { fill: "band" }),
      ...[waits, silences, sends, again, replies].flat(),
      ...given.filter(({ to }) => isIn(place, to)).flatMap(({ to, y }) => crossShapes(to, y)),
      ...(end === null ? [] : [line([end, top, end, top + height], { stroke: "accent-line", lineWidth: 2 })]),
    ],
    names: [
      number(top + 11, "1"),
      number(top + height - 2, String(way.destinations.list.length)),
      ...placer.names.labels,
    ],
  };
}

const crossShapes = (x: number, y: number): readonly Shape[] => cross(x, y, 3.5, { stroke: "lost", lineWidth: 1.75 });

/** A sign of the figure, `width` px wide, and what it means. */
interface Entry {
  readonly width: number;
  readonly sign: (x: number, y: number) => readonly Shape[];
  readonly text: string;
}

const ENTRIES: readonly Entry[] = [
  { width: 18, sign: (x, y) => [line([x, y, x + 18, y], WAIT)], text: "waited for" },
  { width: 18, sign: (x, y) => [line([x, y, x + 18, y], SILENT)], text: "silent" },
  { width: 7, sign: (x, y) => crossShapes(x + 3.5, y), text: "given up" },
  { width: 1, sign: (x, y) => [line([x, y - 4, x, y + 4], { stroke: "ink", lineWidth: 1 })], text: "request" },
  { width: 3, sign: (x, y) => [disc(x + DOT, y, DOT, { fill: "ink" })], text: "reply" },
];

/** Explains the signs of the figure, on as many lines as they need. */
function keyShapes(top: number, width: number, measure: MeasureText) {
  const shapes: Shape[] = [];
  let [x, lines] = [0, 1];
  for (const entry of ENTRIES) {
    const runs = [{ text: entry.text, ink: "ink-2" }] as const;
    const size = entry.width + 6 + runsWidth(runs, SIZE, measure);
    if (x > 0 && x + size > width) [x, lines] = [0, lines + 1];
    const base = top + lines * KEY_LINE - 6;
    shapes.push(...entry.sign(x, base - 4), label(x + entry.width + 6, base, runs, { size: SIZE }));
    x += size + 18;
  }
  return { shapes, height: lines * KEY_LINE };
}
