/** `lab explore`: looks for faults that break a protocol, among all that there can be. */
import type { Shown } from "../experiments/call-facts.ts";
import { LEFT_OUT } from "../experiments/parameters.ts";
import { toHistory, toItf } from "../experiments/export/index.ts";
import type { Experiment, Run } from "../experiments/types.ts";
import type { Bounded } from "../experiments/explorable.ts";
import { EXPLORABLE } from "../experiments/explorable-ids.ts";
import { quote } from "../faults/quote.ts";
import {
  explorableOf,
  explore as searchFaults,
  NothingToExplore,
  type Counterexample,
  type Exploration,
} from "../explore/index.ts";
import { CALLS as SEARCHED_CALLS } from "../explore/prepared.ts";
import { reached, toDot } from "../explore/reached.ts";
import { PROPERTIES, PROPERTY_NAMES, type Property } from "../protocols/promises.ts";
import { readWhole, type Arguments } from "./arguments.ts";
import { changed, commandOf, PARAMETER_FLAGS, readExperiment, readSet } from "./experiment-flags.ts";
import { numberText, textTable } from "./text-table.ts";
import { CHECK_FAILED, DONE, suggestion, UsageError } from "./usage.ts";
import { checkOut, printJson, progressOf, saveTo } from "./verb.ts";
import type { Verb } from "./verb.ts";

/** Three faults take some seconds, and four some minutes. */
const FAULTS_RANGE = { min: 0, max: 4, default: 1 } as const;

function readProperty(args: Arguments): Property | null {
  const text = args.one("property");
  if (text === undefined) return null;
  const known = PROPERTY_NAMES.find((name) => name === text);
  if (known !== undefined) return known;
  throw new UsageError(
    `lab explore: there is no property ${quote(text)}; ${suggestion(text, PROPERTY_NAMES)} ` +
      "(default all that the protocol promises)",
  );
}

function readExplorable(id: string): Experiment {
  const experiment = readExperiment(explore, id);
  if (EXPLORABLE.includes(experiment.id)) return experiment;
  throw new UsageError(`lab explore: ${id} cannot be explored; these can be: ${EXPLORABLE.join(", ")}.`);
}

/** The search; where there is nothing to follow, the parameters are the user's to change. */
function searched(...asked: Parameters<typeof searchFaults>): Exploration {
  try {
    return searchFaults(...asked);
  } catch (error) {
    throw error instanceof NothingToExplore ? new UsageError(`lab explore: ${error.message}`) : error;
  }
}

function callsText({ calls, atOnce }: Pick<Exploration, "calls" | "atOnce">): string {
  if (calls === 1) return "one call";
  if (calls > 2) return `${calls} calls`;
  return atOnce ? "two calls at the same time" : "a call and the next";
}

function lostText({ at, what, spare }: NonNullable<Counterexample["lost"]>): string {
  const more = spare === 0 ? "" : `, whatever ${spare === 1 ? "one more fault" : `${spare} more faults`} may be`;
  const time = at < 1e10 ? `${numberText(at / 1e6)} ms` : `${numberText(at / 1e9)} s`;
  return `  from here on it is lost${more}: ${time}, ${what}`;
}

function exampleText(experiment: Experiment, found: Exploration, example: Counterexample): string {
  const { property, call, faults, whyNot, traceHash, lost } = example;
  return [
    `  the fewest faults that break it, at call ${call}: ${PROPERTIES[property]}`,
    ...faults.map((line) => `    --fault "${line}"`),
    ...(lost === null ? [] : [lostText(lost)]),
    whyNot === null
      ? `  the whole system shows the same with these faults, trace ${traceHash}:`
      : `  the whole system does not show it with these faults. ${whyNot} Its run:`,
    `    ${commandOf(experiment, found, example.faults)}`,
  ].join("\n");
}

/** The number of calls is the search’s own: who asked for another is told. */
function callsAsked(experiment: Experiment, args: Arguments): readonly Bounded[] {
  const { calls } = explorableOf(experiment.id);
  if (typeof calls === "number") return [];
  const asked = args
    .all("set")
    .find((pair) => pair.startsWith(`${calls}=`))
    ?.slice(calls.length + 1);
  if (asked === undefined || Number(asked) === SEARCHED_CALLS) return [];
  return [{ parameter: calls, asked, explored: SEARCHED_CALLS, why: "The search follows a call and the next." }];
}

function explorationText(experiment: Experiment, found: Exploration, took: number): string {
  const { parameters, bounded, faults, states, runs, deduplicated, violations, counterexample } = found;
  const rows = Object.entries(violations).map(([name, count]) => [
    `  ${name}`,
    numberText(count),
    PROPERTIES[name as Property],
  ]);
  return [
    `${experiment.id}  ${experiment.title}`,
    `  ${changed(parameters, experiment).join(" ")}`,
    ...bounded.map(({ parameter, asked, explored, why }) => `  ${parameter}=${explored} in place of ${asked}: ${why}`),
    `  ${callsText(found)}, with at most ${faults} fault${faults === 1 ? "" : "s"}: ${numberText(states)} states, ` +
      `${numberText(runs)} runs, ${numberText(deduplicated)} times a known state, ${(took / 1000).toFixed(1)} s`,
    textTable(["  property", "violations", ""], rows),
    counterexample === null ? "  no such faults break it" : exampleText(experiment, found, counterexample),
  ].join("\n");
}

/** What --out writes, by the end of the file's name: the run of the counterexample, or the states that were reached. */
const FORMATS: Readonly<Record<string, (run: Run, shown: Shown) => string>> = {
  ".itf.json": toItf,
  ".history.json": toHistory,
};
const DOT = ".dot";
const ENDINGS = [...Object.keys(FORMATS), DOT];

function readOut(args: Arguments): string | undefined {
  const file = args.one("out");
  if (file === undefined || ENDINGS.some((known) => file.endsWith(known) && file.length > known.length)) return file;
  throw new UsageError(`lab explore: --out ${quote(file)}: its name must end in one of ${ENDINGS.join(", ")}.`);
}

/** The text of the file; null where there is no counterexample to write. */
function fileText(file: string, experiment: Experiment, found: Exploration): string | null {
  const { parameters, seed, faults, counterexample } = found;
  if (file.endsWith(DOT)) return toDot(reached(experiment, { parameters, faults }, explorableOf(experiment.id)));
  if (counterexample === null) return null;
  const run = experiment.run(parameters, seed, counterexample.faults, { keep: "all" });
  const format = Object.entries(FORMATS).find(([ending]) => file.endsWith(ending))?.[1];
  if (format === undefined) throw new Error(`Nothing writes ${file}, though its ending was allowed.`);
  return format(run, explorableOf(experiment.id).ends(parameters));
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
    {
      name: "out",
      value: "FILE",
      what: "write the run of the counterexample (.itf.json, .history.json), or the states that were reached (.dot)",
    },
  ],
  run: (args, io) => {
    const experiment = readExplorable(args.operand(0));
    const parameters = readSet(explore, args, experiment);
    const file = readOut(args);
    const [faults, property] = [readWhole(explore, args, "faults", FAULTS_RANGE), readProperty(args)];
    if (file !== undefined) checkOut(io, "explore", file);
    const tell = progressOf(args, io);
    const progress = (states: number): void => tell(`${numberText(states)} states`);
    const startedAt = performance.now();
    const search = searched(experiment, { parameters, faults, property, progress });
    const found = { ...search, bounded: [...callsAsked(experiment, args), ...search.bounded] };
    const took = Math.round(performance.now() - startedAt);
    if (args.has("json")) printJson(io, { ...found, [LEFT_OUT]: parameters[LEFT_OUT], property, tookMs: took });
    else io.out(explorationText(experiment, found, took));
    const text = file === undefined ? null : fileText(file, experiment, found);
    if (file !== undefined && text !== null) saveTo(io, "explore", file, text);
    if (file !== undefined && !args.has("json")) {
      io.out(text === null ? `  nothing is written to ${file}: no faults break it` : `  written to ${file}`);
    }
    return found.counterexample === null ? DONE : CHECK_FAILED;
  },
};
