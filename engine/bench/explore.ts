/**
 * `npm run bench explore`: how many states a second the search over faults goes on from, with default parameters, and
 * how many the tools of others do for one small protocol. Seconds are those of the processor, so that other work on the
 * machine counts little. Each row is a process of its own; its first search is cold, as a user’s is.
 */
import { spawnSync } from "node:child_process";
import { numberText, textTable } from "../cli/text-table.ts";
import { withDefaults } from "../experiments/settings.ts";
import { boundFaults, boundParameters, NUMBERED } from "../experiments/explorable.ts";
import { timesOf } from "../explore/call-times.ts";
import { explorableOf } from "../explore/index.ts";
import { search } from "../explore/search.ts";
import { experimentOf } from "../experiments/testing.ts";
import { peers } from "./peers/run.ts";

const FAULTS = 3;
const CALLS = 2;
/** Searches of each process; the last ones are warm. */
const ROUNDS = 3;
const SEARCHED = [
  "firefly/null",
  "cedar/call",
  "multirpc/call",
  "sun-rpc/call",
  "sprite/call",
  "amoeba/call",
  "today/call",
  "today/hedge",
];
const MEASURED_ALONE = "--alone-explore";

interface Measured {
  readonly states: number;
  readonly seconds: readonly number[]; // of the processor, a search each
  readonly mebibytes: number; // at most
}

function measure(id: string): Measured {
  const experiment = experimentOf(id);
  const explorable = explorableOf(id);
  const { parameters, calls } = boundParameters(explorable, withDefaults(experiment, {}), CALLS);
  const ends = explorable.ends(parameters);
  const times = timesOf(experiment.run(parameters, 1, [], { keep: "all" }).trace, ends);
  const faults = boundFaults(explorable, FAULTS).explored;
  const program = explorable.program?.(parameters) ?? NUMBERED;
  let states = 0;
  const seconds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    ({ states } = search(ends, times, { faults, calls, properties: ends.promises, program }));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return { states, seconds, mebibytes: process.resourceUsage().maxRSS / 1024 };
}

function measureAlone(id: string): Measured {
  const [, file = ""] = process.argv;
  const args = [...process.execArgv, file, MEASURED_ALONE, id];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`bench: the search in ${id} failed.\n${stderr}`);
  return JSON.parse(stdout) as Measured;
}

export function printExplored(): void {
  const rows = SEARCHED.map((id) => {
    const { states, seconds, mebibytes } = measureAlone(id);
    const rate = (took: number | undefined): string => numberText(Math.round(states / (took ?? Infinity)));
    return [id, numberText(states), rate(seconds[0]), rate(seconds.at(-1)), mebibytes.toFixed(0)];
  });
  console.log(textTable(["search, three faults", "states", "states/s cold", "warm", "memory, MiB"], rows));
  console.log(textTable(["a small protocol without times", "states", "seconds", "states/s"], peers("at-most-once")));
  console.log(textTable(["the same with times", "states", "seconds", "states/s"], peers("timed")));
}

/** Whether the program was called to measure one search alone. */
export function measuresAlone([first, id]: readonly string[]): boolean {
  if (first !== MEASURED_ALONE || id === undefined) return false;
  console.log(JSON.stringify(measure(id)));
  return true;
}
