/** What the servers are asked for, and what comes of it, over the time of a run. */
import { useMemo, useRef } from "react";
import { lastItem } from "../../engine/kernel/reads.ts";
import type { SeriesLine } from "../../engine/kernel/series.ts";
import { toSeconds } from "../../engine/kernel/time.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { MARGIN, ticksOf, xMarks, yAxis, yMarks, yRoom } from "../chart/axes.ts";
import { useWidth } from "../draw/page.ts";
import { useSizeOf } from "../draw/figure-size.ts";
import { linearScale } from "../draw/scale.ts";
import { line, type Line, type Shape } from "../draw/scene.ts";
import { Shapes } from "../draw/Shapes.tsx";
import { plotShapes } from "../figure/plot.ts";
import { countText } from "./words.ts";

type Style = Omit<Line, "shape" | "points">;

/** From the ground up; `area` values stand on one another. */
const DRAWN = [
  { name: "first tries", of: ["first"], area: true, styles: [{ fill: "edge", opacity: 0.45 }] },
  {
    name: "sent again",
    of: ["retried", "hedged"],
    area: true,
    styles: [{ fill: "edge", opacity: 0.18, stroke: "edge" }],
  },
  {
    name: "what the servers can do",
    of: ["capacity"],
    area: false,
    styles: [{ stroke: "ink", lineWidth: 1.4, dash: [7, 4] }],
  },
  { name: "served for nobody", of: ["wasted"], area: false, styles: [{ stroke: "lost", lineWidth: 1.4 }] },
  {
    ...{ name: "useful", of: ["useful"], area: false },
    styles: [
      { stroke: "accent", lineWidth: 5 },
      { stroke: "ink", lineWidth: 1.4 },
    ],
  },
] as const satisfies readonly { name: string; of: readonly string[]; area: boolean; styles: readonly Style[] }[];

/** Pieces of the run's time that are drawn as one: a quarter of a second is as fine as an eye wants it. */
const JOINED = 4;

/** The sum of some lines of the same times, in fewer and longer pieces. */
function joined(lines: readonly SeriesLine[]): SeriesLine {
  const [one] = lines;
  if (one === undefined) throw new Error("numbers: the run has no such line.");
  if (one.values.length < JOINED) return one;
  const starts = one.atNs.flatMap((_, i) => (i % JOINED === 0 ? [i] : []));
  const values = starts.map((start) => {
    const pieces = lines.flatMap(({ values: all }) => all.slice(start, start + JOINED)).map((value) => value ?? 0);
    return (pieces.reduce((sum, value) => sum + value, 0) / pieces.length) * lines.length;
  });
  return { name: one.name, atNs: one.atNs.filter((_, i) => i % JOINED === 0), values };
}

function linesOf({ series = {} }: Run): readonly SeriesLine[] {
  const lines = series["attempts"]?.lines;
  if (lines === undefined) throw new Error("numbers: the run has no series of attempts.");
  return DRAWN.map(({ of }) => joined(lines.filter(({ name }) => of.some((one) => one === name))));
}

/** Until calls come no more. */
function untilOf(lines: readonly SeriesLine[]): number {
  const [first] = lines;
  if (first === undefined) throw new Error("numbers: nothing is drawn.");
  return lastItem(first.atNs, "time") + (first.atNs[1] ?? 0);
}

const HEIGHT = 190;

function layoutOf(run: Run, width: number): readonly Shape[] {
  const lines = linesOf(run);
  const until = untilOf(lines);
  const most = (some: readonly SeriesLine[]): number =>
    Math.max(0, ...some.flatMap(({ values }) => values.map(Number)));
  const areas = lines.filter((_, i) => DRAWN[i]?.area === true);
  const stacked = areas.reduce((sum, one) => sum + most([one]), 0);
  const [y0, y1] = [MARGIN.top, HEIGHT - MARGIN.bottom + 12];
  const { scale, ticks } = yAxis([0, Math.max(1, stacked, most(lines)) * 1.02], { y0, y1 });
  const x0 = yRoom(ticks);
  const x1 = Math.max(x0 + 40, width - MARGIN.right);
  const time = linearScale({ domain: [0, toSeconds(until)], range: [x0, x1] });
  const styled = (area: boolean) =>
    DRAWN.flatMap((one, i) => {
      const of = lines[i];
      return one.area !== area || of === undefined ? [] : one.styles.map((style) => ({ of, style }));
    });
  return [
    ...yMarks(ticks, { x0, x1, y0, y1 }),
    ...plotShapes({
      ...{ along: (at: number) => time.at(toSeconds(at)), across: (value: number) => scale.at(value) },
      ...{ from: 0, until, areas: styled(true), lines: styled(false) },
    }),
    ...xMarks(ticksOf(time, Math.max(2, Math.round((x1 - x0) / 90))), { x0, x1, y0, y1 }, "s"),
  ];
}

/** The figure in words, for whoever does not see it. */
function said(run: Run): string {
  const ends = linesOf(run).map((one, i) => {
    const values = one.values.map(Number);
    const end = lastItem(values, "piece");
    return `${DRAWN[i]?.name ?? one.name}: at the end ${countText(end)}, at most ${countText(Math.max(...values))}`;
  });
  return `Requests a second over the time of the run. ${ends.join("; ")}.`;
}

const KEY_WIDTH = 22;

/** A sample of each mark with its name. */
function Key() {
  return (
    <ul className="rates-key">
      {DRAWN.map(({ name, area, styles }) => (
        <li key={name}>
          <svg width={KEY_WIDTH} height={12} aria-hidden="true">
            <Shapes
              shapes={styles.map((style: Style) =>
                area
                  ? line([1, 1, KEY_WIDTH - 1, 1, KEY_WIDTH - 1, 11, 1, 11], { closed: true, ...style })
                  : line([0, 6, KEY_WIDTH, 6], style),
              )}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

export function RatesFigure({ run }: { readonly run: Run | null }) {
  const host = useRef<HTMLDivElement>(null);
  const { width, scale, style } = useSizeOf(useWidth(host, true));
  const shapes = useMemo(() => (width === 0 || run === null ? [] : layoutOf(run, width)), [run, width]);
  const text = useMemo(() => (run === null ? "Requests a second: not run yet" : said(run)), [run]);
  return (
    <figure className="rates">
      <figcaption>
        Requests a second <Key />
      </figcaption>
      <div ref={host} role="img" aria-label={text} style={{ ...style, minHeight: HEIGHT * scale }}>
        <svg
          className="enlarged"
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${Math.max(1, width)} ${HEIGHT}`}
          aria-hidden="true"
        >
          <Shapes shapes={shapes} />
        </svg>
      </div>
    </figure>
  );
}
