/**
 * The whole reproduction as text, so that a reviewer sees the numbers move. It takes half a minute, so the build and
 * this test share it: the later of them finds what the other has kept.
 * `npx vitest run app/build/reproduction -u` rewrites the text.
 */
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { textTable } from "../../engine/cli/text-table.ts";
import type { ReproduceRow } from "../../engine/experiments/reproduce.ts";
import type { Constant } from "../../engine/experiments/types.ts";
import { papers } from "../../engine/papers/index.ts";
import type { PaperReproduction } from "../papers/reproduction.ts";
import { reproductionText } from "./reproduction.ts";

const shown = (value: number | null): string => (value === null ? "-" : String(Number(value.toPrecision(6))));

/** Where the simulation is farther off than this, a note says why. */
const EXPLAINED_PERCENT = 15;

/** How far off the simulation is, in percent; NaN where one of the numbers is missing. */
const missOf = ({ paperValue, simulated }: ReproduceRow): number =>
  simulated === null || paperValue === 0 ? NaN : (100 * (simulated - paperValue)) / paperValue;

const cellName = ({ paper, table, row, column }: ReproduceRow): string =>
  `${paper} ${table} ${Object.values(row).join(", ")} ${column}`;

/** Whether a note's first words name rows of which this is none: "Beyond 25 servers", "Local calls". */
function isContradicted({ row, note }: ReproduceRow): boolean {
  const [, least, key] = /^Beyond (\d+) (\w+)/.exec(note) ?? [];
  if (key !== undefined && !(Number(row[key]) > Number(least))) return true;
  const [machine] = /^(Local|Remote)(?= calls)/.exec(note) ?? [];
  return machine !== undefined && row["machine"] !== undefined && row["machine"] !== machine.toLowerCase();
}

function deviation(row: ReproduceRow): string {
  const miss = missOf(row);
  if (Number.isNaN(miss)) return "-";
  const percent = Number(miss.toFixed(1));
  return `${percent === 0 ? "0" : percent} %`; // not "-0"
}

function tableText(rows: readonly ReproduceRow[]): string {
  const head = ["row", "column", "unit", "paper", "model", "simulated", "deviation", "low", "high", "kind"];
  const lines = rows.map((r) => [
    Object.values(r.row).join(", "),
    r.column,
    r.unit,
    shown(r.paperValue),
    shown(r.model),
    shown(r.simulated),
    deviation(r),
    shown(r.low),
    shown(r.high),
    r.kind,
  ]);
  const notes = [...new Set(rows.map((r) => r.note))].filter((note) => note !== "").map((note) => `  ${note}`);
  return [`## ${rows[0]?.paper} ${rows[0]?.table}`, textTable(head, lines), ...notes].join("\n");
}

interface Report {
  readonly trials: number;
  readonly rows: readonly ReproduceRow[];
  readonly constants: readonly Constant[];
}

function reportText({ trials, rows, constants }: Report): string {
  const ids = [...new Set(rows.map((r) => `${r.paper} ${r.table}`))];
  const tables = ids.map((id) => tableText(rows.filter((r) => `${r.paper} ${r.table}` === id)));
  const fitted = constants.map((c) => `  ${c.name}: ${c.value} ${c.unit}, fitted to ${JSON.stringify(c.fittedTo)}`);
  const head = `# Every published number beside the paper’s model and the simulation (mean of ${trials} trials).`;
  return [head, ...tables, ["## Fitted constants", ...fitted].join("\n")].join("\n\n") + "\n";
}

/** The parts of the papers as one. */
async function wholeReport(): Promise<Report> {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const parts = JSON.parse(await reproductionText(root)) as Readonly<
    Record<string, { readonly reproduction: PaperReproduction }>
  >;
  const all = papers.flatMap(({ id }) => parts[id]?.reproduction ?? []);
  const constants = new Map(all.flatMap((part) => part.constants.map((one) => [JSON.stringify(one), one])));
  return {
    trials: all[0]?.trials ?? NaN,
    rows: all.flatMap(({ cells }) => cells),
    constants: [...constants.values()],
  };
}

it("reproduces the papers as recorded", async () => {
  const report = await wholeReport();
  await expect(reportText(report)).toMatchFileSnapshot("../../engine/experiments/reproduction.txt");
  const shown = report.rows.filter(({ note }) => note !== "");
  const missed = report.rows.filter((row) => Math.abs(missOf(row)) > EXPLAINED_PERCENT && row.kind !== "input");
  expect(missed.filter(({ note }) => note === "").map(cellName), "cells that miss, and no note says why").toEqual([]);
  expect(shown.filter(isContradicted).map(cellName), "cells whose note speaks of others").toEqual([]);
});
