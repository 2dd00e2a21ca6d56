/** One value among many changed, by the names that lead to it. */
import type { WrittenValue } from "../../engine/stubs/declared.ts";

export interface ChangedValue {
  /** "where", "[3]": as the values of a call are named, from the outermost on. */
  readonly steps: readonly string[];
  readonly text: string;
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** A text as a value of the kind that stands there; one that is none is left to the writer, which says so. */
function valueOf(text: string, before: WrittenValue): WrittenValue {
  if (typeof before === "number" && NUMBER.test(text.trim())) return Number(text);
  if (typeof before === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Names that only the tree of values has: a pointer’s value stands for the pointer. */
const BEHIND_POINTER: readonly (string | undefined)[] = ["it", "value"];

const isList = (value: WrittenValue): value is readonly WrittenValue[] => Array.isArray(value);
const isRecord = (value: WrittenValue): value is Readonly<Record<string, WrittenValue>> =>
  typeof value === "object" && value !== null && !isList(value);

export function changedAt(value: WrittenValue, { steps, text }: ChangedValue): WrittenValue {
  const [step, ...rest] = steps;
  if (step === undefined) return valueOf(text, value);
  const further = (inner: WrittenValue): WrittenValue => changedAt(inner, { steps: rest, text });
  if (isList(value)) return value.map((one, i) => (`[${i}]` === step ? further(one) : one));
  if (isRecord(value) && Object.hasOwn(value, step)) return { ...value, [step]: further(value[step] ?? null) };
  return BEHIND_POINTER.includes(step) ? further(value) : value;
}
