/** Units and tables as the pages write them; the data has plain ASCII names. */
import { plainText } from "./numbers.ts";
import { unitText } from "../../engine/experiments/unit-text.ts";
import type { Table } from "../../engine/papers/types.ts";

export { unitText };

/** "2,661 µs", "12": with a thin space where there is a unit. */
export const withUnit = (text: string, unit: string): string => (unit === "" ? text : `${text}\u2009${unitText(unit)}`);

/** "I" of "Section 2.1, Table I", "4a" of "Table 4a"; null where the numbers are no table of the paper. */
export const numeralOf = ({ source }: Table): string | null =>
  /\bTable ([IVXLC]+|\d+[a-z]?)\b/.exec(source)?.[1] ?? null;

/** "VI" of the number "vi" in a table's id; "4a" stays as it is. */
export const numeralText = (number: string): string => (/^[ivxlc]+$/.test(number) ? number.toUpperCase() : number);

/** "Table I", or the title where the paper has no numbered table. */
export function tableName(table: Table): string {
  const numeral = numeralOf(table);
  return numeral === null ? table.title : `Table ${numeral}`;
}

const WORDS: Readonly<Record<string, string>> = { s: "seconds", percent: "percent" };

/** A unit where it stands by itself: "seconds" for s. */
export const unitWord = (unit: string): string => WORDS[unit] ?? unitText(unit);

/** Units that count whole things, and their words for one. */
const COUNTS: Readonly<Record<string, string>> = {
  ...{ packets: "packet", probes: "probe", bytes: "byte", calls: "call", results: "result", replies: "reply" },
  ...{ servers: "server", workstations: "workstation", machines: "machine" },
};
const ONES: Readonly<Record<string, string>> = { ...COUNTS, times: "time", pages: "page" };

/** Whether a unit counts things of which there is no half. */
export const isCount = (unit: string): boolean => Object.hasOwn(COUNTS, unit);

/** A value as people say it with its unit: "300 µs", "1 packet". */
export const amountText = (value: number, unit: string): string =>
  `${plainText(value)}\u202f${value === 1 ? (ONES[unit] ?? unit) : unit}`;

/** The ends of an interval: "between 300 and 400 µs", "exactly 1 packet". */
export const betweenText = (low: number, high: number, unit: string): string =>
  low === high ? `exactly ${amountText(low, unit)}` : `between ${plainText(low)} and ${amountText(high, unit)}`;
