/**
 * The data of a chart on the bench: the paper's points, the model's curve and the simulation's band, over the sweep.
 */
import { chartKey } from "../../engine/experiments/charts.ts";
import type { ChartSpec, Description, ParamValues } from "../../engine/experiments/types.ts";
import type { Answered, ChartAxis, ChartData } from "../chart/data.ts";
import type { Series } from "../setup/points.ts";
import { unitText } from "../words/units.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { certaintyOf, spreadsOf } from "../chart/data.ts";
import { exactText } from "../words/numbers.ts";
import { modelSeries, paperSeries } from "../setup/chart-series.ts";
import { valueName, xOf } from "../setup/chart-words.ts";
import { isOnSweep, seriesOf } from "../setup/chart-runs.ts";
import { chartOf, isOwnSweep, sweepOf, TRIALS } from "../setup/charts.ts";
import { crossingsOn, curvesOn, simulatedPoints } from "./chart-curves.ts";
import type { Answers } from "./chart-curves.ts";
import { settingText } from "../setup/setting-text.ts";
import { curvePoints } from "../setup/models.ts";
import type { Pin } from "../setup/pin-list.ts";
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { setupHref } from "../setup/bench-links.ts";

/** "Ethernet, 10 Mbit/s" at the height of the parameter that sets it. */
export function withLimit(
  { limit, ...spec }: ChartSpec,
  { params }: Description,
  parameters: ParamValues,
): ChartData["spec"] {
  const param = limit === undefined ? undefined : params[limit.parameter];
  if (limit === undefined || param?.kind !== "number") return spec;
  const value = Number(parameters[limit.parameter]);
  return { ...spec, limit: { value, label: `${limit.label}, ${exactText(value)} ${param.unit}` } };
}

const KB = 1024;

/** The axis of a chart; sizes that are whole KB are told in KB. */
function axisOf(experiment: Description, spec: ChartSpec): ChartAxis {
  const { over, values } = sweepOf(experiment, spec);
  const param = experiment.params[over];
  if (param === undefined) throw new Error(`${experiment.id}: sweeps over ${over}, which it does not have`);
  if (param.kind === "choice") {
    const names = param.options.map(({ label }) => label);
    return { label: param.label, unit: "", values: values.flatMap((value) => xOf(param, value) ?? []), names };
  }
  const numbers = values.filter((value): value is number => typeof value === "number");
  const log = param.scale === "log" && spec.evenX !== true ? { log: true } : {};
  const inKb = param.unit === "bytes" && numbers.every((value) => value % KB === 0);
  const inPercent = param.share === true ? { unit: "%", each: 0.01 } : { unit: param.unit };
  const unit = inKb ? { unit: "KB", each: KB } : inPercent;
  return { label: param.label, values: numbers, ...unit, ...log };
}

/** Paper, model and simulation, and the curves of a series or of further models. */
export function chartData(experiment: Description, spec: ChartSpec, answers: Answers): ChartData {
  const { setup, models, values, modelName } = answers;
  const { parameters } = setup;
  const x = axisOf(experiment, spec);
  const curves = curvesOn(experiment, spec, answers);
  const ofAll = (): readonly Series[] => [
    modelSeries(experiment, spec, parameters, models, { label: modelName }),
    {
      kind: "simulated",
      name: "simulated",
      label: "simulated",
      curveNumber: null,
      points: simulatedPoints(experiment, setup, values, { chart: spec }),
    },
  ];
  return {
    spec: withLimit(spec, experiment, parameters),
    unit: unitText(experiment.measures[spec.y]?.unit ?? ""),
    x,
    series: [paperSeries(experiment, spec, parameters), ...(spec.series === undefined ? ofAll() : []), ...curves],
    crossings: crossingsOn(spec, x, curves),
    breakAfter: spec.break?.when(parameters) === true ? spec.break.after : undefined,
    own: seriesOf(spec, parameters),
  };
}

/** "slow callee, serial": of several curves it says which one a pinned run's is beside, where its name does not. */
function ofSeries({ params }: Description, { series }: ChartSpec, { name, setup }: Pin): string {
  const value = setup.parameters[series?.parameter ?? ""];
  if (series === undefined || value === undefined) return name;
  const text = valueName(params[series.parameter], value);
  return name.toLowerCase().includes(text.toLowerCase()) ? name : `${name}, ${text}`;
}

/** The pinned runs of which a chart shows nothing, because they are none of the runs that it is of; as a sentence. */
export function absentText(spec: ChartSpec, pins: readonly Pin[]): string | null {
  const absent = pins.filter(({ setup }) => !isOnSweep(spec, setup.parameters));
  if (absent.length === 0) return null;
  const names = absent.map(({ name }) => `“${name}”`).join(", ");
  return `Not on this chart: ${names}, a pinned run that does not belong to this chart.`;
}

/**
 * The pinned runs on a chart: those that have its measure and are among the runs that it is of, at their own value of
 * the swept parameter; each with its curve where its sweep is known and is another than the chart's own; on a chart of
 * several curves that is the one of its own value of the series.
 */
export function pinnedOn(
  experiment: Description,
  spec: ChartSpec,
  pins: readonly Pin[],
  sweptOf: (pin: Pin) => readonly SweepValue[] | null,
): readonly Series[] {
  const { over } = sweepOf(experiment, spec);
  const unit = experiment.measures[spec.y]?.unit;
  const found = pins.flatMap((pin) => {
    const { setup, run, name } = pin;
    const [x, y] = [xOf(experiment.params[over], setup.parameters[over]), run?.measures[spec.y]];
    if (run === null || x === null || typeof y?.value !== "number" || y.unit !== unit) return [];
    if (!isOnSweep(spec, setup.parameters)) return [];
    const source = { text: `${name}: seed ${run.seed}, trace ${run.traceHash}.`, href: setupHref(setup) };
    const own = experimentOf(setup);
    const chart = chartOf(own, isOwnSweep(experiment, spec) ? spec : chartKey(spec));
    const series = chart?.series === undefined ? {} : { series: setup.parameters[chart.series.parameter] ?? "" };
    const curve =
      chart === undefined
        ? []
        : simulatedPoints(own, setup, sweptOf(pin) ?? [], { chart: { ...chart, y: spec.y }, ...series });
    return [
      {
        name: ofSeries(experiment, spec, pin),
        at: { x, y: y.value, source },
        points: curve.map((p) => ({ x: p.x, y: p.y, source: p.source })),
      },
    ];
  });
  return found.map((run, curveNumber) => ({ kind: "pinned", label: run.name, curveNumber, ...run }));
}

/** True where some point has an interval to be drawn. */
const isBanded = (data: Answered): boolean => spreadsOf(data).some(({ low, high }) => high > low);

/**
 * "5 runs, seeds 1 to 5"; a run may make several trials of its own. Less where some or all points are the same with
 * every seed.
 */
function trialsText(seed: number, certain: ReturnType<typeof certaintyOf>): string {
  if (certain === "all") return "nothing random: one run";
  const all = `${TRIALS} runs, seeds ${seed} to ${seed + TRIALS - 1}`;
  return certain === "some" ? `${all}, one run where nothing is random` : all;
}

/**
 * The settings that a chart holds fixed: "400 calls, 5 runs, seeds 1 to 5". It names the runs of a band only where
 * there is a band.
 */
export function chartCaption(experiment: Description, spec: ChartSpec, setup: Setup, data: Answered): string {
  const { over, fixed } = sweepOf(experiment, spec);
  const [point = setup.parameters] = curvePoints(experiment, spec, setup.parameters);
  const held = Object.entries(experiment.params).flatMap(([key, param]) => {
    const value = point[key];
    const changed = value !== undefined && value !== param.default;
    if (key === over || key === spec.series?.parameter) return [];
    return !changed && fixed?.[key] === undefined ? [] : [settingText(param, value)];
  });
  const faults = setup.faults.length === 0 ? [] : [`faults ${setup.faults.join("; ")}`];
  const settings = [...held, ...faults, trialsText(setup.seed, certaintyOf(data))].join(", ");
  return `At each point ${settings}${isBanded(data) ? "; the band holds the mean with 95\u2009%" : ""}.`;
}
