/** The curves of pinned runs on a chart. */
import { Cancelled } from "../workers/engine-client.ts";
import type { SweepClient } from "../workers/sweep-client.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { pinCurves, pinKey, pinSwept } from "../setup/chart-runs.ts";
import { measuresSwept, sweptAs } from "../setup/charts.ts";
import { experimentOf } from "../setup/setup.ts";
import { notify } from "./store.ts";
import { sweptInRounds } from "./refine.ts";
import type { BenchStore, SweepState } from "./store.ts";
import { inOrder } from "./sweep-order.ts";
import { messageOf } from "../words/message-of.ts";

/** Sweeps the pinned runs whose curves are not known, one after the other, until newer work takes over. */
export async function sweepPinned(
  store: BenchStore,
  engine: SweepClient,
  keep: (done: SweepState) => void,
): Promise<void> {
  const { chart, pins } = store.getState();
  for (const { setup } of pins.list) {
    const key = pinKey(setup, chart.name);
    const experiment = experimentOf(setup);
    const curves = pinCurves(setup, chart.name);
    if (curves.length === 0 || pinSwept(store.getState().sweeps, setup, chart.name) !== undefined) continue;
    const values: SweepValue[] = [];
    try {
      const whole = await sweptInRounds(curves, {
        experiment,
        measures: measuresSwept(experiment, chart.name),
        sweep: (asked) => engine.sweep(experiment.id, asked, (value) => void values.push(value)),
        got: () => values,
      });
      if (whole === null) return;
      const ordered = inOrder(whole, values);
      keep({ key, swept: sweptAs(experiment, chart.name), values: ordered, whole: ordered, total: values.length });
    } catch (error) {
      const text = messageOf(error);
      if (!(error instanceof Cancelled)) notify(store, { kind: "problem", text });
      return;
    }
  }
}
