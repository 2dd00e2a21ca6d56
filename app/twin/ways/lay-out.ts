/**
 * Two ways to call the same machines on one time axis, a row for each machine: when the caller asked it, how long the
 * caller waited for it, and whether it was told or given up. Times are nanoseconds since the way's own first call
 * began.
 */
import type { Traced } from "../../../engine/experiments/types.ts";
import { itemAt } from "../../../engine/kernel/reads.ts";
import { destinationsOf, standingAt } from "../../trace/destinations.ts";
import type { Destination, Destinations } from "../../trace/destinations.ts";
import { counted } from "../../words/numbers.ts";
import type { AxisKind } from "../../setup/axis.ts";
import { plainOf } from "../../figure/scale.ts";
import type { Course, TimeScale, View } from "../../figure/scale.ts";
import { logTimeOf } from "../../trace/log-time.ts";

/** Rows are no higher than this, and all of them together no higher than that, in px; less where room is scarce. */
const MOST_ROW = 14;
const MOST_ROWS = 200;
const MOST_CLOSE = 142;
const LEAST_ROWS = 70;

/** The height of all rows of a way, in px. */
export const rowsHeight = (count: number, close: boolean): number =>
  Math.min(close ? MOST_CLOSE : MOST_ROWS, Math.max(LEAST_ROWS, count * MOST_ROW));

/** The longer way leaves this share of the axis free at its end. */
const SLACK = 0.012;

export interface Frame {
  readonly scale: TimeScale; // as long as the plot is wide
  readonly height: number; // of the rows of one way
}

/** The figure names each silence where there are at most so many. */
export const MOST_NAMED = 12;

/** A silence after which the caller gave a machine up: the place of its row, and the facts for its note. */
export interface Silence {
  readonly y: number;
  readonly x: number; // where it was given up
  readonly sends: readonly number[];
  readonly destination: Destination;
}

/** A straight line, in px of the plot; a reply's is a point. */
export type Stroke = readonly [x0: number, y0: number, x1: number, y1: number];

/** Strokes by their style. */
export interface WayDrawing {
  readonly waits: readonly Stroke[]; // from the first request to the reply
  readonly silences: readonly Stroke[]; // likewise, to where it was given up
  readonly sends: readonly Stroke[];
  readonly again: readonly Stroke[]; // requests that were sent again
  readonly replies: readonly Stroke[];
  readonly given: readonly Silence[];
  readonly end: number | null; // where the last call ends, if that is in view
}

/** A moment out of view has a place beyond the plot. */
function clipped({ at, length }: TimeScale, from: number, to: number): readonly [number, number] | null {
  const [a, b] = [at(from), at(to)];
  if (b < 0 || a > length) return null;
  return [Math.max(0, a), Math.min(length, b)];
}

const isIn = ({ length }: TimeScale, x: number): boolean => x >= 0 && x <= length;

const none = (): Stroke[] => [];

export function drawWay({ list, from, to }: Destinations, { scale, height }: Frame): WayDrawing {
  const row = height / Math.max(1, list.length);
  const tick = Math.max(1.5, Math.min(4, row * 0.36));
  const strokes = { waits: none(), silences: none(), sends: none(), again: none(), replies: none() };
  const given: Silence[] = [];
  for (const [i, one] of list.entries()) {
    const y = (i + 0.5) * row;
    const end = one.outcome?.at ?? to;
    const told = one.outcome?.what === "told";
    const first = one.sends[0];
    const line = first === undefined ? null : clipped(scale, first.at - from, end - from);
    if (line !== null) strokes[told ? "waits" : "silences"].push([line[0], y, line[1], y]);
    const sends = one.sends.map(({ at }) => scale.at(at - from));
    for (const [nth, x] of sends.entries()) {
      const reach = told ? tick : Math.max(tick, 3.5);
      if (isIn(scale, x)) strokes[nth === 0 ? "sends" : "again"].push([x, y - reach, x, y + reach]);
    }
    const x = scale.at(end - from);
    if (told) {
      if (isIn(scale, x)) strokes.replies.push([x, y, x, y]);
    } else if (one.sends.length > 0) given.push({ y, x, sends, destination: one });
  }
  const end = scale.at(to - from);
  return { ...strokes, given, end: isIn(scale, end) ? end : null };
}

/** The rows of the table: machines that the caller asked more than once, or gave up. */
interface Told {
  readonly machine: string;
  readonly asked: number;
  readonly first: number; // since the way began
  readonly ended: number;
  readonly outcome: "told" | "given up";
}

export function troubles({ list, from, to }: Destinations): readonly Told[] {
  return list.flatMap((one): readonly Told[] => {
    const { standing, sends } = standingAt(one, to, to);
    const first = one.sends[0];
    if (first === undefined || (standing === "told" && sends === 1)) return [];
    const ended = (one.outcome?.at ?? to) - from;
    const outcome = standing === "told" ? "told" : "given up";
    return [{ machine: one.name, asked: sends, first: first.at - from, ended, outcome }];
  });
}

interface NamedSilence {
  readonly text: string; // "server67: asked 7 times"
  readonly x: number; // its middle
  readonly y: number; // its baseline: above the line, where there is room
}

/** The name of a silence; null where there is no room for it. */
export function nameOf({ x, y, sends, destination }: Silence, { scale }: Frame): NamedSilence | null {
  const first = Math.max(0, itemAt(sends, 0, "send"));
  const end = Math.min(scale.length, x);
  const text = `${destination.name}: asked ${counted(sends.length, "time")}`;
  const room = end - first > text.length * 6 + 12;
  return room ? { text, x: (first + end) / 2, y: y < 16 ? y + 13 : y - 4 } : null;
}

export interface Way {
  readonly to: number; // since it began: when its last call ends
  readonly destinations: Destinations;
  /** Up to so many nanoseconds a logarithm of its time is nearly linear. */
  readonly unit: number;
}

/** The longer of both, in nanoseconds. */
export const longestOf = (ways: readonly Way[]): number => Math.max(1, ...ways.map(({ to }) => to));

/** Both whole on one axis. Somebody is waited for at any time: there is no silence to fold. */
export function courseOf(ways: readonly Way[], axis: AxisKind | undefined): Course & { readonly fit: View } {
  const log = axis === "log" ? { from: 0, unit: Math.min(...ways.map(({ unit }) => unit)) } : null;
  const course: Course = { folds: [], log };
  return { ...course, fit: { from: 0, to: plainOf(course, longestOf(ways)) * (1 + SLACK) } };
}

/** Two runs whose traces both say which machines were told or given up; null where one does not. */
export function waysOf(a: Traced, b: Traced): readonly [Way, Way] | null {
  const [first, second] = [wayOf(a), wayOf(b)];
  return first === null || second === null ? null : [first, second];
}

function wayOf({ trace }: Traced): Way | null {
  const destinations = destinationsOf(trace);
  if (!destinations) return null;
  const { from, to } = destinations;
  return { to: to - from, destinations, unit: logTimeOf(trace, 0, { from, to }).unit };
}
