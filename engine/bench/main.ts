/**
 * `npm run bench [workload…]`: how fast the kernel is. Prints a table of rates and exits with 1 where a workload did
 * not return its check value. Each workload runs in a process of its own, so that none is slowed by what V8 learnt from
 * another: first unmeasured until the code is warm, then five rounds. `npm run bench runs` prints what a run of each
 * experiment costs, `npm run bench parts` what it costs to put the parts of a sweep together, `npm run bench explore`
 * how fast the search over faults is, `npm run bench captures` how fast captures are read, and `npm run bench kernel`
 * how fast the kernel is beside others. Rates are by seconds of the processor.
 */
import { spawnSync } from "node:child_process";
import { numberText, textTable } from "../cli/text-table.ts";
import { Simulation } from "../kernel/simulation.ts";
import { printCaptures } from "./captures.ts";
import { measuresAlone, printExplored } from "./explore.ts";
import { printParts } from "./parts.ts";
import { printKernel } from "./peers/kernel.ts";
import { printCosts } from "./runs.ts";
import { WORKLOADS, type Workload } from "./workloads.ts";

const ROUNDS = 5;
const WARM_MS = 600;
const MEASURED_ALONE = "--alone"; // how this program calls itself
const ANYTHING_WRONG = 1;
const BAD_USAGE = 2;

interface Measured {
  readonly rates: readonly number[]; // per second, one a round
  readonly value: number;
}

function measure({ prepare, size }: Workload): Measured {
  let value = 0;
  const round = (): number => {
    const go = prepare(new Simulation(), size);
    const start = process.cpuUsage();
    value = go();
    const { user, system } = process.cpuUsage(start);
    return (size / (user + system)) * 1e6;
  };
  const warmUntil = performance.now() + WARM_MS;
  do round();
  while (performance.now() < warmUntil);
  return { rates: Array.from({ length: ROUNDS }, round), value };
}

function measureAlone(name: string): Measured {
  const file = process.argv[1];
  if (file === undefined) throw new Error("bench: the path of this program is unknown. Start it with npm run bench.");
  const { stdout, stderr, status } = spawnSync(process.execPath, [...process.execArgv, file, MEASURED_ALONE, name], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`bench: workload ${name} failed.\n${stderr}`);
  return JSON.parse(stdout) as Measured;
}

/** "20.1", "847": three digits, in the unit's multiple. */
const short = (rate: number, per: number): string => numberText(Number((rate / per).toPrecision(3)));

function rowOf({ name, what, unit, check }: Workload, { rates, value }: Measured): string[] {
  const sorted = rates.toSorted((a, b) => a - b);
  const [least = 0, most = 0, median = 0] = [sorted[0], sorted.at(-1), sorted[Math.floor(ROUNDS / 2)]];
  const [per, prefix] = median >= 1e6 ? [1e6, "M "] : median >= 1e4 ? [1e3, "k "] : [1, ""];
  const range = `[${short(least, per)}-${short(most, per)}]`;
  const verdict = value === check ? "right" : `WRONG: got ${value}, want ${check}`;
  return [name, short(median, per), range, `${prefix}${unit}/s`, verdict, what];
}

function chosen(names: readonly string[]): readonly Workload[] {
  const unknown = names.find((name) => !WORKLOADS.some((workload) => workload.name === name));
  if (unknown !== undefined) {
    const names = WORKLOADS.map(({ name }) => name).join(", ");
    console.error(
      `bench: no workload "${unknown}". Choose from ${names}, or ${Object.keys(TABLES).join(" or ")} alone.`,
    );
    process.exit(BAD_USAGE);
  }
  return names.length === 0 ? WORKLOADS : WORKLOADS.filter(({ name }) => names.includes(name));
}

/** What is no workload of the kernel. */
const TABLES: Readonly<Record<string, () => void>> = {
  runs: printCosts,
  parts: printParts,
  explore: printExplored,
  captures: printCaptures,
  kernel: () => printKernel(measureAlone),
};

function main(): void {
  if (measuresAlone(process.argv.slice(2))) return;
  const [first, ...others] = process.argv.slice(2);
  if (first === MEASURED_ALONE) {
    for (const workload of chosen(others)) console.log(JSON.stringify(measure(workload)));
    return;
  }
  const table = first !== undefined && others.length === 0 ? TABLES[first] : undefined;
  if (table !== undefined) {
    table();
    return;
  }
  const workloads = chosen(first === undefined ? [] : [first, ...others]);
  const measured = workloads.map((workload) => ({ workload, result: measureAlone(workload.name) }));
  const rows = measured.map(({ workload, result }) => rowOf(workload, result));
  console.log(textTable(["workload", "median", "range", "unit", "check", "what"], rows));
  if (measured.some(({ workload, result }) => result.value !== workload.check)) process.exitCode = ANYTHING_WRONG;
}

main();
