/** The runs that a chart draws, and how far those are that it waits for. */
import type { Progress } from "../chart/Chart.tsx";
import { jobCount } from "../../engine/experiments/sweep.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { useBench } from "./context.ts";
import { curvesOf } from "../setup/chart-runs.ts";
import { sweepKey, sweptAs } from "../setup/charts.ts";
import { experimentOf } from "../setup/setup.ts";

interface SweepShown {
  readonly values: readonly SweepValue[];
  /** Null where nothing is waited for. */
  readonly pending: Progress | null;
  /** True where what is drawn is of another setting. */
  readonly old: boolean;
}

const NONE: readonly SweepValue[] = [];

/**
 * An old sweep stays while its successor runs, until each point has a run of the new one; then the new one is drawn,
 * and again with each further trial.
 */
export function useSweep(): SweepShown {
  const setup = useBench((state) => state.setup);
  const done = useBench((state) => state.sweep);
  const sweeping = useBench((state) => state.sweeping);
  const idle = useBench((state) => state.cancelled || state.held || state.failure !== null);
  const chart = useBench((state) => state.chart.name);
  const key = sweepKey(setup, chart);
  if (done?.key === key) return { values: done.values, pending: null, old: false };
  const coming = sweeping?.key === key ? sweeping : null;
  const before = done?.swept === sweptAs(experimentOf(setup), chart) && !idle ? done : null;
  const fresh = coming === null || coming.whole.length === 0 ? null : coming.whole;
  const total = jobCount(curvesOf(setup, chart), coming?.values ?? NONE);
  return {
    values: fresh ?? before?.values ?? NONE,
    pending: idle ? null : { done: coming?.values.length ?? 0, total },
    old: fresh === null && before !== null,
  };
}
