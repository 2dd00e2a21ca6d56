/** The chart of a step: its runs, the paper’s points and the model’s values that came with the page. */
import { modelValues } from "virtual:model-values";
import type { ChartData } from "../chart/data.ts";
import { inLargerUnit } from "../chart/larger-unit.ts";
import { chartData } from "../lab/chart-data.ts";
import { sweptInRounds } from "../lab/refine.ts";
import { inOrder } from "../lab/sweep-order.ts";
import { chartRequest } from "../setup/chart-request.ts";
import { curvesOf } from "../setup/chart-runs.ts";
import { chartOf, measuresSwept } from "../setup/charts.ts";
import { modelCallsOf } from "../setup/models.ts";
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import type { SweepClient } from "../workers/sweep-client.ts";
import type { SweepValue } from "../workers/engine.worker.ts";

/** The values of the models of a setup’s papers; a file that does not come leaves the model’s curve out. */
async function modelsOf({ experiment, parameters }: Setup): Promise<Readonly<Record<string, number>>> {
  const calls = modelCallsOf(experimentOf({ experiment }), parameters);
  const papers = [...new Set(calls.map(({ paper }) => paper))];
  const files = await Promise.all(papers.map(async (paper) => modelValues[paper]?.().catch(() => undefined)));
  return Object.assign({}, ...files.map((file) => file?.values)) as Readonly<Record<string, number>>;
}

/** Null where the experiment has no such chart. */
export async function stepChart(setup: Setup, name: string | null, sweeps: SweepClient): Promise<ChartData | null> {
  const experiment = experimentOf(setup);
  const spec = chartOf(experiment, name);
  if (spec === undefined) return null;
  const models = await modelsOf(setup);
  const got: SweepValue[] = [];
  const curves = await sweptInRounds(curvesOf(setup, name), {
    ...{ experiment, measures: measuresSwept(experiment, name) },
    sweep: (asked) => sweeps.sweep(experiment.id, asked, (value) => void got.push(value)),
    got: () => got,
  });
  if (curves === null) return null;
  const request = chartRequest(experiment, spec, setup);
  return inLargerUnit(chartData(request, { values: inOrder(curves, got), models }));
}
