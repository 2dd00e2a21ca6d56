/** The chart on the page, the runs that it draws, and how far those are that it waits for. */
import { useState } from "react";
import type { ChartProgress } from "../chart/Chart.tsx";
import { jobCount } from "../../engine/experiments/sweep.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { isStopped } from "./bench-work.ts";
import { useBench } from "./context.ts";
import { curvesOf } from "../setup/chart-runs.ts";
import { sweepKey, sweptAs } from "../setup/charts.ts";
import type { ChartChoice } from "../setup/charts.ts";
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { chartNameOf, chartSetupOf } from "./store.ts";
import type { BenchState } from "./store.ts";

interface SweepShown {
  readonly values: readonly SweepValue[];
  /** Null where nothing is waited for. */
  readonly pending: ChartProgress | null;
  /** True where what is drawn is of another setting. */
  readonly old: boolean;
}

const NONE: readonly SweepValue[] = [];

/** Whether a hand is over a chart of which no point has come. */
function isAwaited(state: BenchState): boolean {
  const setup = chartSetupOf(state);
  if (setup === state.setup) return false;
  const key = sweepKey(setup, chartNameOf(state));
  const { sweep, sweeps, sweeping } = state;
  if (sweep?.key === key || sweeps[key] !== undefined) return false;
  return sweeping?.key !== key || sweeping.whole.length === 0;
}

/** A chart of a setup, by the name that chooses it. */
export interface ChartShown {
  readonly setup: Setup;
  readonly name: ChartChoice;
}

/** The chart that stands, or the last one under the hand of which points have come. */
export function useChartShown(): ChartShown {
  const standing = useBench((state) => state.setup);
  const chosen = useBench((state) => state.chart.name);
  const setup = useBench(chartSetupOf);
  const name = useBench(chartNameOf);
  const awaited = useBench(isAwaited);
  const [last, setLast] = useState<ChartShown | null>(null);
  const next = setup === standing ? null : awaited ? last : { setup, name };
  if (last?.setup !== next?.setup || last?.name !== next?.name) setLast(next);
  return next ?? { setup: standing, name: chosen };
}

/**
 * An old sweep stays while its successor runs, until each point has a run of the new one; then the new one is drawn,
 * and again with each further trial.
 */
export function useSweep({ setup, name }: ChartShown): SweepShown {
  const done = useBench((state) => state.sweep);
  const sweeps = useBench((state) => state.sweeps);
  const sweeping = useBench((state) => state.sweeping);
  const idle = useBench(({ work }) => isStopped(work));
  const awaited = useBench(isAwaited);
  const key = sweepKey(setup, name);
  const known = done?.key === key ? done : sweeps[key];
  if (known !== undefined) {
    const pending = { done: sweeping?.values.length ?? 0, total: sweeping?.total ?? 1 };
    return { values: known.values, pending: awaited ? pending : null, old: awaited };
  }
  const coming = sweeping?.key === key ? sweeping : null;
  const before = done?.swept === sweptAs(experimentOf(setup), name) && !idle ? done : null;
  const fresh = coming === null || coming.whole.length === 0 ? null : coming.whole;
  const total = coming?.total ?? jobCount(curvesOf(setup, name), NONE);
  return {
    values: fresh ?? before?.values ?? NONE,
    pending: idle ? null : { done: coming?.values.length ?? 0, total },
    old: fresh === null && before !== null,
  };
}
