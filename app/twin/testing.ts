/** Pairs of runs for the tests of this folder. */
import { runOf } from "../../engine/experiments/testing.ts";
import type { RunSettings } from "../../engine/experiments/testing.ts";
import { pairRuns } from "./pair.ts";
import type { Pair } from "./pair.ts";

const FEW = { calls: 10 };

export const shortRun = (id: string, { set = {}, ...rest }: RunSettings = {}) =>
  runOf(id, { ...rest, set: { ...FEW, ...set } });

export function pairOf(a: ReturnType<typeof shortRun>, b: ReturnType<typeof shortRun>, call = 1): Pair {
  const pair = pairRuns(a, b, call);
  if (typeof pair === "string") throw new Error(pair);
  return pair;
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
