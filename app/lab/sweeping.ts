/** The runs behind a chart: its points one by one, and the curves of pinned runs. */
import { jobCount } from "../../engine/experiments/sweep.ts";
import { Cancelled } from "../workers/engine-client.ts";
import { SweepClient } from "../workers/sweep-client.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { curvesOf, pinKey } from "../setup/chart-runs.ts";
import { measuresSwept, sweepKey, sweptAs } from "../setup/charts.ts";
import { experimentOf } from "../setup/setup.ts";
import { sweptInRounds } from "./refine.ts";
import { inOrder, wholeTrials } from "./sweep-order.ts";
import { sweepPinned } from "./sweep-pinned.ts";
import { chartNameOf, chartSetupOf } from "./store.ts";
import type { BenchState, BenchStore, SweepState } from "./store.ts";
import { failed } from "./bench-work.ts";
import { messageOf } from "../words/message-of.ts";

/** The page hears so often of runs that complete no trial: a line that fills needs no more. */
const TELL_MS = 100;
/** Finished sweeps that are kept beside those of pinned runs, so that a setting gone back to has its chart at once. */
const SWEEPS_KEPT = 12;

export const newSweeps = (): SweepClient => new SweepClient();

/** What the chart on the page shows, and the key of the runs behind it. */
function wanted(state: BenchState) {
  const [setup, name] = [chartSetupOf(state), chartNameOf(state)];
  return { setup, name, key: sweepKey(setup, name) };
}

/** Keeps a finished sweep for as long as a pinned run needs its curve, or it is one of the last. */
function keepSweep(store: BenchStore, done: SweepState): void {
  const { chart, pins, sweeps } = store.getState();
  const pinned = new Set(pins.list.flatMap(({ setup }) => [sweepKey(setup, chart.name), pinKey(setup, chart.name)]));
  const all = Object.entries({ ...sweeps, [done.key]: done });
  const kept = all.filter(([key], i) => pinned.has(key) || i >= all.length - SWEEPS_KEPT);
  store.setState({ sweeps: Object.fromEntries(kept) });
}

/** Sweeps the pinned runs whose curves are not known. */
export async function sweepPins(store: BenchStore, engine: SweepClient): Promise<void> {
  if (store.getState().pins.list.length === 0) return;
  await sweepPinned(store, engine, (done) => keepSweep(store, done));
}

/** Sweeps what the chart shows, unless newer work takes over; then the pinned runs. */
async function sweep(store: BenchStore, engine: SweepClient): Promise<void> {
  const { setup, name, key } = wanted(store.getState());
  const experiment = experimentOf(setup);
  const measures = measuresSwept(experiment, name);
  let curves = curvesOf(setup, name);
  let got: readonly SweepValue[] = [];
  let toldAt = performance.now();
  const under = { key, swept: sweptAs(experiment, name) };
  const sweeping = (values: readonly SweepValue[], whole: readonly SweepValue[]): SweepState => ({
    ...under,
    values,
    whole,
    total: jobCount(curves, values),
  });
  store.setState({ sweeping: sweeping(got, got) });
  const mine = (): boolean => store.getState().sweeping?.key === key;
  const take = (value: SweepValue): void => {
    got = [...got, value];
    const before = store.getState().sweeping;
    if (before?.key !== key) return;
    const whole = wholeTrials(curves, got);
    const further = whole.length > before.whole.length;
    if (!further && performance.now() - toldAt < TELL_MS) return;
    toldAt = performance.now();
    // The same list while no further trial is whole, so that the chart is not drawn for nothing.
    store.setState({ sweeping: sweeping(got, further ? whole : before.whole) });
  };
  try {
    const whole = await sweptInRounds(curves, {
      ...{ experiment, measures },
      sweep: async (asked) => (await engine.sweep(experiment.id, asked, take)) && mine(),
      got: () => got,
      onMore: (next) => (curves = next),
    });
    if (whole === null) return;
    const ordered = inOrder(curves, got);
    const done = sweeping(ordered, ordered);
    store.setState({ sweep: done, sweeping: null });
    keepSweep(store, done);
    await sweepPins(store, engine);
  } catch (error) {
    if (error instanceof Cancelled || !mine()) return;
    store.setState(({ work }) => ({ sweeping: null, work: failed(work, messageOf(error)) }));
  }
}

/**
 * Sweeps what the chart shows now, unless that is known, under way or cancelled. It decides when it is called: this
 * file is fetched, and meanwhile the reader may have changed something.
 */
export async function sweepShown(store: BenchStore, engine: SweepClient): Promise<void> {
  const { sweep: had, sweeps, sweeping, work } = store.getState();
  const { key } = wanted(store.getState());
  if (
    work.tag === "cancelled" ||
    work.tag === "held" ||
    key === sweeping?.key ||
    (key === had?.key && sweeping === null)
  )
    return;
  const known = key === had?.key ? had : sweeps[key];
  if (known === undefined) return sweep(store, engine);
  store.setState({ sweep: known, sweeping: null });
  return sweepPins(store, engine);
}
