/** The values of a call, a row each, outermost first. */
import type { NamedValue } from "../../engine/stubs/named-value.ts";
import type { CallValues, Message } from "../workers/capture-values.ts";

/** More rows than a reader looks at would make the page slow. */
const MOST_ROWS = 400;
const SHOWN_BYTES = 8;

export interface ValueRow {
  readonly part: "call" | "reply";
  readonly steps: readonly string[]; // the names that lead to it
  readonly type: string;
  readonly bytes: string; // "00 00 00 02 …"
  readonly from: number;
  readonly value: string | null; // null where its parts have all
  readonly note: string | null;
  /** Where the interface declares it, or what it is an element of. */
  readonly place: NamedValue["place"];
}

const hex = (byte: number): string => byte.toString(16).padStart(2, "0");

function bytesText(bytes: Uint8Array, from: number, to: number): string {
  const shown = [...bytes.subarray(from, Math.min(to, from + SHOWN_BYTES))].map(hex).join(" ");
  return to - from > SHOWN_BYTES ? `${shown} … (${to - from})` : shown;
}

function add(
  rows: ValueRow[],
  part: ValueRow["part"],
  bytes: Uint8Array,
  value: NamedValue,
  outer: { readonly steps: readonly string[]; readonly place: NamedValue["place"] },
): void {
  const steps = [...outer.steps, value.name];
  const place = value.place ?? outer.place;
  const { type, from, to, note, parts } = value;
  const text = value.value === null ? null : String(value.value);
  rows.push({ part, steps, type, from, bytes: bytesText(bytes, from, to), value: text, note, place });
  for (const inner of parts) add(rows, part, bytes, inner, { steps, place });
}

/** @returns the rows that are shown, and how many are left out */
export function rowsOf({ call, reply, place }: Pick<CallValues, "call" | "reply" | "place">): {
  readonly rows: readonly ValueRow[];
  readonly left: number;
} {
  const rows: ValueRow[] = [];
  const all = (part: ValueRow["part"], message: Message | null): void => {
    if (message === null) return;
    for (const value of message.values) add(rows, part, message.bytes, value, { steps: [], place });
  };
  all("call", call);
  all("reply", reply);
  return { rows: rows.slice(0, MOST_ROWS), left: Math.max(0, rows.length - MOST_ROWS) };
}
