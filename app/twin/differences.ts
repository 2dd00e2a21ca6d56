/** The difference of two calls, segment by segment: rows that sum to it exactly, and the same in a sentence. */
import type { Comparison, PairedSegment } from "../../engine/experiments/compare.ts";
import type { WaterfallRow } from "../../engine/kernel/waterfall.ts";
import { NO_REF, refTable } from "../../engine/kernel/trace-data.ts";
import type { Layer, Ref } from "../../engine/kernel/trace-data.ts";
import { machineName } from "../trace/machine-names.ts";
import { grouped } from "../words/numbers.ts";
import { waitReason } from "../trace/waits.ts";
import type { Pair, SideName, TwinRows } from "./pair.ts";
import { capital, packetName } from "../words/sentences.ts";
import { tally } from "../../engine/kernel/tally.ts";

/** A stretch of the critical path in both calls. Nanoseconds; null where a call has no such stretch. */
export interface Difference {
  readonly index: number; // in order of time
  readonly name: string;
  readonly machine: string; // "" for the medium
  readonly layer: Layer;
  readonly wait: boolean;
  readonly a: number | null;
  readonly b: number | null;
  readonly delta: number;
  /** Rows of the traces that it is made of. */
  readonly refs: Readonly<Record<SideName, readonly Ref[]>>;
  /** The side whose call alone has it; null where both have it. */
  readonly only: SideName | null;
}

export function differencesOf(pair: Pair): readonly Difference[] {
  return pair.comparison.segments.map((segment, index) => {
    const { a, b, delta } = segment;
    const row = b ?? a;
    return {
      index,
      name: nameOf(pair, segment),
      machine: row === null ? "" : machineName((b === null ? pair.a : pair.b).trace, row.machine),
      layer: row?.layer ?? "other",
      wait: row?.wait ?? false,
      a: a?.nanos ?? null,
      b: b?.nanos ?? null,
      delta,
      refs: { a: a?.refs ?? [], b: b?.refs ?? [] },
      only: a === null ? "b" : b === null ? "a" : null,
    };
  });
}

/** "Calculate UDP checksum", "Result packet", "Waits for the retransmission timer". */
function nameOf(pair: Pair, { a, b }: PairedSegment): string {
  const row = b ?? a;
  if (row === null) return "";
  const side = b === null ? pair.a : pair.b;
  const [ref] = row.refs;
  if (row.wait && ref !== undefined) return capital(waitReason(side.trace, ref, row));
  return isPacket(row) ? packetName(row.name) : row.name;
}

const isPacket = ({ refs }: WaterfallRow): boolean => refs[0] !== undefined && refTable(refs[0]) === "packet";

/** A reader who chooses a row of the table chooses the first of its trace rows in either run. */
export const rowsOf = ({ refs }: Difference): TwinRows => ({ a: refs.a[0] ?? NO_REF, b: refs.b[0] ?? NO_REF });

const holds = ({ refs }: Difference, { a, b }: TwinRows): boolean =>
  (a !== NO_REF && refs.a.includes(a)) || (b !== NO_REF && refs.b.includes(b));

/**
 * The row of the table that a choice lies in. A wait and the work that follows it come from one row of the trace. Of
 * the two the one counts that the reader picked (its index), else the work.
 */
export function stretchOf(rows: readonly Difference[], chosen: TwinRows, picked: number | null): Difference | null {
  const held = rows.filter((row) => holds(row, chosen));
  return held.find(({ index }) => index === picked) ?? held.find(({ wait }) => !wait) ?? held[0] ?? null;
}

export type Order = "time" | "size";

/** The rows in the order of the list. Of two equal ones the earlier comes first. */
export function listed(rows: readonly Difference[], order: Order, onlyDifferences: boolean): readonly Difference[] {
  const shown = onlyDifferences ? rows.filter(({ delta, only }) => delta !== 0 || only !== null) : [...rows];
  return order === "time" ? shown : shown.sort((x, y) => Math.abs(y.delta) - Math.abs(x.delta) || x.index - y.index);
}

/** What a run does not have takes none of its time. */
export const timeOf = (time: number | null): number => time ?? 0;

export interface Total {
  readonly a: number;
  readonly b: number;
  readonly delta: number;
}

/** The sums of some rows; `delta` is `b - a`. */
export const totalOf = (rows: readonly Pick<Difference, "a" | "b" | "delta">[]): Total => ({
  a: rows.reduce((sum, { a }) => sum + timeOf(a), 0),
  b: rows.reduce((sum, { b }) => sum + timeOf(b), 0),
  delta: rows.reduce((sum, { delta }) => sum + delta, 0),
});

/** The fewest decimals of a microsecond, at least one, with which every one of these times is written exactly. */
export function exactDigits(nanos: readonly number[]): number {
  if (nanos.some((time) => time % 10 !== 0)) return 3;
  return nanos.some((time) => time % 100 !== 0) ? 2 : 1;
}

export const inMicros = (nanos: number, digits: number): string => grouped(nanos / 1000, digits);

/** "+395.0", "−61.92", "0.0". */
export const signed = (nanos: number, digits: number): string => (nanos > 0 ? "+" : "") + inMicros(nanos, digits);

const PLACES: Readonly<Record<Layer, string>> = {
  wire: "on the wire",
  hardware: "in buses and controllers",
  kernel: "in the kernels",
  rpc: "in stubs and RPC run time",
  other: "in other work",
};

export interface Labels {
  readonly a: string;
  readonly b: string;
}

/**
 * "The call takes 3,992.0 µs longer in “MaxResult(b)” than in “Null()”: 1,500.0 in buses and controllers, ..." with
 * parts that sum. A run's name may be a plural ("3 client machines"), so it is quoted and no subject of a verb.
 */
export function sentenceOf(rows: readonly Difference[], { delta }: Comparison, { a, b }: Labels): string {
  const parts = new Map<string, number>();
  for (const row of rows) {
    const place = row.wait ? "waiting" : PLACES[row.layer];
    tally(parts, place, row.delta);
  }
  const some = [...parts].filter(([, nanos]) => nanos !== 0).sort(([, x], [, y]) => Math.abs(y) - Math.abs(x));
  const digits = exactDigits([delta, ...some.map(([, nanos]) => nanos)]);
  const differ = rows.filter((row) => row.delta !== 0).length;
  if (differ === 0) return `The call takes as long in “${b}” as in “${a}”, step by step.`;
  if (delta === 0) {
    const single = some.map(partText(digits, false)).join(", ");
    return `The call takes as long in “${b}” as in “${a}”, but single steps differ: ${single}.`;
  }
  const more = delta > 0 ? "longer" : "less";
  const whole = `The call takes ${inMicros(Math.abs(delta), digits)} µs ${more} in “${b}” than in “${a}”`;
  const mixed = some.some(([, nanos]) => nanos > 0 !== delta > 0);
  const [first] = some;
  if (some.length === 1 && first !== undefined) return `${whole}, all of it ${first[0]}.`;
  return `${whole}: ${some.map(partText(digits, !mixed)).join(", ")}.`;
}

/**
 * A part of a sentence about a difference. Where all parts have one sign the sentence has said it, and the part is
 * bare; else each part has its sign.
 */
const partText =
  (digits: number, bare: boolean) =>
  ([place, nanos]: readonly [string, number]): string =>
    `${bare ? inMicros(Math.abs(nanos), digits) : signed(nanos, digits)} ${place}`;
