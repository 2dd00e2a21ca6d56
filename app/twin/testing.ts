/** Pairs of runs for the tests of this folder. */
import { runOf } from "../../engine/experiments/testing.ts";
import type { Traced } from "../../engine/experiments/types.ts";
import type { RunSettings } from "../../engine/experiments/testing.ts";
import type { AxisKind } from "../setup/axis.ts";
import { tableWidth } from "../draw/text-width.ts";
import type { Figure } from "../figure/figure.ts";
import type { View } from "../figure/scale.ts";
import { differencesOf, stretchOf } from "./differences.ts";
import { drawTwin } from "./draw.ts";
import { frameTwin, isPair } from "./frame.ts";
import { bothOf } from "./both.ts";
import { NO_ROWS, pairRuns } from "./pair.ts";
import type { Both, Pair, TwinRows } from "./pair.ts";
import { drawWays } from "./ways/draw.ts";
import { courseOf, waysOf } from "./ways/lay-out.ts";

const FEW = { calls: 10 };

export const shortRun = (id: string, { set = {}, ...rest }: RunSettings = {}) =>
  runOf(id, { ...rest, set: { ...FEW, ...set } });

export function pairOf(a: ReturnType<typeof shortRun>, b: ReturnType<typeof shortRun>, call = 1): Pair {
  const pair = pairRuns(a, b, call);
  if (typeof pair === "string") throw new Error(pair);
  return pair;
}

interface TwinLook {
  readonly width: number;
  readonly close?: boolean;
  readonly axis?: AxisKind;
  /** The rows that are chosen, and the stretch in view: none, and the whole calls, where left out. */
  readonly chosen?: (both: Both) => TwinRows;
  readonly view?: (fit: View) => View;
}

const whole = (fit: View): View => fit;

/** The figure of the first calls of two runs, as a page has it. */
export function twinFigure(
  a: Traced,
  b: Traced,
  { width, close = false, axis, chosen, view = whole }: TwinLook,
): Figure {
  const both = bothOf(a, b, 1, axis);
  if (typeof both === "string") throw new Error(both);
  const labels = { a: "the first run", b: "the second run" };
  const rows = isPair(both) ? differencesOf(both) : [];
  const choice = chosen?.(both) ?? NO_ROWS;
  const frame = frameTwin(both, width, labels, close);
  return drawTwin(
    both,
    frame,
    view(both.fit),
    rows,
    { rows: choice, stretch: stretchOf(rows, choice, null) },
    labels,
    tableWidth,
  );
}

/** Two ways to call the same machines, as a page has them. */
export function waysFigure(a: Traced, b: Traced, { width, close = false, axis, view = whole }: TwinLook): Figure {
  const ways = waysOf(a, b);
  if (ways === null) throw new Error("These runs do not say what became of those that they called.");
  const course = courseOf(ways, axis);
  return drawWays(ways, { names: ["one", "two"], width, close, course, view: view(course.fit), measure: tableWidth });
}

const base = shortRun("firefly/null");

/** The four comparisons that the page is made for. */
export const CASES: Readonly<Record<string, Pair>> = {
  "Null() and MaxResult(b)": pairOf(base, shortRun("firefly/max-result")),
  "with and without a lost result": pairOf(base, shortRun("firefly/null", { faults: ["drop result#1"] })),
  "10 and 100 Mbit/s": pairOf(base, shortRun("firefly/null", { set: { networkMbps: 100 } })),
  "a slower routine on a faster network": pairOf(
    base,
    shortRun("firefly/null", { set: { interruptRoutine: "best", networkMbps: 100 } }),
  ),
  "one thread and four": pairOf(base, shortRun("firefly/null", { set: { threads: 4 } }), 2),
};

export function caseOf(name: string): Pair {
  const pair = CASES[name];
  if (pair === undefined) throw new Error(`There is no case ${name}.`);
  return pair;
}
