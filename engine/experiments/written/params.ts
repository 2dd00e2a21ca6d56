/** The parameters and the measures of a call by written rules. */
import { readRules, rulesText, RULE_BOOK, withRules, type WrittenRules } from "../../protocols/written/rules.ts";
import { CELL_NAMES, CELLS } from "../../protocols/written/rules.ts";
import { calls, procedureMs, timer } from "../common-params.ts";
import { choiceOrText } from "../params.ts";
import type { MeasureTable, OwnText, Values } from "../types.ts";

/** Rules that have a name of their own. */
const NAMED: Readonly<Record<string, WrittenRules>> = {
  book: RULE_BOOK,
  repeat: withRules({ larger: "run" }),
  forget: withRules({ keep: "no" }),
};

/** The rules that a value of the parameter stands for. Throws RangeError for a text that is none. */
export function rulesOf(value: string): WrittenRules {
  const named = Object.hasOwn(NAMED, value) ? NAMED[value] : undefined;
  if (named !== undefined) return named;
  const read = readRules(value);
  if ("rules" in read) return read.rules;
  throw new RangeError(read.problem);
}

/** The shortest value that stands for rules. */
export function valueOfRules(rules: WrittenRules): string {
  const text = rulesText(rules);
  return text === "" ? "book" : text;
}

const OWN_RULES: OwnText = {
  label: "Your own",
  allowed: "cells and their values, such as equal=run,timer=forever",
  read: (text) => {
    const read = readRules(text);
    return "problem" in read ? read : { text: valueOfRules(read.rules) };
  },
  lines: (text) => {
    const rules = rulesOf(text);
    return CELL_NAMES.map((name) => `${name}=${rules[name]}`).join(",\n");
  },
  example: "equal=run",
};

export const WRITTEN_PARAMS = {
  calls: calls({ max: 100, default: 2, why: "A call and the next: what is left of the first may meet the second." }),
  serverMs: procedureMs({
    ...{ step: "Book a seat", min: 1, max: 10_000, default: 5 },
    why: "Longer than a packet needs, so that a copy may come while it runs.",
  }),
  rules: choiceOrText({
    group: "protocol",
    label: "Rules",
    options: { book: "The rule book", repeat: "Run whatever comes", forget: "Keep no result" },
    own: OWN_RULES,
    default: "book",
    why: `A text sets cells: ${Object.keys(CELLS).join(", ")}. All others are as in the rule book.`,
  }),
  retryMs: timer({
    ...{ label: "The client’s timer", unit: "ms", min: 5, max: 1000, default: 20, scale: "log" },
    why: "Longer than a call needs where nothing is lost.",
    of: ["Written client", "waiting"],
  }),
} as const;

export const WRITTEN_MEASURES = {
  packetsPerCall: { label: "Packets a call", unit: "", what: "packets until the last answer, by the calls of the run" },
  latencyMs: { label: "Latency, median", unit: "ms", what: "from a call’s begin to its return" },
  failedCalls: { label: "Calls failed", unit: "", what: "calls that ended without a result" },
} as const satisfies MeasureTable;

export type WrittenValues = Values<typeof WRITTEN_PARAMS>;
