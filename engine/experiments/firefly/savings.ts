/** What each change of Section 4.2 saves of Null() and of MaxResult: the difference of two traced calls. */
import { toMicros } from "../../kernel/time.ts";
import type { Paper } from "../../papers/types.ts";
import type { Account, AccountedCell, TracedCall } from "../accounts.ts";
import type { ParamValues } from "../types.ts";

interface Change {
  readonly section: string;
  readonly set: ParamValues;
  /** Why what is saved differs from the authors' estimate. */
  readonly note?: string;
}

/** The changes by the names that the calls of the account have. */
const CHANGES: Readonly<Record<string, Change>> = {
  controller: {
    section: "4.2.1",
    set: { controller: "overlapping" },
    note: "one word crosses each bus before the packet leaves and after it has come, 1 µs each",
  },
  network: {
    section: "4.2.2",
    set: { networkMbps: 100 },
    note: "our packets have preamble and check sequence, so Null() saves 124 µs in place of 110 (E-F12)",
  },
  processors: {
    section: "4.2.3",
    set: { cpuSpeed: 3 },
    note: "the signal that interrupts CPU 0 does not run faster (E-F09)",
  },
  checksums: { section: "4.2.4", set: { udpChecksums: "off" }, note: "the estimate of MaxResult is round (E-F06)" },
  protocol: {
    section: "4.2.5",
    set: { header: "redesigned" },
    note: "the authors’ estimate: we take half of it from the interrupt routine of each packet",
  },
  noIp: {
    section: "4.2.6",
    set: { layering: "ethernet" },
    note: "the authors’ estimate: fewer bytes save two thirds of it, and we take the rest from the Sender",
  },
  busyWait: { section: "4.2.7", set: { waiting: "busy" } },
  recode: { section: "4.2.8", set: { runtime: "assembly" } },
};

const CALLS = [
  ["empty", "firefly/null", "nullSaved"],
  ["full", "firefly/max-result", "maxResultSaved"],
] as const;

/** Two calls for each change. */
export const SAVINGS_CALLS: Account["calls"] = Object.fromEntries(
  Object.entries(CHANGES).flatMap(([name, { set }]) =>
    CALLS.map(([call, experiment]) => [`${call} ${name}`, { experiment, parameters: { threads: 1, ...set } }]),
  ),
);

/** Throws RangeError where the account has no such call. */
export function traced(calls: Readonly<Record<string, TracedCall>>, name: string): TracedCall {
  const call = calls[name];
  if (call === undefined) throw new RangeError(`the Firefly’s account needs the call "${name}".`);
  return call;
}

/** The savings in microseconds and in percent of the call without the change. */
export function savings(paper: Paper, calls: Readonly<Record<string, TracedCall>>): readonly AccountedCell[] {
  return Object.entries(CHANGES).flatMap(([name, { section, note = "" }]) =>
    CALLS.flatMap(([call, , column]) => {
      const { took } = traced(calls, call);
      const saved = took - traced(calls, `${call} ${name}`).took;
      const percent = (100 * saved) / took;
      const cell = (unit: string, value: number, why = ""): AccountedCell => ({
        at: { paper: paper.id, table: "improvements", row: { section }, column: `${column}${unit}` },
        value,
        note: why,
      });
      const isRange = section === "4.2.6" && call === "full";
      const shares = isRange ? ["PctLow", "PctHigh"] : ["Pct"];
      const why = isRange ? "the paper prints a range, from one to two percent, and ours lies in it" : note;
      return [cell("Us", toMicros(saved), note), ...shares.map((unit) => cell(unit, percent, why))];
    }),
  );
}
