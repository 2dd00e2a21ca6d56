/** `lab reproduce`: every published number beside what the paper's model and the simulation say. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accounts, experiments } from "../experiments/index.ts";
import { keepRuns, reproduce as report } from "../experiments/reproduce.ts";
import type { Progress, ReproduceReport, ReproduceRow } from "../experiments/reproduce.ts";
import type { Constant } from "../experiments/types.ts";
import { unitText } from "../experiments/unit-text.ts";
import { papers } from "../papers/index.ts";
import { readWhole } from "./arguments.ts";
import type { Arguments } from "./arguments.ts";
import { engineVersion } from "./engine-version.ts";
import { keptFolder, keptResults } from "./kept-results.ts";
import type { Remember } from "./kept-results.ts";
import { loadPython } from "./needed.ts";
import { median } from "../experiments/statistics.ts";
import { readShare, sharers, startOthers } from "./shares.ts";
import type { Share } from "./shares.ts";
import { numberText, textTable } from "./text-table.ts";
import type { Cell } from "./text-table.ts";
import { DONE, suggestion, UsageError } from "./usage.ts";
import { printJson, progressOf } from "./verb.ts";
import type { Io, Verb } from "./verb.ts";

const TRIALS = { min: 1, max: 1000, default: 3 } as const;

/** The flag's value where it is one of `known`; undefined where it was not given. */
function readKnown(args: Arguments, flag: string, known: readonly string[]): string | undefined {
  const id = args.one(flag);
  if (id === undefined || known.includes(id)) return id;
  throw new UsageError(`lab reproduce: --${flag} ${JSON.stringify(id)} does not exist; ${suggestion(id, known)}`);
}

/** The share of the runs that this process was started for; null for the process that prints. */
function shareOf(args: Arguments): Share | null {
  const text = args.one("share");
  if (text === undefined) return null;
  const share = readShare(text);
  if (share !== null) return share;
  throw new UsageError(`lab reproduce: --share ${JSON.stringify(text)} is not allowed: i/n with 1 <= i <= n.`);
}

/** A folder for the results of this command alone, and of the processes that it starts. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "roundtrip-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function makeReport(args: Arguments, io: Io): Promise<ReproduceReport | null> {
  const paper = readKnown(
    args,
    "paper",
    papers.map(({ id }) => id),
  );
  const tables = papers.filter(({ id }) => paper === undefined || id === paper).flatMap((of) => of.tables);
  const table = readKnown(args, "table", [...new Set(tables.map(({ id }) => id))]);
  const trials = readWhole(reproduce, args, "trials", TRIALS);
  const share = shareOf(args);
  const folder = args.has("fresh") || keptFolder() === "" ? ownFolder() : keptFolder();
  const progress = progressOf(args, io);
  const options = {
    accounts,
    experiments,
    papers,
    ...(paper === undefined ? {} : { paper }),
    ...(table === undefined ? {} : { table }),
    trials,
    onProgress: ({ done, total, what }: Progress) => progress(`${done}/${total} ${what}`),
    remember: keptResults(engineVersion(), folder),
  };
  if (share !== null) {
    keepRuns(options, share);
    return null;
  }
  const count = table === undefined ? sharers() : 1;
  const flags = [...(paper === undefined ? [] : ["--paper", paper]), "--trials", String(trials)];
  const words = [...io.command.slice(1), "reproduce", ...flags, "--share"];
  const others: Promise<void>[] = [];
  /** The first run that is not kept starts the other processes: where all runs are kept, they would only load. */
  const make = <T>(run: () => T): T => {
    if (others.length === 0) others.push(startOthers(words, count, folder));
    return run();
  };
  const remember: Remember = (key, run) => options.remember(key, () => make(run));
  if (count > 1) keepRuns({ ...options, remember }, { index: 1, count });
  const { openPython } = await loadPython("reproduce"); // two seconds that the other verbs need not pay
  const python = await openPython();
  await Promise.all(others);
  try {
    return report({ ...options, models: (id, name, values) => python.call(id, name, values) });
  } finally {
    python.close();
  }
}

const number = (value: number | null): Cell => (value === null ? null : numberText(value));

/**
 * The deviation of the simulation (of the model, where there is none) from the paper, in percent of the paper's number.
 */
function deviation({ paperValue, simulated, model }: ReproduceRow): Cell {
  const ours = simulated ?? model;
  if (ours === null || paperValue === 0) return null;
  return ((100 * (ours - paperValue)) / paperValue).toFixed(1);
}

function interval({ low, high }: ReproduceRow): Cell {
  return low === null || high === null ? null : `${numberText(low)} to ${numberText(high)}`;
}

function tableText(rows: readonly ReproduceRow[]): string {
  const head = ["row", "column", "unit", "paper", "model", "simulated", "95 %", "off %", "kind"];
  const cells = rows.map((row) => [
    Object.values(row.row).join(", "),
    row.column,
    unitText(row.unit),
    number(row.paperValue),
    number(row.model),
    number(row.simulated),
    interval(row),
    deviation(row),
    row.kind,
  ]);
  const notes = [...new Set(rows.map(({ note }) => note))].filter((note) => note !== "");
  const title = `${rows[0]?.paper} ${rows[0]?.table}`;
  return [title, textTable(head, cells), ...notes.map((note) => `  ${note}`), ...missText(rows)].join("\n");
}

/** The median miss of the numbers that were to be found; nothing for a table of inputs. */
function missText(rows: readonly ReproduceRow[]): readonly string[] {
  const results = rows.filter(({ kind }) => kind !== "input" && kind !== "identity");
  const misses = results.flatMap((row) => {
    const miss = deviation(row);
    return miss === null ? [] : [Math.abs(Number(miss))];
  });
  if (misses.length === 0) return [];
  const none = results.length - misses.length;
  const open = none === 0 ? "" : `; ${none} have no answer`;
  return [`  median miss ${median(misses).toFixed(1)} % of ${misses.length} numbers${open}`];
}

function constantText({ name, value, unit, fittedTo, usedBy }: Constant): Cell[] {
  const where = typeof fittedTo === "string" ? fittedTo : `${fittedTo.paper} ${fittedTo.table} ${fittedTo.column}`;
  return [name, numberText(value), unitText(unit), `fitted to ${where}`, `used by ${usedBy.join(", ")}`];
}

function reportText({ rows, constants }: ReproduceReport): string {
  const tables = [...new Set(rows.map(({ paper, table }) => `${paper} ${table}`))];
  const texts = tables.map((id) => tableText(rows.filter(({ paper, table }) => `${paper} ${table}` === id)));
  const fitted =
    constants.length === 0
      ? "No constant was fitted."
      : `Fitted constants\n${textTable([], constants.map(constantText))}`;
  return [...texts, fitted].join("\n\n");
}

export const reproduce: Verb = {
  name: "reproduce",
  summary: "Compares every published number with the paper’s model and with the simulation.",
  operands: [],
  flags: [
    { name: "paper", value: "ID", what: "only this paper" },
    { name: "table", value: "ID", what: "only this table" },
    { name: "trials", value: "N", what: `runs behind a simulated mean (default ${TRIALS.default})` },
    { name: "fresh", what: "make every run anew, also those whose results are kept" },
    { name: "share", value: "i/n", what: "print nothing: make and keep the i-th of n shares of the runs" },
  ],
  run: async (args, io) => {
    const done = await makeReport(args, io);
    if (done === null) return DONE;
    if (args.has("json")) printJson(io, done);
    else io.out(reportText(done));
    return DONE;
  },
};
