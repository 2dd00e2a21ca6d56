/**
 * What somebody answered, before the course and after it, as data: kept by the browser, and a file for a teacher. A
 * file says only which options were chosen; what is right is never read from it.
 */
import { codePointOf } from "../../engine/kernel/items.ts";
import { ITEMS } from "./items.ts";
import type { FormName, Option } from "./types.ts";

export const SITTINGS = ["before", "after"] as const;
export type SittingName = (typeof SITTINGS)[number];

/** The option chosen for each item by its id, "not-known" for none of them; nothing for an item not answered. */
export type Chosen = Readonly<Record<string, string>>;

export interface Sittings {
  /** What the reader calls himself, for a teacher: a name or a number; it may be empty. */
  readonly code: string;
  /** The form of the first sitting; the second has the other. */
  readonly first: FormName;
  readonly before: Chosen;
  readonly after: Chosen;
  /** The sittings that the reader has handed in; the second only after the first. */
  readonly done: readonly SittingName[];
}

export const NONE = "not-known";
export const LONGEST_CODE = 60;

/** The form of a sitting. */
export const formOf = ({ first }: Pick<Sittings, "first">, sitting: SittingName): FormName =>
  sitting === "before" ? first : first === "a" ? "b" : "a";

/** Half of a class begins with either form, and the same code always with the same one. */
function firstForm(code: string): FormName {
  const sum = [...code.trim().toLowerCase()].reduce((all, letter) => all + codePointOf(letter), 0);
  return sum % 2 === 0 ? "a" : "b";
}

export const begun = (code: string): Sittings => {
  const kept = code.trim().slice(0, LONGEST_CODE);
  return { code: kept, first: firstForm(kept), before: {}, after: {}, done: [] };
};

/** The option that was chosen for an item; null for none, and for "I do not know". */
export function optionOf(record: Sittings, sitting: SittingName, item: string): Option | null {
  const options = ITEMS.find(({ id }) => id === item)?.forms[formOf(record, sitting)].options ?? [];
  return options.find(({ id }) => id === record[sitting][item]) ?? null;
}

const KIND = "roundtrip concept test";
const VERSION = 1;
/** Letters of a file: more is none of ours. */
export const LARGEST = 10_000;

export const fileText = (record: Sittings): string => JSON.stringify({ kind: KIND, version: VERSION, ...record });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The choices of one sitting; a sentence where there is one that its form does not have. */
function chosenFrom(value: unknown, sitting: SittingName, form: FormName): Chosen | string {
  if (!isObject(value)) return `its answers ${sitting} the course are no list.`;
  const chosen: Record<string, string> = {};
  for (const [id, option] of Object.entries(value)) {
    const item = ITEMS.find((one) => one.id === id);
    if (item === undefined) return `it answers ${JSON.stringify(id.slice(0, 40))}, which the test does not ask.`;
    const isOption = option === NONE || item.forms[form].options.some((one) => one.id === option);
    if (!isOption) return `its answer to ${JSON.stringify(id)} ${sitting} the course is none of the three.`;
    chosen[id] = String(option);
  }
  return chosen;
}

const isDone = (value: unknown): value is readonly SittingName[] =>
  Array.isArray(value) &&
  ["", "before", "before,after"].includes(value.join(",")) &&
  value.every((one) => typeof one === "string");

/** What a text says; a sentence, without its subject, where it is none of this test, damaged, or of another version. */
export function readFile(text: string): Sittings | string {
  if (text.length > LARGEST) return `it has more than ${LARGEST.toLocaleString("en")} letters.`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "it is no JSON.";
  }
  if (!isObject(value) || value["kind"] !== KIND) return "it is no file of the concept test.";
  const { version, code, first, done } = value;
  if (version !== VERSION)
    return `it is of version ${JSON.stringify(version)?.slice(0, 20)}; this page reads version 1.`;
  if (typeof code !== "string" || code.length > LONGEST_CODE) return "its name or code is no short text.";
  const own = firstForm(code);
  if (first !== own) return "its first form is not the one that belongs to its name or code.";
  if (!isDone(done)) return "it does not say which sittings are handed in.";
  const before = chosenFrom(value["before"], "before", formOf({ first: own }, "before"));
  if (typeof before === "string") return before;
  const after = chosenFrom(value["after"], "after", formOf({ first: own }, "after"));
  if (typeof after === "string") return after;
  for (const [name, chosen] of [
    ["before", before],
    ["after", after],
  ] as const) {
    const count = Object.keys(chosen).length;
    if (done.includes(name) && count !== ITEMS.length)
      return `it is handed in ${name} the course with ${count} of ${ITEMS.length} answers.`;
  }
  return { code, first: own, before, after, done };
}
