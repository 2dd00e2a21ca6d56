/** `lab run`: one run of an experiment: its measures, and what --out writes of its trace. */
import { numberUnder } from "../kernel/tally.ts";
import { quote } from "../faults/quote.ts";
import { endsOf } from "../experiments/call-measures.ts";
import { callTimes } from "../experiments/call-times.ts";
import {
  measuresCsv,
  toCsv,
  toHistory,
  toItf,
  toJson,
  toOtlp,
  toPcapng,
  toTraceEvents,
} from "../experiments/export/index.ts";
import { shownBy } from "../experiments/shown.ts";
import type { Series } from "../experiments/series.ts";
import type { Experiment, Run } from "../experiments/types.ts";
import { luaDissectors } from "../wire/lua.ts";
import { unitText } from "../experiments/unit-text.ts";
import { EXPERIMENT_FLAGS, readExperiment, readSeed, readSet } from "./experiment-flags.ts";
import { numberText, textTable } from "./text-table.ts";
import { DONE, UsageError } from "./usage.ts";
import { checkOut, saveTo } from "./verb.ts";
import type { Arguments } from "./arguments.ts";
import type { Verb } from "./verb.ts";

type Writer = (run: Run, experiment: Experiment) => string | Uint8Array;

/** By the end of the file's name. */
const FORMATS: Readonly<Record<string, Writer>> = {
  ".pcapng": captureOf,
  ".trace.json": toTraceEvents,
  ".otlp.json": toOtlp,
  ".itf.json": (run) => toItf(run, shownBy(run)),
  ".history.json": (run) => toHistory(run, shownBy(run)),
  ".lua": luaDissectors,
  ".csv": toCsv,
  ".json": toJson,
};

function captureOf(run: Run, { inWireshark }: Experiment): Uint8Array {
  if (run.trace.frames.length > 0) return toPcapng(run, inWireshark);
  const why = `the packets of ${run.experiment} have no bytes in this run, so there is no capture.`;
  throw new UsageError(`lab run: --out: ${why} Take .trace.json or .csv.`);
}

function readFormat(file: string): Writer {
  const ending = Object.keys(FORMATS).find((known) => file.endsWith(known) && file.length > known.length);
  const format = ending === undefined ? undefined : FORMATS[ending];
  if (format !== undefined) return format;
  const all = Object.keys(FORMATS).join(", ");
  throw new UsageError(`lab run: --out ${quote(file)}: its name must end in one of ${all}.`);
}

function labelOf({ id, measures }: Experiment, key: string): string {
  const measure = measures[key];
  if (measure === undefined) throw new Error(`${id} has no measure ${key}.`);
  return measure.label;
}

function runText(experiment: Experiment, run: Run): string {
  const parameters = Object.entries(run.parameters).map(([key, value]) => `${key}=${value}`);
  const measures = Object.entries(run.measures).map(([key, { value, unit }]) => {
    const shown = typeof value === "number" ? numberText(value) : (value ?? "none");
    const isWords = typeof value === "string" && !Number.isFinite(Number(value)); // "not within 114 s"
    return [`  ${key}`, shown, isWords ? "" : unitText(unit), labelOf(experiment, key)];
  });
  const busy = Object.entries(run.resources).map(([name, { busyNs }]) => [
    `  ${name}`,
    numberText(busyNs / 1e6),
    "ms busy",
    percent(busyNs, run.elapsedNs),
  ]);
  const faults = run.faults.map((fault) => {
    const unused = run.unusedFaults.includes(fault) ? " (met nothing)" : "";
    return `  fault ${fault}${unused}`;
  });
  return [
    `${run.experiment}  ${experiment.title}`,
    `  ${parameters.join(" ")} seed=${run.seed}`,
    ...faults,
    textTable([], measures),
    ...Object.entries(run.series ?? {}).flatMap(([name, one]) => seriesText(experiment, name, one)),
    ...(busy.length === 0 ? [] : [textTable([], busy)]),
    callTimesText(run),
    ...packetsText(run),
    `  trace ${run.traceHash}`,
  ].join("\n");
}

/** A line of a series by its least and its greatest value, and its last one. */
function seriesText({ series = {} }: Experiment, name: string, { unit, lines }: Series): readonly string[] {
  const { states = [], label = "" } = series[name] ?? {};
  const text = (value: number | null): string => (value === null ? "none" : (states[value] ?? numberText(value)));
  const rows = lines.map(({ name: line, values }) => {
    const known = values.filter((value) => value !== null).toSorted((a, b) => a - b);
    const last = text(values.at(-1) ?? null);
    const span =
      known.length === 0 ? "none" : `${text(known[0] ?? null)} to ${text(known.at(-1) ?? null)}, last ${last}`;
    return [`  ${name}`, line, span, unitText(unit), label];
  });
  return rows.length === 0 ? [] : [textTable([], rows)];
}

/** How many calls returned, and within what time so many of all calls did; and which of them still wait. */
function callTimesText({ trace }: Run): string {
  const { returned, p50Ns, p95Ns, p99Ns } = callTimes(trace);
  const ends = endsOf(trace);
  const waiting = numberUnder(ends, "pending");
  const others = [...ends].filter(([end]) => end !== "returned" && end !== "pending");
  const ended = others.length === 0 ? "" : ` (${others.map(([end, count]) => `${count} ${end}`).join(", ")})`;
  const times: readonly (readonly [number, number | null])[] = [
    [50, p50Ns],
    [95, p95Ns],
    [99, p99Ns],
  ];
  const shares = times.flatMap(([share, time]) => (time === null ? [] : [`${share} % within ${millisText(time)}`]));
  const head = returned === 0 ? "no call returned" : `${returned} of ${trace.calls.count} calls returned`;
  const waits = waiting === 1 ? "one call still waits" : `${waiting} calls still wait`;
  const open = waiting === 0 ? [] : [`${waits}: the run ends, and nobody has told it anything`];
  return `  ${[`${head}${ended}`, ...shares, ...open].join(", ")}`;
}

function packetsText({ packets, elapsedNs, laterPackets, trace }: Run): readonly string[] {
  if (callTimes(trace).returned === 0) {
    return [`  ${packets + laterPackets} packets until ${millisText(trace.elapsed)}, and no answer`];
  }
  return [
    `  ${packets} packets until the last answer, after ${millisText(elapsedNs)}`,
    `  ${laterPackets} packets later, until ${millisText(trace.elapsed)}`,
  ];
}

const millisText = (nanos: number): string => `${numberText(nanos / 1e6)} ms`;

const percent = (part: number, whole: number): string => (whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : "");

/** The series of --series. */
function readSeries(args: Arguments, { id, series = {} }: Experiment): readonly string[] {
  const names = args.all("series");
  const known = Object.keys(series);
  for (const name of names) {
    if (known.includes(name)) continue;
    const has = known.length === 0 ? `${id} has none.` : `${id} has these: ${known.join(", ")}.`;
    throw new UsageError(`lab run: --series ${quote(name)}: ${has}`);
  }
  if (names.length > 0 && args.has("json")) throw new UsageError("lab run: --series and --json exclude each other.");
  return names;
}

const onlySeries = ({ series = {} }: Run, names: readonly string[]) => ({
  measures: {},
  series: Object.fromEntries(Object.entries(series).filter(([name]) => names.includes(name))),
});

export const run: Verb = {
  name: "run",
  summary: "Runs an experiment once: its measures, how busy each resource was, and the hash of its trace.",
  operands: ["EXPERIMENT"],
  flags: [
    ...EXPERIMENT_FLAGS,
    { name: "csv", what: "print the measures and the series as comma-separated values" },
    { name: "series", value: "NAME", many: true, what: "print this series alone, with --csv all its values" },
    { name: "out", value: "FILE", what: `write the run; by the name’s end: ${Object.keys(FORMATS).join(", ")}` },
  ],
  run: (args, io) => {
    const experiment = readExperiment(run, args.operand(0));
    const parameters = readSet(run, args, experiment);
    const seed = readSeed(run, args);
    if (args.has("csv") && args.has("json")) throw new UsageError("lab run: --csv and --json exclude each other.");
    const names = readSeries(args, experiment);
    const file = args.one("out");
    const format = file === undefined ? undefined : readFormat(file);
    if (file !== undefined) checkOut(io, "run", file);
    const done = experiment.run(parameters, seed, args.all("fault"), { keep: format === undefined ? "none" : "all" });
    if (file !== undefined && format !== undefined) saveTo(io, "run", file, format(done, experiment));
    const alone = names.length === 0 ? null : onlySeries(done, names);
    if (args.has("csv")) io.out(measuresCsv(alone ?? done).trimEnd());
    else if (alone !== null) {
      io.out(
        Object.entries(alone.series)
          .flatMap(([name, one]) => seriesText(experiment, name, one))
          .join("\n"),
      );
    } else if (args.has("json")) io.out(toJson(done).trimEnd());
    else {
      io.out(runText(experiment, done));
      if (file !== undefined) io.out(`  written to ${file}`);
    }
    return DONE;
  },
};
