/** `lab table`: finds out the cells of an experiment's tables by runs. */
import { quote } from "../faults/quote.ts";
import { runsOfTable, tableOf, verdicts, wholeRun } from "../experiments/run-tables.ts";
import type { Experiment, RunTable } from "../experiments/types.ts";
import type { Arguments } from "./arguments.ts";
import { itemAt } from "../kernel/reads.ts";
import { readExperiment } from "./experiment-flags.ts";
import { textTable } from "./text-table.ts";
import { DONE, suggestion, UsageError } from "./usage.ts";
import { printJson, progressOf, type Verb } from "./verb.ts";

function readTables(args: Arguments, experiment: Experiment): readonly RunTable[] {
  const { id, tables = [] } = experiment;
  if (tables.length === 0) throw new UsageError(`lab table: ${id} has no tables that runs fill in.`);
  const name = args.one("table");
  if (name === undefined) return tables;
  const names = tables.map((table) => table.id);
  if (names.includes(name)) return [tableOf(experiment, name)];
  throw new UsageError(`lab table: ${id} has no table ${quote(name)}; ${suggestion(name, names)}`);
}

/** The cells of a table, each with its verdict and the settings of its runs. */
function filled(experiment: Experiment, table: RunTable, tell: (text: string) => void) {
  const runs = runsOfTable(experiment, table);
  const measures = runs.map(({ parameters, seed, faults }, i) => {
    tell(`${table.id}: run ${i + 1} of ${runs.length}`);
    return experiment.run(parameters, seed, faults, { keep: "none" }).measures;
  });
  const said = verdicts(experiment, table, (run) => measures[run]);
  return table.rows.map(({ label, what, cells }, row) => ({
    label,
    ...(what === undefined ? {} : { what }),
    cells: cells.map((cell, column) => ({
      column: itemAt(table.columns, column, "column").label,
      ...(said[row]?.[column] ?? { holds: null, text: "" }),
      runs: cell.runs.map((run) => wholeRun(experiment, run)),
    })),
  }));
}

const MARKS = { true: "yes", false: "no", null: "–" } as const;
const markOf = (holds: boolean | null): string => MARKS[`${holds}`];

function tableText({ id, title, of, columns }: RunTable, rows: ReturnType<typeof filled>): string {
  const lines = rows.map(({ label, cells }) => [
    `  ${label}`,
    ...cells.map(({ holds, text }) => `${markOf(holds)} ${text}`),
  ]);
  return [`${id}  ${title}`, textTable([`  ${of}`, ...columns.map(({ label }) => label)], lines)].join("\n");
}

export const table: Verb = {
  name: "table",
  summary: "Finds out the cells of an experiment’s tables by runs: which way promises what, where a conclusion holds.",
  operands: ["EXPERIMENT"],
  flags: [{ name: "table", value: "ID", what: "this table alone (default all of the experiment)" }],
  run: (args, io) => {
    const experiment = readExperiment(table, args.operand(0));
    const tables = readTables(args, experiment);
    const tell = progressOf(args, io);
    const done = tables.map((one) => ({ table: one, rows: filled(experiment, one, tell) }));
    if (args.has("json")) {
      printJson(io, {
        experiment: experiment.id,
        tables: done.map(({ table: { id, title, of, columns }, rows }) => ({ id, title, of, columns, rows })),
      });
    } else io.out(done.map((one) => tableText(one.table, one.rows)).join("\n\n"));
    return DONE;
  },
};
