/** What a chart of the bench shows: the paper's points, the model's curve and the simulation's band, over the sweep. */
import { interval95 } from "../../engine/experiments/interval.ts";
import type { ChartSpec, Experiment, Param, ParamValue, ParamValues } from "../../engine/experiments/types.ts";
import type { ChartData, SimulatedPoint } from "../chart/index.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { inSentence } from "../chart/data.ts";
import { modelPoints, paperPoints } from "./answers.ts";
import { sweepPoints } from "./models.ts";
import type { Setup } from "./setup.ts";

/** The trials of each point as mean and 95 % interval; points where no trial gave a number are left out. */
export function simulatedPoints(values: readonly SweepValue[], measure: string): readonly SimulatedPoint[] {
  const byX = new Map<number, number[]>();
  for (const { value: x, measures } of values) {
    const y = measures[measure]?.value;
    if (typeof x !== "number" || typeof y !== "number" || !Number.isFinite(y)) continue;
    byX.set(x, [...(byX.get(x) ?? []), y]);
  }
  return [...byX].map(([x, ys]) => {
    const { mean, low, high } = interval95(ys);
    return { x, mean, low: low ?? mean, high: high ?? mean, trials: ys.length };
  });
}

/** "Ethernet, 10 Mbit/s" at the height of the parameter that sets it. */
export function withLimit(
  { limit, ...spec }: ChartSpec,
  { params }: Experiment,
  parameters: ParamValues,
): ChartData["spec"] {
  const param = limit === undefined ? undefined : params[limit.parameter];
  if (limit === undefined || param?.kind !== "number") return spec;
  const value = Number(parameters[limit.parameter]);
  return { ...spec, limit: { value, label: `${limit.label}, ${value.toLocaleString("en-US")} ${param.unit}` } };
}

export function chartData(
  experiment: Experiment,
  spec: ChartSpec,
  setup: Setup,
  models: Readonly<Record<string, number>>,
  values: readonly SweepValue[],
): ChartData {
  const { over } = experiment.sweep;
  const param = experiment.params[over];
  if (param?.kind !== "number") throw new Error(`${experiment.id}: sweeps over ${over}, which is no number`);
  const numbers = experiment.sweep.values.filter((value): value is number => typeof value === "number");
  return {
    spec: withLimit(spec, experiment, setup.parameters),
    unit: experiment.measures[spec.y]?.unit ?? "",
    x: { label: param.label, unit: param.unit, values: numbers, ...(param.scale === "log" ? { log: true } : {}) },
    paper: paperPoints(experiment, spec, setup.parameters),
    model: modelPoints(experiment, spec, setup.parameters, models),
    simulated: simulatedPoints(values, spec.y),
  };
}

/** "400 calls", "network speed 100 Mbit/s", "ethernet segment shared". */
function settingText(param: Param, value: ParamValue | undefined): string {
  const label = inSentence(param.label);
  if (param.kind === "choice")
    return `${label} ${param.options.find((option) => option.value === value)?.label.toLowerCase()}`;
  const number = Number(value).toLocaleString("en-US", { maximumFractionDigits: 10 });
  return param.unit === "" ? `${number} ${label}` : `${label} ${number} ${param.unit}`;
}

/** What the chart holds fixed: "400 calls, 5 trials a point, seeds 1 to 5". */
export function chartCaption(experiment: Experiment, setup: Setup, trials: number): string {
  const { over, fixed } = experiment.sweep;
  const [point = setup.parameters] = sweepPoints(experiment, setup.parameters);
  const held = Object.entries(experiment.params).flatMap(([key, param]) => {
    const value = point[key];
    const changed = value !== undefined && value !== param.default;
    return key === over || (!changed && fixed?.[key] === undefined) ? [] : [settingText(param, value)];
  });
  const seeds = trials === 1 ? `seed ${setup.seed}` : `seeds ${setup.seed} to ${setup.seed + trials - 1}`;
  const faults = setup.faults.length === 0 ? [] : [`faults ${setup.faults.join("; ")}`];
  const settings = [...held, ...faults, `${trials} trials`, seeds].join(", ");
  return `At each point ${settings}; the band holds the mean with 95 %.`;
}
