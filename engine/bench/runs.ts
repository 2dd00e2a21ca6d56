/**
 * `npm run bench runs`: what a run of each experiment costs with its default parameters: time, packets, rows and bytes
 * of its trace, and the memory of a process that does nothing but such runs. Each experiment has a process of its own.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { numberText, textTable } from "../cli/text-table.ts";
import { defaultsOf } from "../experiments/settings.ts";
import { experiments, findExperiment } from "../experiments/index.ts";
import type { TraceData } from "../kernel/trace-data.ts";

const MEASURED_MS = 2000;
const LEAST_RUNS = 3;
const MANY = 10_000_000; // runs
const DAY_MS = 86_400_000;

interface Cost {
  readonly ms: number; // median of a run that keeps no trace, as a sweep makes it
  readonly packets: number;
  readonly rows: number; // of the whole trace
  readonly traceBytes: number;
  readonly residentMiB: number; // at most, of the process
}

/** The bytes of all columns. */
function bytesOf(trace: TraceData): number {
  const tables = [trace.spans, trace.packets, trace.marks, trace.calls, trace.transitions, trace.facts];
  const columns = tables.flatMap((table) => Object.values(table).filter((column) => ArrayBuffer.isView(column)));
  return [...columns, trace.frames].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function costOf(id: string): Cost {
  const experiment = findExperiment(id);
  if (experiment === undefined) throw new Error(`bench: there is no experiment ${id}.`);
  const parameters = defaultsOf(experiment);
  const times: number[] = [];
  for (const end = performance.now() + MEASURED_MS; performance.now() < end || times.length < LEAST_RUNS;) {
    const start = performance.now();
    experiment.run(parameters, times.length + 1, [], { keep: "none" });
    times.push(performance.now() - start);
  }
  const residentMiB = process.resourceUsage().maxRSS / 1024;
  const { packets, trace } = experiment.run(parameters, 1, [], { keep: "all" });
  const rows = trace.spans.count + trace.packets.count + trace.marks.count + trace.transitions.count;
  const ms = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
  return { ms, packets, rows, traceBytes: bytesOf(trace), residentMiB };
}

const digits = (value: number): string => numberText(Number(value.toPrecision(2)));

function rowOf(id: string): readonly string[] {
  const file = fileURLToPath(import.meta.url);
  const { stdout, stderr, status } = spawnSync(process.execPath, [...process.execArgv, file, id], { encoding: "utf8" });
  if (status !== 0) throw new Error(`bench: ${id} failed.\n${stderr}`);
  const { ms, packets, rows, traceBytes, residentMiB } = JSON.parse(stdout) as Cost;
  const days = (ms * MANY) / DAY_MS;
  return [id, digits(ms), digits(packets), digits(rows), digits(traceBytes / 1024), digits(residentMiB), digits(days)];
}

/** One line an experiment. */
export function printCosts(): void {
  const head = [
    "experiment",
    "ms a run",
    "packets",
    "rows",
    "trace, KiB",
    "memory, MiB",
    "processor days for 10⁷ runs",
  ];
  console.log(
    textTable(
      head,
      experiments.map(({ id }) => rowOf(id)),
    ),
  );
}

const [, self, asked] = process.argv;
if (self === fileURLToPath(import.meta.url) && asked !== undefined) console.log(JSON.stringify(costOf(asked)));
