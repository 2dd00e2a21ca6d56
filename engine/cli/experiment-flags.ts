/** The operand and the flags that run and sweep share: EXPERIMENT, --set, --seed, --fault. */
import { quote } from "../faults/quote.ts";
import { checkDescription } from "../experiments/check-description.ts";
import { byCodeOf } from "../experiments/code-mistake.ts";
import { experiments, findExperiment } from "../experiments/index.ts";
import { LEFT_OUT } from "../experiments/parameters.ts";
import { readParameters } from "../experiments/parameters.ts";
import type { Experiment, ParamValues } from "../experiments/types.ts";
import { readPairs, readWhole } from "./arguments.ts";
import type { Arguments, Flag, Shape } from "./arguments.ts";
import { suggestion, UsageError } from "./usage.ts";

export const SEED_RANGE = { min: 0, max: 2 ** 32 - 1, default: 1 } as const;

/** The flags --set and --without of every verb that runs an experiment. */
export const PARAMETER_FLAGS: readonly Flag[] = [
  { name: "set", value: "k=v", many: true, what: "set a parameter (`lab list` has them all)" },
  { name: "without", value: "RULE", what: `leave out a rule of the protocol: short for --set ${LEFT_OUT}=RULE` },
];

export const EXPERIMENT_FLAGS: readonly Flag[] = [
  ...PARAMETER_FLAGS,
  { name: "seed", value: "N", what: `number that the randomness starts from (default ${SEED_RANGE.default})` },
  { name: "fault", value: "SPEC", many: true, what: 'what goes wrong, such as "drop call#1" or "lose 1% of packets"' },
];

export function readExperiment(shape: Shape, id: string): Experiment {
  const experiment = findExperiment(id);
  if (experiment !== undefined) {
    byCodeOf(id, () => checkDescription(experiment));
    return experiment;
  }
  const ids = experiments.map((known) => known.id);
  throw new UsageError(`lab ${shape.name}: there is no experiment ${quote(id)}; ${suggestion(id, ids)}`);
}

/** All parameters: the values of --set, else those of `base`, else the defaults. */
export function readSet(shape: Shape, args: Arguments, experiment: Experiment, base: ParamValues = {}): ParamValues {
  const given = readPairs(shape, "set", [...args.all("set"), ...readWithout(shape, args, experiment)]);
  const { parameters, problems } = readParameters(experiment, given);
  if (problems.length > 0) throw new UsageError(`lab ${shape.name}: ${problems.map((p) => p.message).join(" ")}`);
  const under = Object.entries(base).filter(([key]) => !Object.hasOwn(given, key));
  return { ...parameters, ...Object.fromEntries(under) };
}

/** The rule of --without as a pair of --set. */
function readWithout(shape: Shape, args: Arguments, { id, params }: Experiment): readonly string[] {
  const rule = args.one("without");
  if (rule === undefined) return [];
  if (Object.hasOwn(params, LEFT_OUT)) return [`${LEFT_OUT}=${rule}`];
  throw new UsageError(`lab ${shape.name}: --without ${quote(rule)}: ${id} has no rule that can be left out.`);
}

export const readSeed = (shape: Shape, args: Arguments): number => readWhole(shape, args, "seed", SEED_RANGE);

/** The parameters that differ from the defaults, as --set takes them. */
export const changed = (parameters: ParamValues, { params }: Experiment): readonly string[] =>
  Object.entries(parameters).flatMap(([key, value]) => (value === params[key]?.default ? [] : [`${key}=${value}`]));

/** The command that makes a run. */
export function commandOf(
  experiment: Experiment,
  { parameters, seed }: { readonly parameters: ParamValues; readonly seed: number },
  faults: readonly string[],
): string {
  const set = changed(parameters, experiment).map((pair) => `--set ${pair}`);
  const lines = faults.map((line) => `--fault "${line}"`);
  return ["lab run", experiment.id, ...set, `--seed ${seed}`, ...lines].join(" ");
}
