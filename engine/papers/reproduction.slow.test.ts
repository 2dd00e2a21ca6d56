/**
 * The whole reproduction as text, so that a reviewer sees the numbers move.
 * `npx vitest run engine/papers/reproduction -u` rewrites it.
 */
import { expect, it } from "vitest";
import { openPython } from "../cli/python-node.ts";
import { textTable } from "../cli/text-table.ts";
import { accounts, experiments } from "../experiments/index.ts";
import { reproduce, type ReproduceReport, type ReproduceRow } from "../experiments/reproduce.ts";
import { papers } from "./index.ts";

const TRIALS = 2;

const shown = (value: number | null): string => (value === null ? "-" : String(Number(value.toPrecision(6))));

function deviation({ paperValue, simulated }: ReproduceRow): string {
  if (simulated === null || paperValue === 0) return "-";
  const percent = Number(((100 * (simulated - paperValue)) / paperValue).toFixed(1));
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

function reportText({ rows, constants }: ReproduceReport): string {
  const ids = [...new Set(rows.map((r) => `${r.paper} ${r.table}`))];
  const tables = ids.map((id) => tableText(rows.filter((r) => `${r.paper} ${r.table}` === id)));
  const fitted = constants.map((c) => `  ${c.name}: ${c.value} ${c.unit}, fitted to ${JSON.stringify(c.fittedTo)}`);
  const head = `# Every published number beside the paper’s model and the simulation (mean of ${TRIALS} trials).`;
  return [head, ...tables, ["## Fitted constants", ...fitted].join("\n")].join("\n\n") + "\n";
}

it("reproduces the papers as recorded", async () => {
  const python = await openPython();
  const models = (paper: string, name: string, args: Readonly<Record<string, number | string>>): number =>
    python.call(paper, name, args);
  const report = reproduce({ accounts, experiments, papers, models, trials: TRIALS });
  python.close();
  await expect(reportText(report)).toMatchFileSnapshot("../experiments/reproduction.txt");
});
