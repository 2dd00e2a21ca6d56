/** `lab explore`: looks for faults that break a protocol, among all that there can be. */
import { LEFT_OUT } from "../experiments/parameters.ts";
import type { Experiment } from "../experiments/types.ts";
import { EXPLORABLE } from "../experiments/explorable-ids.ts";
import { explore as search, NothingToExplore, type Counterexample, type Exploration } from "../explore/index.ts";
import { PROPERTIES, PROPERTY_NAMES, type Property } from "../protocols/promises.ts";
import { readWhole, type Arguments } from "./arguments.ts";
import { changed, commandOf, PARAMETER_FLAGS, readExperiment, readSet } from "./experiment-flags.ts";
import { numberText, textTable } from "./text-table.ts";
import { CHECK_FAILED, DONE, suggestion, UsageError } from "./usage.ts";
import { printJson, progressOf } from "./verb.ts";
import type { Verb } from "./verb.ts";

/** Three faults take some seconds, and four some minutes. */
const FAULTS_RANGE = { min: 0, max: 4, default: 1 } as const;

function readProperty(args: Arguments): Property | null {
  const text = args.one("property");
  if (text === undefined) return null;
  const known = PROPERTY_NAMES.find((name) => name === text);
  if (known !== undefined) return known;
  throw new UsageError(
    `lab explore: there is no property ${JSON.stringify(text)}; ${suggestion(text, PROPERTY_NAMES)} ` +
      "(default all that the protocol promises)",
  );
}

function readExplorable(id: string): Experiment {
  const experiment = readExperiment(explore, id);
  if (EXPLORABLE.includes(experiment.id)) return experiment;
  throw new UsageError(`lab explore: ${id} cannot be explored; these can be: ${EXPLORABLE.join(", ")}.`);
}

/** The search; where there is nothing to follow, the parameters are the user's to change. */
function searched(...asked: Parameters<typeof search>): Exploration {
  try {
    return search(...asked);
  } catch (error) {
    throw error instanceof NothingToExplore ? new UsageError(`lab explore: ${error.message}`) : error;
  }
}

const callsText = (calls: number): string =>
  calls === 1 ? "one call" : calls === 2 ? "a call and the next" : `${calls} calls`;

function lostText({ at, what, spare }: NonNullable<Counterexample["lost"]>): string {
  const more = spare === 0 ? "" : `, whatever ${spare === 1 ? "one more fault" : `${spare} more faults`} may be`;
  const time = at < 1e10 ? `${numberText(at / 1e6)} ms` : `${numberText(at / 1e9)} s`;
  return `  from here on it is lost${more}: ${time}, ${what}`;
}

function exampleText(experiment: Experiment, found: Exploration, example: Counterexample): string {
  const { property, call, faults, isShown, traceHash, lost } = example;
  return [
    `  the fewest faults that break it, at call ${call}: ${PROPERTIES[property]}`,
    ...faults.map((line) => `    --fault "${line}"`),
    ...(lost === null ? [] : [lostText(lost)]),
    isShown
      ? `  the whole system shows the same with these faults, trace ${traceHash}:`
      : "  the whole system does not show it with these faults: there everything takes other times. Its run:",
    `    ${commandOf(experiment, found, example.faults)}`,
  ].join("\n");
}

function explorationText(experiment: Experiment, found: Exploration, took: number): string {
  const { parameters, bounded, calls, faults, states, runs, deduplicated, violations, counterexample } = found;
  const rows = Object.entries(violations).map(([name, count]) => [
    `  ${name}`,
    numberText(count),
    PROPERTIES[name as Property],
  ]);
  return [
    `${experiment.id}  ${experiment.title}`,
    `  ${changed(parameters, experiment).join(" ")}`,
    ...bounded.map(({ parameter, asked, explored, why }) => `  ${parameter}=${explored} in place of ${asked}: ${why}`),
    `  ${callsText(calls)}, with at most ${faults} fault${faults === 1 ? "" : "s"}: ${numberText(states)} states, ` +
      `${numberText(runs)} runs, ${numberText(deduplicated)} times a known state, ${(took / 1000).toFixed(1)} s`,
    textTable(["  property", "violations", ""], rows),
    counterexample === null ? "  no such faults break it" : exampleText(experiment, found, counterexample),
  ].join("\n");
}

export const explore: Verb = {
  name: "explore",
  summary:
    "Follows every run with so many faults, and prints the fewest that break the protocol; exit code 1 if any do.",
  operands: ["EXPERIMENT"],
  flags: [
    {
      name: "faults",
      value: "K",
      what: `the most faults of a run, ${FAULTS_RANGE.min} to ${FAULTS_RANGE.max} (default ${FAULTS_RANGE.default})`,
    },
    ...PARAMETER_FLAGS,
    {
      name: "property",
      value: "NAME",
      what: `look at this alone: ${PROPERTY_NAMES.join(", ")} (default all that the protocol promises)`,
    },
  ],
  run: (args, io) => {
    const experiment = readExplorable(args.operand(0));
    const parameters = readSet(explore, args, experiment);
    const [faults, property] = [readWhole(explore, args, "faults", FAULTS_RANGE), readProperty(args)];
    const tell = progressOf(args, io);
    const progress = (states: number): void => tell(`${numberText(states)} states`);
    const startedAt = performance.now();
    const found = searched(experiment, { parameters, faults, property, progress });
    const took = Math.round(performance.now() - startedAt);
    if (args.has("json")) printJson(io, { ...found, [LEFT_OUT]: parameters[LEFT_OUT], property, tookMs: took });
    else io.out(explorationText(experiment, found, took));
    return found.counterexample === null ? DONE : CHECK_FAILED;
  },
};
