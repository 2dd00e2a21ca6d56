/**
 * The figure of a crowd over time: three strips on one axis. Calls a second: areas of what is sent, lines of what is
 * served. Waiting: the queue, or calls under way. Time of the calls that return: logarithmic, hatched where none
 * returns. Its cost depends on the pieces of the crowd alone.
 */
import type { Rate } from "../../engine/experiments/crowd.ts";
import { itemAt } from "../../engine/kernel/items.ts";
import type { SeriesLine } from "../../engine/kernel/series.ts";
import type { Nanos } from "../../engine/kernel/time.ts";
import { ticksOf, wholeTicks, xMarks, yMarks } from "../chart/axes.ts";
import { labelWidth, round, text } from "../chart/marks.ts";
import { linearScale, logScale } from "../draw/scale.ts";
import type { Scale } from "../draw/scale.ts";
import { box, line } from "../draw/scene.ts";
import type { Line, Shape } from "../draw/scene.ts";
import { plotShapes } from "../figure/plot.ts";
import { roughText } from "../words/times.ts";
import { lateFrom, rateOf, sentIn } from "./facts.ts";
import type { DrawnCrowd } from "./facts.ts";
import { clockOf } from "./words.ts";

/** What the axes reach to. They stand still while a hand holds something. */
export interface Domains {
  readonly until: Nanos;
  readonly rates: number;
  readonly waiting: number;
  readonly times: readonly [number, number]; // ms
}

interface Strip {
  readonly y0: number; // px, its top
  readonly y1: number;
  readonly scale: Scale;
}

export interface CrowdLayout {
  readonly width: number;
  readonly height: number;
  readonly x0: number;
  readonly x1: number;
  readonly time: Scale; // ns to px
  readonly rates: Strip;
  readonly waiting: Strip;
  readonly times: Strip;
  /** Hairlines and titles. */
  readonly frame: readonly Shape[];
  /** The ticks of the time, with their figures. */
  readonly clock: readonly Shape[];
  /** What is drawn of the run: cut off at the strips. */
  readonly shapes: readonly Shape[];
  /** Stretches in which no call returns, in px. */
  readonly silent: readonly (readonly [number, number])[];
  readonly isNarrow: boolean;
  readonly isOfCalls: boolean;
}

const NARROW = 520; // px
const MARGIN = 140; // px
const HEADROOM = 1.25;
const TITLE = 26; // px above a strip
const PX_PER_TICK = 70;

const maxOf = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0);

export const waitingIn = ({ crowd: { queue, underWay } }: DrawnCrowd): readonly number[] => queue?.waiting ?? underWay;

/** What the last retry of a call would bring: all calls, each sent as often as it may be. */
export const mostSent = ({ load, retries }: DrawnCrowd): number => (retries === null ? load : load * (1 + retries));

export function domainsOf(view: DrawnCrowd): Domains {
  const { crowd, until, places } = view;
  const known = [...crowd.p50, ...crowd.p99].filter((value) => value !== null && value > 0) as readonly number[];
  const [least, most] = [Math.min(...known, 1e6), Math.max(...known, 0)];
  const refused = maxOf(rateOf(crowd, "refused"));
  const sent = Math.max(maxOf(sentIn(view)), mostSent(view), crowd.capacity ?? 0);
  return {
    until,
    rates: Math.max(HEADROOM * sent, 1.05 * refused, 1),
    waiting: Math.max(
      1,
      1.15 * maxOf(waitingIn(view)),
      1.15 * (places !== null && places < 20 * maxOf(waitingIn(view)) ? places : 0),
    ),
    times:
      known.length === 0 ? [1, 1000] : [10 ** Math.floor(Math.log10(least)), 10 ** Math.ceil(Math.log10(most * 1.001))],
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** Px at the right, for names. */
  readonly margin?: number;
}

export function layoutCrowd(view: DrawnCrowd, domains: Domains, { width, height, margin = MARGIN }: Size): CrowdLayout {
  const isNarrow = width < NARROW;
  const x0 = isNarrow ? 44 : 54;
  const x1 = width - (isNarrow ? 14 : margin);
  const above = isNarrow ? 58 : 48; // the handle of the disturbance and the title, one above the other
  const room = height - above - 2 * TITLE - 26;
  const [h1, h2] = [Math.round(0.54 * room), Math.round(0.2 * room)];
  const strip = (y0: number, tall: number, scale: (range: readonly [number, number]) => Scale): Strip => ({
    ...{ y0, y1: y0 + tall },
    scale: scale([y0 + tall, y0]),
  });
  const rates = strip(above, h1, (range) => linearScale({ domain: [0, domains.rates], range }));
  const waiting = strip(rates.y1 + TITLE, h2, (range) => linearScale({ domain: [0, domains.waiting], range }));
  const times = strip(waiting.y1 + TITLE, room - h1 - h2, (range) => logScale({ domain: domains.times, range }));
  const time = linearScale({ domain: [0, domains.until], range: [x0, x1] });
  const places = { width, height, x0, x1, time, rates, waiting, times, isNarrow, isOfCalls: view.crowd.of === "calls" };
  const silent = silentIn(view, places);
  const drawn = { frame: frameOf(view, places, domains), clock: clockMarks(places, domains) };
  return { ...places, ...drawn, silent, shapes: shapesOf(view, places, silent) };
}

type Places = Omit<CrowdLayout, "frame" | "clock" | "shapes" | "silent">;

/** Values by piece as a line of a series. */
const lineOf = (
  { crowd: { width } }: DrawnCrowd,
  values: readonly (number | null)[],
): Pick<SeriesLine, "atNs" | "values"> => ({
  atNs: values.map((_, i) => i * width),
  values,
});

const AREAS: Readonly<Partial<Record<Rate, Omit<Line, "shape" | "points">>>> = {
  first: { fill: "edge", opacity: 0.55 },
  retried: { fill: "paper", hatch: "wide", stroke: "hatch", lineWidth: 0.8 },
  hedged: { fill: "sunk", hatch: "fine", stroke: "hatch", lineWidth: 0.8 },
};
export const AREA_NAMES = ["first", "retried", "hedged"] as const;
export const areaStyle = (name: (typeof AREA_NAMES)[number]): Omit<Line, "shape" | "points"> => AREAS[name] ?? {};

const USEFUL = [
  { stroke: "accent", lineWidth: 7 },
  { stroke: "on-accent", lineWidth: 1.8 },
] as const;
export const LINE_STYLES = {
  refused: { stroke: "lost", lineWidth: 1.2, dash: [1, 3] },
  wasted: { stroke: "lost", lineWidth: 1.8 },
  p50: { stroke: "ink", lineWidth: 1.6 },
  p99: { stroke: "ink", lineWidth: 1.6, dash: [2, 3] },
} as const;

/** What is sent, as areas, and what is served, as lines. */
export function rateShapes(view: DrawnCrowd, time: Scale, scale: Scale): readonly Shape[] {
  const { crowd } = view;
  const has = (name: Rate): boolean => maxOf(rateOf(crowd, name)) > 0;
  const styled = (name: Rate, style: Omit<Line, "shape" | "points">) => ({
    of: lineOf(view, rateOf(crowd, name)),
    style,
  });
  const lines = [
    ...(has("refused") ? [styled("refused", LINE_STYLES.refused)] : []),
    ...(has("wasted") ? [styled("wasted", LINE_STYLES.wasted)] : []),
    ...(crowd.rates.useful === undefined ? [] : USEFUL.map((style) => styled("useful", style))),
  ];
  return plotShapes({
    ...{ along: (at) => round(time.at(at)), across: (value) => round(scale.at(value)), from: 0, until: view.until },
    areas: AREA_NAMES.filter(has).map((name) => styled(name, areaStyle(name))),
    lines,
  });
}

function shapesOf(view: DrawnCrowd, at: Places, silent: CrowdLayout["silent"]): readonly Shape[] {
  const { crowd, until } = view;
  const along = (time: number): number => round(at.time.at(time));
  const across =
    ({ scale }: Strip) =>
    (value: number): number =>
      round(scale.at(value));
  const common = { along, from: 0, until };
  const waiting = waitingIn(view);
  return [
    ...rateShapes(view, at.time, at.rates.scale),
    ...plotShapes({
      ...{ ...common, across: across(at.waiting) },
      areas: [{ of: lineOf(view, waiting), style: { fill: "sunk" } }],
      lines: [{ of: lineOf(view, waiting), style: LINE_STYLES.p50 }],
    }),
    ...silent.map(([from, to]) =>
      box(from, at.times.y0, to - from, at.times.y1 - at.times.y0, { hatch: "wide", opacity: 0.5 }),
    ),
    ...plotShapes({
      ...{ ...common, across: (value: number) => (value <= 0 ? at.times.y1 : round(at.times.scale.at(value))) },
      lines: [
        { of: lineOf(view, crowd.p50), style: LINE_STYLES.p50 },
        { of: lineOf(view, crowd.p99), style: LINE_STYLES.p99 },
      ],
    }),
  ];
}

/** Where calls begin and none returns. */
function silentIn({ crowd }: DrawnCrowd, { time }: Places): CrowdLayout["silent"] {
  const found: [number, number][] = [];
  for (const [i, p50] of crowd.p50.entries()) {
    if (p50 !== null || itemAt(rateOf(crowd, "first"), i, "piece") === 0) continue;
    const [from, to] = [time.at(i * crowd.width), time.at((i + 1) * crowd.width)];
    const last = found.at(-1);
    if (last !== undefined && Math.abs(last[1] - from) < 0.01) last[1] = to;
    else found.push([from, to]);
  }
  return found;
}

function frameOf(view: DrawnCrowd, at: Places, domains: Domains): readonly Shape[] {
  const { x0, x1, rates, waiting, times, isNarrow } = at;
  const { crowd } = view;
  const marks = ({ y0, y1, scale }: Strip, count: number): readonly Shape[] =>
    yMarks(wholeTicks(ticksOf(scale, count)), { x0, x1, y0, y1 });
  const decades = Array.from({ length: Math.round(Math.log10(domains.times[1] / domains.times[0])) + 1 }, (_, i) => {
    const value = domains.times[0] * 10 ** i;
    return { value, at: times.scale.at(value), figure: roughText(value * 1e6) };
  });
  const title = (words: string, { y0 }: Strip, more = ""): readonly Shape[] => [
    text(0, y0 - 9, words, "ink", { bold: true }),
    ...(more === "" ? [] : [text(labelWidth(words, true) + 10, y0 - 9, more, "ink-3")]),
  ];
  const late = lateFrom(view);
  const ofCalls = crowd.of === "calls";
  const timeTitle = !ofCalls ? "Until it answers" : isNarrow ? "Time of a call that returns" : "Time of a call";
  return [
    ...title(ofCalls ? "Calls a second" : "Machines a second", {
      ...rates,
      y0: isNarrow ? rates.y0 : rates.y0 - 21,
    }),
    ...marks(rates, Math.max(2, Math.round((rates.y1 - rates.y0) / 44))),
    ...title(
      crowd.queue === null ? "Under way" : "Waiting",
      waiting,
      isNarrow || crowd.queue === null ? "" : `at ${crowd.queue.name}`,
    ),
    ...marks(waiting, 2),
    ...(late === null || late > domains.waiting
      ? []
      : [
          line([x0, waiting.scale.at(late), x1, waiting.scale.at(late)], {
            stroke: "lost",
            lineWidth: 1.2,
            dash: [1, 4],
          }),
        ]),
    ...title(
      timeTitle,
      times,
      isNarrow ? "" : `${ofCalls ? "that returns; " : ""}solid: half are faster, dots: 99 of 100`,
    ),
    ...yMarks(
      decades.filter((_, i) => decades.length <= 4 || i % 2 === 0),
      { x0, x1, y0: times.y0, y1: times.y1 },
    ),
  ];
}

function clockMarks({ x0, x1, times }: Places, { until }: Domains): readonly Shape[] {
  const { name, nanos } = clockOf(until);
  const scale = linearScale({ domain: [0, until / nanos], range: [x0, x1] });
  const ticks = ticksOf(scale, Math.max(2, Math.round((x1 - x0) / PX_PER_TICK)));
  return xMarks(ticks, { x0, x1, y0: 0, y1: times.y1 }, name);
}
