/**
 * Two ways to call the same machines on one time axis, a row for each machine: when the caller asked it, how long the
 * caller waited for it, and whether it was told or given up. Times are nanoseconds since the way's own first call
 * began.
 */
import type { Traced } from "../../../engine/experiments/types.ts";
import { destinationsOf, standingAt } from "../../trace/destinations.ts";
import type { Destination, Destinations } from "../../trace/destinations.ts";
import type { AxisKind } from "../../setup/axis.ts";
import { plainOf } from "../../figure/scale.ts";
import type { Course, View } from "../../figure/scale.ts";
import type { Stretch } from "../../trace/folds.ts";
import { disc, line } from "../../draw/scene.ts";
import type { Shape } from "../../draw/scene.ts";
import { alongOf } from "../../figure/rails.ts";
import type { Along } from "../../figure/rails.ts";
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

/** Where the rows of a way stand: the beginning of the scale along, and their place across. */
export interface RowsPlace extends Along {
  readonly top: number;
  readonly height: number;
}

/** A silence after which the caller gave a machine up, from its first request on: along, and its row across. */
interface Silence extends Stretch {
  readonly y: number;
  readonly destination: Destination;
}

/** Shapes by what they say. */
interface WayDrawing {
  readonly waits: readonly Shape[]; // from the first request to the reply
  readonly silences: readonly Shape[]; // likewise, to where it was given up
  readonly sends: readonly Shape[];
  readonly again: readonly Shape[]; // requests that were sent again
  readonly replies: readonly Shape[];
  readonly given: readonly Silence[];
  readonly end: number | null; // where the last call ends, if that is in view
}

export const WAIT = { stroke: "ink-3", lineWidth: 1 } as const;
export const SILENT = { stroke: "lost", lineWidth: 1.5, dash: [4, 2] } as const;
export const DOT = 1.25;

/** Whether a place along is in view. */
export const isIn = ({ start, scale }: Along, along: number): boolean =>
  along >= start && along <= start + scale.length;

export function drawWay({ list, from, to }: Destinations, place: RowsPlace): WayDrawing {
  const { start, scale, top, height } = place;
  const row = height / Math.max(1, list.length);
  const tick = Math.max(1.5, Math.min(4, row * 0.36));
  const none = (): Shape[] => [];
  const drawn = { waits: none(), silences: none(), sends: none(), again: none(), replies: none() };
  const given: Silence[] = [];
  for (const [i, one] of list.entries()) {
    const y = top + (i + 0.5) * row;
    const x = alongOf(place, (one.outcome?.at ?? to) - from);
    const told = one.outcome?.what === "told";
    const sends = one.sends.map(({ at }) => alongOf(place, at - from));
    const [first = Infinity] = sends;
    if (x >= start && first <= start + scale.length) {
      const ends = [Math.max(start, first), y, Math.min(start + scale.length, x), y];
      drawn[told ? "waits" : "silences"].push(line(ends, told ? WAIT : SILENT));
    }
    const reach = told ? tick : Math.max(tick, 3.5);
    for (const [nth, at] of sends.entries()) {
      const stroke = { stroke: "ink", lineWidth: nth === 0 ? 1 : 1.5 } as const;
      if (isIn(place, at)) drawn[nth === 0 ? "sends" : "again"].push(line([at, y - reach, at, y + reach], stroke));
    }
    if (!told && sends.length > 0) given.push({ y, from: first, to: x, destination: one });
    if (told && isIn(place, x)) drawn.replies.push(disc(x, y, DOT, { fill: "ink" }));
  }
  const end = alongOf(place, to - from);
  return { ...drawn, given, end: isIn(place, end) ? end : null };
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

export interface WayRun {
  readonly to: number; // since it began: when its last call ends
  readonly destinations: Destinations;
  /** Up to so many nanoseconds a logarithm of its time is nearly linear. */
  readonly unit: number;
}

/** The longer of both, in nanoseconds. */
export const longestOf = (ways: readonly WayRun[]): number => Math.max(1, ...ways.map(({ to }) => to));

/** Both whole on one axis. Somebody is waited for at any time: there is no silence to fold. */
export function courseOf(ways: readonly WayRun[], axis: AxisKind | undefined): Course & { readonly fit: View } {
  const log = axis === "log" ? { from: 0, unit: Math.min(...ways.map(({ unit }) => unit)) } : null;
  const course: Course = { folds: [], log };
  return { ...course, fit: { from: 0, to: plainOf(course, longestOf(ways)) * (1 + SLACK) } };
}

/** Two runs whose traces both say which machines were told or given up; null where one does not. */
export function waysOf(a: Traced, b: Traced): readonly [WayRun, WayRun] | null {
  const [first, second] = [wayOf(a), wayOf(b)];
  return first === null || second === null ? null : [first, second];
}

function wayOf({ trace }: Traced): WayRun | null {
  const destinations = destinationsOf(trace);
  if (!destinations) return null;
  const { from, to } = destinations;
  return { to: to - from, destinations, unit: logTimeOf(trace, 0, { from, to }).unit };
}
