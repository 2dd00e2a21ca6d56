/**
 * A part of a sweep as a file: CSV or JSON whose first line says which part of which sweep it is, and whose end says
 * how many rows it has, with a checksum of all that stands before it. So a part that was cut short or changed, or that
 * belongs to another sweep, is known at once. Between the two stand the columns and the rows, each row with the bytes
 * that it has in the whole sweep.
 */
import { groupsIn } from "../../kernel/items.ts";
import { csvLine } from "../../experiments/export/sweep-csv.ts";
import type { Cell } from "../text-table.ts";
import type { Shard, WholeSweep } from "./plan.ts";

/** All that decides the rows of a sweep. */
export interface SweepIdentity {
  readonly engine: string; // the engine's version
  readonly experiment: string;
  readonly over: string; // "threads=1..8"
  readonly parameters: Readonly<Record<string, string | number>>; // all but the swept one
  readonly seed: number; // of the first trial
  readonly trials: number;
  readonly faults: readonly string[];
}

export interface Part extends Shard {
  readonly sweep: SweepIdentity;
}

export type PartKind = "csv" | "json";

export function identityOf({ experiment, curve, over }: WholeSweep, engine: string): SweepIdentity {
  const { over: swept, parameters, seed, trials, faults } = curve.request;
  const others = Object.entries(parameters).filter(([key]) => key !== swept);
  return { engine, experiment: experiment.id, over, parameters: Object.fromEntries(others), seed, trials, faults };
}

/** One of the two forms that a part's file can have. Texts end with their line break. */
export interface PartForm {
  /** The lines before the rows. */
  readonly head: (part: Part, columns: readonly string[]) => string;
  /** How many lines `head` has. */
  readonly headLines: number;
  /** The part that the first line of a file names; null where it names none. */
  readonly partIn: (firstLine: string) => Part | null;
  readonly row: (cells: readonly Cell[], isFirst: boolean) => string;
  /** The text that a row with these first cells begins with. */
  readonly rowStart: (cells: readonly Cell[], isFirst: boolean) => string;
  /** The lines behind the rows. @param sum SHA-256 of the bytes before them, in hexadecimal digits */
  readonly end: (rows: number, sum: string) => string;
  /** Finds the first line of `end`. */
  readonly endLine: RegExp;
  /** Finds `end` at the end of a file; its groups are the number of rows and the sum. */
  readonly endPattern: RegExp;
  /** The lines before and behind the rows of the whole sweep. */
  readonly wholeHead: (columns: string) => string; // of the second line of a part
  readonly wholeEnd: string;
  /** The bytes that stand before the first row of a part and, as long, before a row that follows others. */
  readonly lead: { readonly first: string; readonly next: string };
}

const counted = (rows: number): string => `${rows} ${rows === 1 ? "row" : "rows"}`;

const csv: PartForm = {
  head: (part, columns) =>
    `# part ${part.index} of ${part.count} of a sweep: ${JSON.stringify(part.sweep)}\n${csvLine(columns)}\n`,
  headLines: 2,
  partIn: (line) => {
    const [, index, count, sweep] = groupsIn(/^# part (\d+) of (\d+) of a sweep: (\{.*\})$/, line);
    return sweep === undefined ? null : partOf({ index: Number(index), count: Number(count), sweep: parsed(sweep) });
  },
  row: (cells) => `${csvLine(cells)}\n`,
  rowStart: (cells) => `${csvLine(cells)},`,
  end: (rows, sum) => `# end: ${counted(rows)}, sha256 ${sum}\n`,
  endLine: /^# end: /,
  endPattern: /(?<=\n)# end: (\d+) rows?, sha256 ([0-9a-f]{64})\n$/,
  wholeHead: (columns) => `${columns}\n`,
  wholeEnd: "",
  lead: { first: "", next: "" },
};

const LEAD = { first: "    ", next: "  , " } as const;
const lead = (isFirst: boolean): string => (isFirst ? LEAD.first : LEAD.next);

const json: PartForm = {
  head: ({ index, count, sweep }, columns) =>
    `{ "part": ${JSON.stringify({ index, count, sweep })},\n  "columns": ${JSON.stringify(columns)},\n  "rows": [\n`,
  headLines: 3,
  partIn: (line) => {
    const [, part] = groupsIn(/^\{ "part": (\{.*\}),$/, line);
    return part === undefined ? null : partOf(parsed(part));
  },
  row: (cells, isFirst) => `${lead(isFirst)}${JSON.stringify(cells)}\n`,
  rowStart: (cells, isFirst) => `${lead(isFirst)}${JSON.stringify(cells).slice(0, -1)},`,
  end: (rows, sum) => `  ],\n  "end": ${JSON.stringify(`${counted(rows)}, sha256 ${sum}`)}\n}\n`,
  endLine: /^ {2}\],$/,
  endPattern: /(?<=\n) {2}\],\n {2}"end": "(\d+) rows?, sha256 ([0-9a-f]{64})"\n\}\n$/,
  wholeHead: (columns) => `{\n${columns}\n  "rows": [\n`,
  wholeEnd: "  ]\n}\n",
  lead: LEAD,
};

export const PART_FORMS: Readonly<Record<PartKind, PartForm>> = { csv, json };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const FIELDS = {
  engine: (value) => typeof value === "string",
  experiment: (value) => typeof value === "string",
  over: (value) => typeof value === "string",
  parameters: (value) =>
    isRecord(value) && Object.values(value).every((one) => typeof one === "string" || typeof one === "number"),
  seed: (value) => Number.isInteger(value),
  trials: (value) => Number.isInteger(value),
  faults: (value) => Array.isArray(value) && value.every((fault) => typeof fault === "string"),
} satisfies Record<keyof SweepIdentity, (value: unknown) => boolean>;

/** A part as JSON gave it; null where it has not what a part needs. */
function partOf(value: unknown): Part | null {
  if (!isRecord(value)) return null;
  const { index, count, sweep } = value;
  if (typeof index !== "number" || typeof count !== "number" || !(index >= 1 && index <= count)) return null;
  if (!isRecord(sweep) || !Object.entries(FIELDS).every(([field, fits]) => fits(sweep[field]))) return null;
  return { index, count, sweep: sweep as unknown as SweepIdentity };
}

/** What the sweep of a part is other than, in a few words a difference: "seed 2, not 1". Empty for the same sweep. */
export function differences(sweep: SweepIdentity, wanted: SweepIdentity): readonly string[] {
  const plain = ({ parameters, faults, ...rest }: SweepIdentity): Readonly<Record<string, string | number>> => ({
    ...rest,
    ...parameters,
    faults: faults.length === 0 ? "none" : faults.map((fault) => JSON.stringify(fault)).join(", "),
  });
  const [is, want] = [plain(sweep), plain(wanted)];
  return [...new Set([...Object.keys(is), ...Object.keys(want)])]
    .filter((key) => is[key] !== want[key])
    .map((key) => `${key} ${is[key] ?? "left out"}, not ${want[key] ?? "left out"}`);
}
