/** Changes of a parameter to be timed in a browser: some at every set-up that a lesson puts on its stage. */
import { WRITTEN } from "../../e2e/places.ts";
import type { StageState } from "../../lessons/types.ts";
import { changedParameters, withDefaults } from "../experiments/settings.ts";
import { snap } from "../experiments/parameters.ts";
import { chartKey, chartNamed } from "../experiments/charts.ts";
import { experiments } from "../experiments/index.ts";
import type { ChartSpec, Experiment, NumberParam, ParamValues } from "../experiments/types.ts";

/** A value to enter. */
export interface Change {
  readonly label: string; // of the field: "Network speed"
  readonly value: number;
  /** Whether the chart needs new runs: the swept parameter only moves its mark. */
  readonly sweeps: boolean;
}

/** A set-up on the bench, and what is changed there, one after the other. */
export interface ChangedSetup {
  readonly name: string; // "relay 3 (flexrpc/multicast)"
  readonly address: string; // after "#"
  readonly changes: readonly Change[];
}

/** With one or two of the swept parameter these are a hundred changes in all. */
const SHARES = [1.1, 1.2, 0.9, 0.8];

interface Run {
  readonly experiment: Experiment;
  readonly parameters: ParamValues;
  readonly seed: number;
  readonly faults: readonly string[];
}

const hashOf = ({ experiment, parameters, seed, faults }: Run): string =>
  experiment.run(parameters, seed, faults, { keep: "none" }).traceHash;

/** Values near the set-up's own, none of them twice, without that itself. Beside nothing they are about a tenth. */
function near(param: NumberParam, own: number): readonly number[] {
  const about = own === 0 ? param.max / 10 : own;
  const values = SHARES.map((share) => snap(param, share * about));
  return [...new Set(values)].filter((value) => value !== own);
}

/** The points of a chart next to the value of the set-up. */
function beside(values: readonly unknown[], own: number): readonly number[] {
  const numbers = values.filter((value) => typeof value === "number" && value !== own) as number[];
  const [below, above] = [numbers.filter((value) => value < own), numbers.filter((value) => value > own)];
  return [...above.slice(0, 1), ...below.slice(-1)];
}

/** Changes of the first number that the chart does not sweep and that gives another run; then of the swept one. */
function changesOf(run: Run, chart: ChartSpec): readonly Change[] {
  const { experiment, parameters } = run;
  const { over, fixed } = chart.sweep ?? experiment.sweep;
  const given = new Set([over, chart.series?.parameter, ...Object.keys(fixed ?? {})]);
  const own = hashOf(run);
  const changes: Change[] = [];
  for (const [key, param] of Object.entries(experiment.params)) {
    if (param.kind !== "number" || given.has(key) || param.repeats === true || param.inert !== undefined) continue;
    const values = near(param, Number(parameters[key]));
    const differ = values.filter((value) => hashOf({ ...run, parameters: { ...parameters, [key]: value } }) !== own);
    if (differ.length < SHARES.length) continue;
    changes.push(...differ.map((value) => ({ label: param.label, value, sweeps: true })));
    break;
  }
  const swept = experiment.params[over];
  if (swept?.kind === "number") {
    const values = beside((chart.sweep ?? experiment.sweep).values, Number(parameters[over]));
    changes.push(...values.map((value) => ({ label: swept.label, value, sweeps: false })));
  }
  return changes;
}

function addressOf({ experiment, parameters, seed, faults }: Run, chart: string | null): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(changedParameters(experiment, parameters))) query.set(key, String(value));
  if (seed !== 1) query.set("seed", String(seed));
  for (const fault of faults) query.append("fault", fault);
  if (chart !== null) query.set("chart", chart);
  return `/bench/${experiment.id}${query.size === 0 ? "" : `?${query.toString()}`}`;
}

function changedSetup(name: string, stage: StageState): ChangedSetup {
  const experiment = experiments.find(({ id }) => id === stage.experiment);
  if (experiment === undefined) throw new Error(`changes: there is no experiment ${JSON.stringify(stage.experiment)}`);
  const { set = {}, seed = 1, faults = [] } = stage;
  const run = { experiment, parameters: withDefaults(experiment, set), seed, faults };
  const named = stage.chart === undefined ? undefined : chartNamed(experiment, stage.chart);
  const chart = named ?? experiment.charts[0];
  if (chart === undefined) throw new Error(`changes: ${experiment.id} has no chart`);
  return {
    name: `${name} (${experiment.id})`,
    address: addressOf(run, named === undefined || named === experiment.charts[0] ? null : chartKey(named)),
    changes: changesOf(run, chart),
  };
}

/**
 * Every set-up of every written lesson once, under the first step that has it. Those where no number gives another run
 * are left out.
 */
export function lessonChanges(): readonly ChangedSetup[] {
  const setups = new Map<string, ChangedSetup>();
  for (const { slug, steps } of WRITTEN) {
    for (const [i, { stage }] of steps.entries()) {
      const setup = changedSetup(`${slug} ${i + 1}`, stage);
      if (setup.changes.length > 0 && !setups.has(setup.address)) setups.set(setup.address, setup);
    }
  }
  return [...setups.values()];
}
