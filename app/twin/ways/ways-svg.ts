/** Two ways to call the same machines as a file: both whole on one time axis, with the outcome of each call. */
import type { Traced } from "../../../engine/experiments/types.ts";
import { box, disc, label, line } from "../../draw/scene.ts";
import type { Label, Shape } from "../../draw/scene.ts";
import { counted } from "../../words/numbers.ts";
import { makeScale } from "../../timeline/figure/scale.ts";
import { ticksOf } from "../../timeline/figure/ticks.ts";
import { framedBy, writeSvg, type FigureHead } from "../../draw/svg.ts";
import { runsWidth, tableWidth } from "../../draw/text-width.ts";
import { PALETTES } from "../../draw/palette.ts";
import type { ThemeName } from "../../draw/palette.ts";
import type { Labels } from "../differences.ts";
import { drawWay, MOST_NAMED, nameOf, rowsHeight, SLACK, waysOf } from "./lay-out.ts";
import type { Frame, Silence, Stroke, Way, WayDrawing } from "./lay-out.ts";
import { inSeconds, sentenceOf, standingsText, wayNames } from "./ways-text.ts";
import { capital } from "../../words/sentences.ts";

interface WaysSvgOptions {
  readonly width: number;
  readonly theme: ThemeName;
  readonly labels: Labels;
  /** The head of a file that stands alone. */
  readonly frame?: FigureHead;
}

const EDGE = 12; // px of paper around everything
const LEFT = 36; // px from there to the plot, for the numbers of the rows
const CAPTION = 24; // px, above the rows of a way
const GAP = 10;
const AXIS = 34;
const KEY = 20;
const TICK_GAP = 84;
const SIZE = 11.5;
const CAPTION_SIZE = 13;
const DOT = 1.25;

/** A complete SVG document. Throws RangeError where a run does not say which machines it has told or given up. */
export function waysSvg(a: Traced, b: Traced, options: WaysSvgOptions): string {
  const { width, theme, labels } = options;
  const ways = waysOf(a, b);
  if (ways === null) throw new RangeError("Both ways: a run does not say what became of those that it called.");
  const names = wayNames(a, b, labels);
  const longest = Math.max(1, ...ways.map(({ to }) => to));
  const view = { from: 0, to: longest * (1 + SLACK) };
  const plot = width - LEFT - 2 * EDGE;
  const shapes: Shape[] = [];
  let y = EDGE;
  for (const [i, way] of ways.entries()) {
    const frame = { width: plot, height: rowsHeight(way.destinations.list.length, false), view };
    shapes.push(...rowShapes(way, names[i] ?? "", frame, y));
    y += CAPTION + frame.height + GAP;
  }
  shapes.push(...axisShapes({ width: plot, height: 0, view }, y), ...keyShapes(y + AXIS));
  return writeSvg(
    {
      width,
      height: y + AXIS + KEY + EDGE,
      title: `Both ways: ${names.join(" and ")}`,
      description: `${sentenceOf(ways, names)} ${ways.map((way, i) => described(way, names[i] ?? "")).join(" ")}`,
      ...framedBy(options),
    },
    shapes,
    PALETTES[theme],
  );
}

const described = (way: Way, name: string): string =>
  `${capital(name)}: ${counted(way.destinations.list.length, "workstation")}, ${standingsText(way, way.to)}.`;

/** @param top of the caption; the plot's strokes are moved to where it stands */
function rowShapes(way: Way, name: string, frame: Frame, top: number): readonly Shape[] {
  const [x, y] = [EDGE + LEFT, top + CAPTION];
  const { width, height } = frame;
  const drawing = drawWay(way.destinations, frame);
  const named = drawing.given.length <= MOST_NAMED;
  const said = `all called after ${inSeconds(way.to)}: ${standingsText(way, way.to)}`;
  return [
    label(
      EDGE,
      y - 8,
      [
        { text: capital(name), bold: true },
        { text: said, ink: "ink-2" },
      ],
      { size: CAPTION_SIZE },
    ),
    label(x - 8, y + 9, [{ text: "1", ink: "ink-2" }], { size: SIZE, anchor: "end" }),
    label(x - 8, y + height - 1, [{ text: String(way.destinations.list.length), ink: "ink-2" }], {
      size: SIZE,
      anchor: "end",
    }),
    box(x, y, width, height, { fill: "band" }),
    ...strokeShapes(drawing, x, y),
    ...(drawing.end === null
      ? []
      : [line([x + drawing.end, y, x + drawing.end, y + height], { stroke: "accent-line", lineWidth: 2 })]),
    ...drawing.given.flatMap((silence) => givenShapes(silence, named, frame, x, y)),
  ];
}

function strokeShapes(drawing: WayDrawing, x: number, y: number): readonly Shape[] {
  const lines = (strokes: readonly Stroke[], style: Parameters<typeof line>[1]): readonly Shape[] =>
    strokes.map(([x0, y0, x1, y1]) => line([x + x0, y + y0, x + x1, y + y1], style));
  return [
    ...lines(drawing.waits, { stroke: "ink-3", lineWidth: 1 }),
    ...lines(drawing.silences, { stroke: "lost", lineWidth: 1.5, dash: [4, 2] }),
    ...lines(drawing.sends, { stroke: "ink", lineWidth: 1 }),
    ...lines(drawing.again, { stroke: "ink", lineWidth: 1.5 }),
    ...drawing.replies.map(([dx, dy]) => disc(x + dx, y + dy, DOT, { fill: "ink" })),
  ];
}

function crossShapes(x: number, y: number): readonly Shape[] {
  const style = { stroke: "lost", lineWidth: 1.75 } as const;
  const [left, right, top, bottom] = [x - 3.5, x + 3.5, y - 3.5, y + 3.5];
  return [line([left, top, right, bottom], style), line([right, top, left, bottom], style)];
}

function givenShapes(silence: Silence, named: boolean, frame: Frame, x: number, y: number): readonly Shape[] {
  const name = named ? nameOf(silence, frame) : null;
  return [
    ...(silence.x >= 0 && silence.x <= frame.width ? crossShapes(x + silence.x, y + silence.y) : []),
    ...(name === null
      ? []
      : [label(x + name.x, y + name.y, [{ text: name.text }], { size: SIZE, anchor: "middle", halo: "band" })]),
  ];
}

function axisShapes(frame: Frame, y: number): readonly Shape[] {
  const x = EDGE + LEFT;
  const ticks = ticksOf(makeScale(frame.view, [], frame.width), 0, TICK_GAP);
  return [
    line([x, y, x + frame.width, y], { stroke: "edge" }),
    ...ticks.map(({ at, label: text }) => line([x + at, y, x + at, y + (text === null ? 4 : 7)], { stroke: "edge" })),
    ...ticks.flatMap(({ at, label: text }): readonly Label[] =>
      text === null || at >= frame.width - 14
        ? []
        : [label(x + at, y + 20, [{ text, ink: "ink-2" }], { size: SIZE, anchor: "middle" })],
    ),
  ];
}

/** Explains the signs of the figure. */
function keyShapes(y: number): readonly Shape[] {
  const base = y + 10;
  const shapes: Shape[] = [];
  let x = EDGE + LEFT;
  const entry = (width: number, signs: (x: number, y: number) => readonly Shape[], text: string): void => {
    const runs = [{ text, ink: "ink-2" }] as const;
    shapes.push(...signs(x, base - 4), label(x + width + 6, base, runs, { size: SIZE }));
    x += width + 6 + runsWidth(runs, SIZE, tableWidth) + 18;
  };
  entry(18, (at, middle) => [line([at, middle, at + 18, middle], { stroke: "ink-3", lineWidth: 1 })], "waited for");
  entry(
    18,
    (at, middle) => [line([at, middle, at + 18, middle], { stroke: "lost", lineWidth: 1.5, dash: [4, 2] })],
    "silent",
  );
  entry(7, (at, middle) => crossShapes(at + 3.5, middle), "given up");
  entry(1, (at, middle) => [line([at, middle - 4, at, middle + 4], { stroke: "ink", lineWidth: 1 })], "request");
  entry(3, (at, middle) => [disc(at + DOT, middle, DOT, { fill: "ink" })], "reply");
  return shapes;
}
