/**
 * The messages between a lesson or an assignment in a frame and the page around it, version 1. Each is an object whose
 * `roundtrip` is the version. The reference (Links) and public/embed.html show them.
 */
import { quote } from "../../engine/faults/quote.ts";
import type { ParamValue } from "../../engine/experiments/types.ts";

export const MESSAGES = 1;

/** What the frame says. Numbers and names alone: what a reader wrote or chose stays in the frame. */
export type Spoken =
  | { readonly type: "ready"; readonly lesson: string; readonly title: string; readonly version: string }
  | {
      readonly type: "assignment"; // the page of an assignment is there, or one of its lessons was done meanwhile
      readonly title: string;
      readonly lessons: readonly string[]; // that it asks for
      readonly done: readonly string[]; // of these
      readonly version: string;
    }
  | { readonly type: "height"; readonly px: number }
  | { readonly type: "step"; readonly step: number; readonly steps: number }
  | { readonly type: "answered"; readonly step: number; readonly about: string; readonly right: boolean | null }
  | { readonly type: "score"; readonly score: number; readonly answered: number; readonly questions: number }
  | { readonly type: "done"; readonly score: number; readonly passed: boolean }
  | { readonly type: "refused"; readonly why: string };

/** What the page around it may ask for. */
export type Command =
  | { readonly type: "go"; readonly step: number }
  | {
      readonly type: "set";
      readonly parameters: Readonly<Record<string, ParamValue>>;
      readonly seed: number | null;
      readonly faults: readonly string[] | null;
    }
  | { readonly type: "lock"; readonly parts: readonly string[] };

const MOST = 40; // parameters, fault lines or parts in one message
const LONGEST = 200; // characters of a text in it

const KEYS: Readonly<Record<Command["type"], readonly string[]>> = {
  go: ["step"],
  set: ["parameters", "seed", "faults"],
  lock: ["parts"],
};
const isType = (type: unknown): type is Command["type"] => typeof type === "string" && Object.hasOwn(KEYS, type);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string" && value.length <= LONGEST;
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= MOST && value.every(isText);
const isValue = (value: unknown): value is ParamValue => isText(value) || Number.isFinite(value);

function shown(value: unknown): string {
  if (typeof value === "string") return quote(value.slice(0, LONGEST));
  return isObject(value) ? "an object" : Array.isArray(value) ? "a list" : String(value).slice(0, LONGEST);
}

function readSet({ parameters = {}, seed = null, faults = null }: Readonly<Record<string, unknown>>): Command | string {
  if (!isObject(parameters) || Object.keys(parameters).length > MOST || !Object.values(parameters).every(isValue))
    return `set.parameters = ${shown(parameters)} is not allowed: an object of at most ${MOST} numbers and texts.`;
  if (seed !== null && !Number.isSafeInteger(seed))
    return `set.seed = ${shown(seed)} is not allowed: a whole number. Leave it out for the step’s own.`;
  if (faults !== null && !isTexts(faults))
    return `set.faults = ${shown(faults)} is not allowed: a list of at most ${MOST} lines such as "drop call#2".`;
  const values = parameters as Readonly<Record<string, ParamValue>>;
  return { type: "set", parameters: values, seed: seed === null ? null : Number(seed), faults };
}

/**
 * A message as a command; a sentence where it is one of ours and cannot be meant; null where it is somebody else’s,
 * which a frame gets many of.
 */
export function readCommand(data: unknown, steps: number): Command | string | null {
  if (!isObject(data) || !Object.hasOwn(data, "roundtrip")) return null;
  const { roundtrip, type, ...rest } = data;
  if (roundtrip !== MESSAGES)
    return `roundtrip = ${shown(roundtrip)} is not a version that this lesson reads: ${MESSAGES}.`;
  if (!isType(type)) return `type = ${shown(type)} is not allowed: ${Object.keys(KEYS).join(", ")}.`;
  const unknown = Object.keys(rest).find((key) => !KEYS[type].includes(key));
  if (unknown !== undefined) return `${type} has no ${quote(unknown.slice(0, LONGEST))}: ${KEYS[type].join(", ")}.`;
  if (type === "set") return readSet(rest);
  if (type === "go") {
    const { step } = rest;
    const isStep = Number.isSafeInteger(step) && Number(step) >= 1 && Number(step) <= steps;
    return isStep ? { type, step: Number(step) } : `go.step = ${shown(step)} is not in this lesson: 1 to ${steps}.`;
  }
  const { parts } = rest;
  if (!isTexts(parts))
    return `lock.parts = ${shown(parts)} is not allowed: a list of names, such as ["parameters"]; [] unlocks all.`;
  return parts.some((part) => part.includes(","))
    ? "lock.parts has a name with a comma: give each name by itself."
    : { type, parts };
}
