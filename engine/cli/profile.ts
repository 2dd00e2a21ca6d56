/** `lab profile`: the routines of the program that an experiment measures, as prof and gprof print them. */
import type { Experiment, ParamValues, ProfiledRoutine, Run } from "../experiments/types.ts";
import { EXPERIMENT_FLAGS, readExperiment, readSeed, readSet } from "./experiment-flags.ts";
import { textTable } from "./text-table.ts";
import { DONE, UsageError } from "./usage.ts";
import { printJson, type Verb } from "./verb.ts";

/** A routine with all that call it. */
interface Row {
  readonly routine: string;
  readonly calls: number;
  readonly ms: number;
  readonly percent: number;
  readonly msPerCall: number | null; // null where its calls are not counted
  readonly calledBy: readonly { readonly routine: string; readonly calls: number; readonly ms: number }[];
}

const MS = 1e6;

/** Routines by their time, the longest first. */
function rowsOf(profile: readonly ProfiledRoutine[]): readonly Row[] {
  const total = profile.reduce((sum, { nanos }) => sum + nanos, 0);
  const names = [...new Set(profile.map(({ routine }) => routine))];
  const rows = names.map((routine): Row => {
    const parts = profile.filter((one) => one.routine === routine);
    const calls = parts.reduce((sum, part) => sum + part.calls, 0);
    const nanos = parts.reduce((sum, part) => sum + part.nanos, 0);
    return {
      routine,
      calls,
      ms: nanos / MS,
      percent: total === 0 ? 0 : (100 * nanos) / total,
      msPerCall: calls === 0 ? null : nanos / MS / calls,
      calledBy: parts.map((part) => ({ routine: part.calledBy, calls: part.calls, ms: part.nanos / MS })),
    };
  });
  return rows.filter(({ ms }) => ms > 0).toSorted((a, b) => b.ms - a.ms);
}

/** %time, cumsecs, #call, ms/call, name. */
function flat(rows: readonly Row[]): string {
  let seconds = 0;
  const lines = rows.map(({ routine, calls, ms, percent, msPerCall }) => {
    seconds += ms / 1000;
    const counted = calls === 0 ? "" : calls;
    return [percent.toFixed(1), seconds.toFixed(2), counted, msPerCall === null ? "" : msPerCall.toFixed(2), routine];
  });
  return textTable(["%time", "cumsecs", "#call", "ms/call", "name"], lines);
}

/** The callers of each routine, with the number of their calls. */
function graph(rows: readonly Row[]): string {
  const lines = rows.flatMap(({ routine, calledBy }) =>
    calledBy.map((by) => [by.routine, routine, by.calls === 0 ? "" : by.calls, by.ms.toFixed(2)]),
  );
  return textTable(["caller", "called", "#call", "ms"], lines);
}

function profileOf({ profile, experiment }: Run): readonly ProfiledRoutine[] {
  if (profile !== undefined) return profile;
  throw new UsageError(`lab profile: ${experiment} counts no routines. sun-rpc/call does.`);
}

/** The shortest run of these parameters: whether it counts routines is known after it. */
const once = ({ params }: Experiment, parameters: ParamValues): ParamValues =>
  Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => {
      const param = params[key];
      return [key, param?.kind === "number" && param.repeats === true ? param.min : value];
    }),
  );

export const profile: Verb = {
  name: "profile",
  summary: "Runs an experiment once, and prints the routines of the program that is measured, as prof and gprof do.",
  operands: ["EXPERIMENT"],
  flags: EXPERIMENT_FLAGS,
  run: (args, io) => {
    const experiment = readExperiment(profile, args.operand(0));
    const parameters = readSet(profile, args, experiment);
    const seed = readSeed(profile, args);
    const faults = args.all("fault");
    profileOf(experiment.run(once(experiment, parameters), seed, [], { keep: "none" }));
    const run = experiment.run(parameters, seed, faults, { keep: "none" });
    const rows = rowsOf(profileOf(run));
    if (args.has("json")) printJson(io, { experiment: run.experiment, parameters, seed, faults: run.faults, rows });
    else io.out(`${flat(rows)}\n\n${graph(rows)}`);
    return DONE;
  },
};
