/** The measures of a run and its series as one table: a row a measure, and a row for each value of a series. */
import { itemAt } from "../../kernel/reads.ts";
import type { Run } from "../types.ts";
import { csvLine } from "./sweep-csv.ts";

const COLUMNS = ["measure", "line", "atNs", "value", "unit"] as const;

/** A measure has no line and no moment. The value of a series holds from its moment until the next one of its line. */
export function measuresCsv({ measures, series = {} }: Pick<Run, "measures" | "series">): string {
  const ofMeasures = Object.entries(measures).map(([name, { value, unit }]) => [name, null, null, value, unit]);
  const ofSeries = Object.entries(series).flatMap(([name, { unit, lines }]) =>
    lines.flatMap((line) => line.atNs.map((at, i) => [name, line.name, at, itemAt(line.values, i, "value"), unit])),
  );
  return [[...COLUMNS], ...ofMeasures, ...ofSeries].map((cells) => `${csvLine(cells)}\n`).join("");
}
