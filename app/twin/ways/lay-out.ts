/**
 * Two ways to call the same machines on one time axis, a row for each machine: when it was asked, how long it was
 * waited for, and what became of it. Times are nanoseconds since the way's own first call began.
 */
import type { Run } from "../../../engine/experiments/types.ts";
import { destinationsOf, standingAt } from "../../timeline/destinations.ts";
import type { Destination, Destinations } from "../../timeline/destinations.ts";
import type { View } from "../../timeline/scale.ts";

/** Rows are no higher than this, and all of them together no higher than that, in px; less where room is scarce. */
const MOST_ROW = 14;
const MOST_ROWS = 200;
const MOST_CLOSE = 142;
const LEAST_ROWS = 70;

/** All rows of a way, in px: as high as there is something to see. */
export const rowsHeight = (count: number, close: boolean): number =>
  Math.min(close ? MOST_CLOSE : MOST_ROWS, Math.max(LEAST_ROWS, count * MOST_ROW));

export interface Frame {
  readonly width: number; // of the plot
  readonly height: number; // of the rows of one way
  readonly view: View;
}

/** A silence that ended in giving up: where its row is, and what is to be said of it. */
export interface Silence {
  readonly y: number;
  readonly x: number; // where it was given up
  readonly sends: readonly number[];
  readonly destination: Destination;
}

/** SVG paths, one for all that looks alike. */
export interface WayDrawing {
  readonly waits: string; // from the first request to the reply
  readonly silences: string; // likewise, to where it was given up
  readonly sends: string;
  readonly again: string; // requests that were sent again
  readonly replies: string;
  readonly given: readonly Silence[];
  readonly end: number | null; // where the last call ends, if that is in view
}

const n = (value: number): string => String(Math.round(value * 10) / 10);

/** Where a moment stands, in px; beyond the view where it is not in it. */
export const placeIn = ({ width, view }: Frame, since: number): number =>
  ((since - view.from) / (view.to - view.from)) * width;

function clipped(frame: Frame, from: number, to: number): readonly [number, number] | null {
  const [a, b] = [placeIn(frame, from), placeIn(frame, to)];
  if (b < 0 || a > frame.width) return null;
  return [Math.max(0, a), Math.min(frame.width, b)];
}

const isIn = ({ width }: Frame, x: number): boolean => x >= 0 && x <= width;

export function drawWay({ list, from, to }: Destinations, frame: Frame): WayDrawing {
  const row = frame.height / Math.max(1, list.length);
  const tick = Math.max(1.5, Math.min(4, row * 0.36));
  const paths = { waits: "", silences: "", sends: "", again: "", replies: "" };
  const given: Silence[] = [];
  for (const [i, one] of list.entries()) {
    const y = (i + 0.5) * row;
    const end = one.outcome?.at ?? to;
    const told = one.outcome?.what === "told";
    const first = one.sends[0];
    const line = first === undefined ? null : clipped(frame, first.at - from, end - from);
    if (line !== null) paths[told ? "waits" : "silences"] += `M${n(line[0])} ${n(y)}H${n(line[1])}`;
    const sends = one.sends.map(({ at }) => placeIn(frame, at - from));
    for (const [nth, x] of sends.entries()) {
      const reach = told ? tick : Math.max(tick, 3.5);
      if (isIn(frame, x)) paths[nth === 0 ? "sends" : "again"] += `M${n(x)} ${n(y - reach)}V${n(y + reach)}`;
    }
    const x = placeIn(frame, end - from);
    if (told) {
      if (isIn(frame, x)) paths.replies += `M${n(x)} ${n(y)}h0`;
    } else if (one.sends.length > 0) given.push({ y, x, sends, destination: one });
  }
  const end = placeIn(frame, to - from);
  return { ...paths, given, end: isIn(frame, end) ? end : null };
}

/** The rows of the table: those that were asked more than once, or given up. */
export interface Told {
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
    return [{ machine: one.machine, asked: sends, first: first.at - from, ended, outcome }];
  });
}

export interface Way {
  readonly to: number; // since it began: when its last call ends
  readonly destinations: Destinations;
}

/** Two runs that each say what became of those that were called; null where one does not. */
export function waysOf(a: Run, b: Run): readonly [Way, Way] | null {
  const [first, second] = [a, b].map(({ trace }) => destinationsOf(trace));
  if (!first || !second) return null;
  return [wayOf(first), wayOf(second)];
}

const wayOf = (destinations: Destinations): Way => ({ to: destinations.to - destinations.from, destinations });
