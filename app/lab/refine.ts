/** Further points of a sweep: between neighbours where a curve jumps, as close as the parameter's own steps. */
import { snap } from "../../engine/experiments/parameters.ts";
import type { ChartCurve } from "../../engine/experiments/sweep.ts";
import type { Description, NumberParam } from "../../engine/experiments/types.ts";
import { mean } from "../../engine/experiments/statistics.ts";
import { gather } from "../../engine/kernel/tally.ts";
import { itemAt, present } from "../../engine/kernel/reads.ts";
import { isJump } from "../setup/jumps.ts";
import type { SweepValue } from "../workers/engine.worker.ts";

/** Rounds of halving: a jump is then known to a sixteenth of the step that the sweep had. */
export const MOST_ROUNDS = 4;
/** Further points of one curve in a round: a curve that jumps everywhere stays as it is. */
const MOST_JUMPS = 6;
/** A sweep whose further runs take longer, by a rough guess, is left as it is: ms. */
const MOST_MS = 15_000;

/** The value half way between two on the parameter's scale; null where its steps leave none. */
function between({ scale, ...param }: NumberParam, from: number, to: number): number | null {
  const middle = scale === "log" && from > 0 ? Math.sqrt(from * to) : (from + to) / 2;
  const value = snap(param, middle);
  return value > from && value < to ? value : null;
}

/** What a point says: the mean of its runs that gave a number, and how many gave none. */
function pointsOf(curve: ChartCurve, runs: readonly SweepValue[], measure: string) {
  const byValue = new Map<number, (number | null)[]>();
  for (const { value, series = null, measures, misfit } of runs) {
    if (series !== curve.series || typeof value !== "number" || misfit !== undefined) continue;
    const said = measures[measure]?.value;
    gather(byValue, value, typeof said === "number" && Number.isFinite(said) ? said : null);
  }
  return [...byValue]
    .toSorted(([a], [b]) => a - b)
    .map(([value, all]) => {
      return { value, y: mean(all.filter((one) => one !== null)) };
    });
}

/** Values between neighbours of a curve where a measure jumps, or where only one of the two has a number. */
function furtherValues(
  curve: ChartCurve,
  runs: readonly SweepValue[],
  measure: string,
  param: NumberParam,
): readonly number[] {
  const points = pointsOf(curve, runs, measure);
  const all = present(points, ({ y }) => y);
  const found = points.slice(1).flatMap((to, i) => {
    const from = itemAt(points, i, "point");
    const ends = (from.y === null) !== (to.y === null);
    const jumps = from.y !== null && to.y !== null && isJump(from.y, to.y, all);
    const value = ends || jumps ? between(param, from.value, to.value) : null;
    return value === null ? [] : [value];
  });
  return found.length > MOST_JUMPS ? [] : found;
}

interface Refined {
  /** The further runs alone. */
  readonly more: readonly ChartCurve[];
  /** All runs of the sweep with these. */
  readonly whole: readonly ChartCurve[];
}

/**
 * The runs that a sweep still needs, after those that are done; null where it needs none.
 * @param measures those that its charts draw
 */
export function refined(
  { params, roughMs }: Description,
  curves: readonly ChartCurve[],
  runs: readonly SweepValue[],
  measures: readonly string[],
): Refined | null {
  const added = curves.map((curve) => {
    const param = params[curve.request.over];
    if (param?.kind !== "number") return [];
    return [...new Set(measures.flatMap((measure) => furtherValues(curve, runs, measure, param)))];
  });
  const withValues = (values: (curve: ChartCurve, i: number) => readonly (number | string)[]) =>
    curves.map((curve, i): ChartCurve => ({ ...curve, request: { ...curve.request, values: values(curve, i) } }));
  const more = withValues((_, i) => itemAt(added, i, "curve")).filter(({ request }) => request.values.length > 0);
  const costMs = more.flatMap(({ request: { values, parameters, over, trials } }) =>
    values.map((value) => trials * (roughMs?.({ ...parameters, [over]: value }) ?? 0)),
  );
  if (more.length === 0 || costMs.reduce((sum, ms) => sum + ms, 0) > MOST_MS) return null;
  const whole = withValues(({ request }, i) =>
    [...request.values, ...itemAt(added, i, "curve")].toSorted((a, b) => Number(a) - Number(b)),
  );
  return { more, whole };
}

interface Rounds {
  readonly experiment: Description;
  readonly measures: readonly string[];
  /** Runs curves, to their end. False where newer work took over. */
  readonly sweep: (curves: readonly ChartCurve[]) => Promise<boolean>;
  /** All runs until now. */
  readonly got: () => readonly SweepValue[];
  /** Hears of all curves with their further points, before these are run. */
  readonly onMore?: (whole: readonly ChartCurve[]) => void;
}

/** Sweeps curves, then what they still need, in rounds. All their points; null where newer work took over. */
export async function sweptInRounds(
  curves: readonly ChartCurve[],
  { experiment, measures, sweep, got, onMore }: Rounds,
): Promise<readonly ChartCurve[] | null> {
  let [whole, asked] = [curves, curves];
  for (let round = 0; asked.length > 0; round++) {
    if (!(await sweep(asked))) return null;
    const next = round < MOST_ROUNDS ? refined(experiment, whole, got(), measures) : null;
    if (next === null) return whole;
    [whole, asked] = [next.whole, next.more];
    onMore?.(whole);
  }
  return whole;
}
