/**
 * Compares numbers that cite a paper with its cells. Code that repeats a published number (a machine's table of costs,
 * a model) lists it with its source; every disagreement becomes one line.
 */
import { addressText, type CellAddress, cell, type Paper, PaperError, papers, role } from "./index.ts";

/** A number with a unit and where it comes from. */
export interface SourcedNumber {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly source: { readonly kind: string; readonly text: string; readonly cell?: CellAddress };
}

/** Each unit as a multiple of the first of its kind. Units not listed compare by name only. */
const SCALES: readonly Readonly<Record<string, number>>[] = [
  { ns: 1, us: 1e3, ms: 1e6, s: 1e9 },
  { "bit/s": 1, "kbit/s": 1e3, "Mbit/s": 1e6, "Gbit/s": 1e9 },
];

/** `value` in another unit of its kind; null where the units do not measure the same thing. */
export function convert(value: number, from: string, to: string): number | null {
  if (from === to) return value;
  for (const scale of SCALES) {
    const [a, b] = [scale[from], scale[to]];
    if (a !== undefined && b !== undefined) return (value * a) / b;
  }
  return null;
}

/** One line for each number that differs from its cell, or that may not cite that cell. */
export function checkSources(entries: readonly SourcedNumber[], from: readonly Paper[] = papers): readonly string[] {
  return entries.flatMap((entry) => {
    const problem = problemOf(entry, from);
    return problem === null ? [] : [`${entry.name} = ${entry.value} ${entry.unit}: ${problem}`];
  });
}

function problemOf({ value, unit, source }: SourcedNumber, from: readonly Paper[]): string | null {
  if (source.cell === undefined) return source.kind === "paper" ? "cites a paper, but names no cell" : null;
  try {
    const address = addressText(source.cell, from);
    const published = cell(source.cell, from);
    if (source.kind !== "paper") return null; // fitted to or derived from the cell, so the numbers may differ
    const use = role(source.cell, from);
    if (use === "result") return `cites ${address}, which is a result, not an input`;
    if (use === "identity") return `cites ${address}, which is an identity, not an input`;
    if (typeof published.value !== "number") return `cites ${address}, which holds ${String(published.value)}`;
    const converted = convert(value, unit, published.unit);
    if (converted === null) return `cites ${address}, which is in ${published.unit || "no unit"}`;
    const same = Math.abs(converted - published.value) <= 1e-12 * Math.abs(published.value);
    return same ? null : `cites ${address}, which is ${published.value} ${published.unit}`;
  } catch (error) {
    if (error instanceof PaperError) return error.message;
    throw error;
  }
}
