/**
 * What the reader answered: kept in this browser, exported and imported as JSON, reset on request. A browser that keeps
 * nothing still holds the answers until the page is closed, and says so.
 */
import { create } from "zustand";
import type { ParamValues } from "../../engine/experiments/types.ts";
import type { Committed } from "../../lessons/verdict.ts";

/** Answers to one prediction, first to last; settled once right, told, or committed as "No idea". */
export interface PredictionRecord {
  readonly answers: readonly Committed[];
  readonly settled: boolean;
  readonly told: boolean;
  readonly variant: string | null; // the option chosen
}

export interface ExplainRecord {
  readonly pick: string | null;
  readonly text: string;
  readonly shown: boolean; // ours was compared with
}

export interface CheckRecord {
  readonly passed: boolean;
  readonly failures: number;
  readonly set: ParamValues; // what was submitted last
  readonly hints: number;
  readonly told: boolean;
}

export interface LessonRecord {
  readonly seen: readonly string[]; // steps
  readonly predictions: Readonly<Record<string, PredictionRecord>>;
  readonly explains: Readonly<Record<string, ExplainRecord>>;
  readonly checks: Readonly<Record<string, CheckRecord>>; // "checkpoint/part"
  readonly retrieved: Readonly<Record<string, string>>; // the option chosen
  readonly tried: readonly string[];
  readonly finished: boolean;
}

export interface Answers {
  readonly lessons: Readonly<Record<string, LessonRecord>>;
  readonly kept: boolean; // false where this browser keeps nothing
}

const KEY = "roundtrip-answers";
const FORMAT = "roundtrip-answers";
const VERSION = 1;

export const EMPTY: LessonRecord = {
  seen: [],
  predictions: {},
  explains: {},
  checks: {},
  retrieved: {},
  tried: [],
  finished: false,
};

/** What is kept and exported: the same text for the same answers. */
export const answersText = (lessons: Answers["lessons"]): string =>
  JSON.stringify({ format: FORMAT, version: VERSION, lessons }, null, 2);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
const count = (value: unknown): number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : 0;
const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

function each<T>(value: unknown, read: (one: unknown) => T | null): Readonly<Record<string, T>> {
  if (!isRecord(value)) return {};
  const entries = Object.entries(value).flatMap(([key, one]): [string, T][] => {
    const good = read(one);
    return good === null || key === "__proto__" ? [] : [[key, good]];
  });
  return Object.fromEntries(entries);
}

const isNumbers = (...values: readonly unknown[]): boolean => values.every((value) => Number.isFinite(value));

function readCommitted(value: unknown): Committed | null {
  if (!isRecord(value)) return null;
  const { kind, option, value: number, low, high, ys } = value;
  if (kind === "none") return { kind };
  if (kind === "choice" && typeof option === "string") return { kind, option };
  if (kind === "number" && isNumbers(number, low, high)) {
    return { kind, value: Number(number), low: Number(low), high: Number(high) };
  }
  return kind === "curve" && Array.isArray(ys) && isNumbers(...(ys as unknown[])) ? { kind, ys: ys as number[] } : null;
}

function readPrediction(value: unknown): PredictionRecord | null {
  if (!isRecord(value) || !Array.isArray(value["answers"])) return null;
  const answers = value["answers"].map(readCommitted).filter((one) => one !== null);
  if (answers.length === 0) return null;
  return { answers, settled: value["settled"] === true, told: value["told"] === true, variant: text(value["variant"]) };
}

const readExplain = (value: unknown): ExplainRecord | null =>
  isRecord(value)
    ? { pick: text(value["pick"]), text: text(value["text"]) ?? "", shown: value["shown"] === true }
    : null;

function readCheck(value: unknown): CheckRecord | null {
  if (!isRecord(value)) return null;
  const set = each(value["set"], (one) =>
    typeof one === "string" || Number.isFinite(one) ? (one as string | number) : null,
  );
  const { passed, failures, hints, told } = value;
  return { passed: passed === true, failures: count(failures), set, hints: count(hints), told: told === true };
}

function readLesson(value: unknown): LessonRecord | null {
  if (!isRecord(value)) return null;
  return {
    seen: texts(value["seen"]),
    predictions: each(value["predictions"], readPrediction),
    explains: each(value["explains"], readExplain),
    checks: each(value["checks"], readCheck),
    retrieved: each(value["retrieved"], text),
    tried: texts(value["tried"]),
    finished: value["finished"] === true,
  };
}

/** Answers from their text, without whatever in them cannot be meant; a sentence where it is no answers at all. */
export function readAnswers(json: string): Answers["lessons"] | string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return "This is not JSON, so it holds no answers. Choose a file that was exported here.";
  }
  if (!isRecord(value) || value["format"] !== FORMAT) {
    return `This file holds no answers: its format is not "${FORMAT}". Choose a file that was exported here.`;
  }
  if (value["version"] !== VERSION) {
    return `These answers are of version ${JSON.stringify(value["version"])}; this page reads version ${VERSION}.`;
  }
  return each(value["lessons"], readLesson);
}

function load(): Answers {
  try {
    const kept = localStorage.getItem(KEY);
    const read = kept === null ? {} : readAnswers(kept);
    return { lessons: typeof read === "string" ? {} : read, kept: true };
  } catch {
    return { lessons: {}, kept: false };
  }
}

export const answers = create<Answers>(load);

/** Puts the answers in place and keeps them, as far as the browser does. */
export function keep(lessons: Answers["lessons"]): void {
  let kept = true;
  try {
    localStorage.setItem(KEY, answersText(lessons));
  } catch {
    kept = false; // a private window, or no room left: they last as long as the page
  }
  answers.setState({ lessons, kept });
}

export const recordOf = (slug: string): LessonRecord => answers.getState().lessons[slug] ?? EMPTY;

export function update(slug: string, change: (record: LessonRecord) => LessonRecord): void {
  keep({ ...answers.getState().lessons, [slug]: change(recordOf(slug)) });
}

/** Forgets one lesson's answers, or all. */
export function reset(slug?: string): void {
  const { lessons } = answers.getState();
  keep(slug === undefined ? {} : Object.fromEntries(Object.entries(lessons).filter(([key]) => key !== slug)));
}
