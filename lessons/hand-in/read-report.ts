/** Reads the data of a report strictly, with limits: one sentence for the first fault. Nothing in it is believed. */
import { quote } from "../../engine/faults/quote.ts";
import type { ParamValue } from "../../engine/experiments/types.ts";
import type { Committed, Interval } from "../verdict.ts";
import { LAST_STEP } from "./assignment.ts";
import { digestOf, FORM, FORMAT, hasElement, sealOfFile, splitPage } from "./report-data.ts";
import type { CheckGiven, ExplainGiven, PredictionGiven, SealedReport } from "./report-data.ts";

/** Characters of a file; the largest of ours has a tenth of it. */
export const LARGEST = 2 << 20;
const DEEPEST = 8;
const MOST = 200; // entries of a list or of an object
const LONGEST_TEXT = 20_000; // of a sentence that a student wrote
const LONGEST_NAME = 80;
const DAY_AFTER = 4_102_444_800; // the year 2100, in seconds

export type Kind = "damaged" | "foreign" | "old" | "forged";

/** Why a file is no report that counts. */
export class ReportFault extends Error {
  override readonly name = "ReportFault";
  readonly kind: Kind;

  constructor(kind: Kind, message: string) {
    super(message);
    this.kind = kind;
  }
}

type Read<T> = (value: unknown, at: string) => T;

function wrong(at: string, value: unknown, want: string): never {
  const said = value === undefined ? "is not there" : `is ${quote(JSON.stringify(value))}`;
  throw new ReportFault("damaged", `${at} ${said}; want ${want}.`);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const flag: Read<boolean> = (value, at) => (typeof value === "boolean" ? value : wrong(at, value, "true or false"));

const number: Read<number> = (value, at) =>
  typeof value === "number" && Number.isFinite(value) ? value : wrong(at, value, "a number");

const whole =
  (most: number): Read<number> =>
  (value, at) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
      ? (value as number)
      : wrong(at, value, `a whole number of 0 to ${most}`);

const text =
  (longest: number): Read<string> =>
  (value, at) =>
    typeof value === "string" && value.length <= longest
      ? value
      : wrong(at, value, `a text of at most ${longest} characters`);

const maybe =
  <T>(read: Read<T>): Read<T | null> =>
  (value, at) =>
    value === null ? null : read(value, at);

const hash: Read<string> = (value, at) =>
  typeof value === "string" && /^[0-9a-f]{16}$/.test(value) ? value : wrong(at, value, "16 hexadecimal digits");

const list =
  <T>(read: Read<T>): Read<readonly T[]> =>
  (value, at) =>
    Array.isArray(value) && value.length <= MOST
      ? value.map((one, i) => read(one, `${at}[${i}]`))
      : wrong(at, value, `a list of at most ${MOST}`);

const table =
  <T>(read: Read<T>): Read<Readonly<Record<string, T>>> =>
  (value, at) => {
    if (!isObject(value) || Object.keys(value).length > MOST)
      return wrong(at, value, `at most ${MOST} entries by name`);
    const entries = Object.entries(value).map(([key, one]): [string, T] => {
      if (!/^[a-zA-Z][\w/-]{0,99}$/.test(key)) throw new ReportFault("damaged", `${at} has no entry ${quote(key)}.`);
      return [key, read(one, `${at}.${key}`)];
    });
    return Object.fromEntries(entries);
  };

/** A key that older files do not have. */
const later =
  <T>(read: Read<T>): Read<T | undefined> =>
  (value, at) =>
    value === undefined ? undefined : read(value, at);

type Shape<T> = { readonly [K in keyof T]-?: Read<T[K]> };

const object =
  <T extends object>(shape: Shape<T>): Read<T> =>
  (value, at) => {
    if (!isObject(value)) return wrong(at, value, "an object");
    const keys = Object.keys(shape) as (keyof T & string)[];
    const other = Object.keys(value).find((key) => !Object.hasOwn(shape, key));
    if (other !== undefined)
      throw new ReportFault("damaged", `${at} has a key ${quote(other)}; it may have ${keys.join(", ")}.`);
    const entries = keys.map((key) => [key, shape[key](value[key], at === "It" ? key : `${at}.${key}`)] as const);
    return Object.fromEntries(entries.filter(([, one]) => one !== undefined)) as T;
  };

const interval = object<Interval>({ low: number, high: number });
const is =
  <K extends string>(kind: K): Read<K> =>
  (value, at) =>
    value === kind ? kind : wrong(at, value, quote(kind));

const COMMITTED: { readonly [K in Committed["kind"]]: Read<Extract<Committed, { readonly kind: K }>> } = {
  none: object({ kind: is("none") }),
  choice: object({ kind: is("choice"), option: text(LONGEST_NAME) }),
  number: object({ kind: is("number"), value: number, interval: maybe(interval) }),
  curve: object({ kind: is("curve"), ys: list(number) }),
  crossing: object({ kind: is("crossing"), curves: list(list(number)) }),
};

const committed: Read<Committed> = (value, at) => {
  const kind = isObject(value) ? value["kind"] : undefined;
  if (typeof kind !== "string" || !Object.hasOwn(COMMITTED, kind))
    return wrong(at, value, `an answer whose kind is one of ${Object.keys(COMMITTED).join(", ")}`);
  return COMMITTED[kind as Committed["kind"]](value, at);
};

const when = maybe(whole(DAY_AFTER));
const parameter: Read<ParamValue> = (value, at) =>
  typeof value === "number" ? number(value, at) : text(LONGEST_TEXT)(value, at);

const prediction = object<PredictionGiven>({ answers: list(committed), told: flag, at: when });
const explain = object<ExplainGiven>({ pick: maybe(text(LONGEST_NAME)), text: text(LONGEST_TEXT) });
const check = object<CheckGiven>({
  ...{ passed: flag, told: flag, failures: whole(100_000), hints: whole(100) },
  ...{ experiment: text(LONGEST_NAME), set: table(parameter), seeds: list(whole(Number.MAX_SAFE_INTEGER)) },
  ...{ faults: list(text(LONGEST_NAME * 4)), hash: maybe(hash), at: when },
});

const format: Read<typeof FORMAT> = (value) => {
  if (value !== FORMAT)
    throw new ReportFault("foreign", `It is no report of Roundtrip: its format is not “${FORMAT}”.`);
  return FORMAT;
};
const form: Read<typeof FORM> = (value) => {
  if (value === FORM) return FORM;
  const kind = typeof value === "number" ? "old" : "damaged";
  throw new ReportFault(kind, `Its form is ${quote(String(JSON.stringify(value)))}; this version reads form ${FORM}.`);
};

const report = object<SealedReport>({
  ...{ format, form, engine: text(40), lesson: text(LONGEST_NAME), assignment: text(LONGEST_NAME) },
  ...{
    student: text(LONGEST_NAME),
    own: later(flag),
    saved: whole(DAY_AFTER),
    asked: later(list(whole(LAST_STEP))),
    finished: flag,
  },
  ...{ predictions: table(prediction), explains: table(explain), checks: table(check) },
  ...{ page: maybe(hash), seal: hash },
});

/** Data that do not come from a file, by the same rules. */
export const readData = (value: unknown): SealedReport => report(value, "It");

/** Whether brackets outside of texts stand deeper than a report has them. */
function isTooDeep(json: string): boolean {
  let [depth, inText] = [0, false];
  for (let i = 0; i < json.length; i++) {
    const letter = json[i];
    if (inText && letter === "\\") i++;
    else if (letter === '"') inText = !inText;
    else if (!inText && (letter === "{" || letter === "[") && ++depth > DEEPEST) return true;
    else if (!inText && (letter === "}" || letter === "]")) depth--;
  }
  return false;
}

function parsed(json: string): unknown {
  if (isTooDeep(json)) throw new ReportFault("damaged", `Its data lie more than ${DEEPEST} levels deep.`);
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw new ReportFault("damaged", "Its data are not JSON: cut off, or changed by hand.");
  }
}

/** What a file of so many characters or bytes is refused by before it is read; null where it may be one. */
export const tooLarge = (size: number): string | null =>
  size > LARGEST ? `It is larger than ${LARGEST >> 20} MB; no report is.` : null;

/**
 * The data of a report, from its page or from a file of data alone. Throws ReportFault.
 * @param content the whole file
 */
export function readReport(content: string): SealedReport {
  const large = tooLarge(content.length);
  if (large !== null) throw new ReportFault("foreign", large);
  const trimmed = content.trimStart();
  if (trimmed === "") throw new ReportFault("foreign", "It is empty.");
  const split = splitPage(content);
  if (split === null && hasElement(content)) {
    const isCut = !content.trimEnd().endsWith("</html>");
    const why = isCut ? "Its end is missing." : "Its data do not end it: something was put in after it was saved.";
    throw new ReportFault(isCut ? "damaged" : "forged", why);
  }
  if (split === null && !trimmed.startsWith("{"))
    throw new ReportFault("foreign", "It is no report of Roundtrip: it has no data of one.");
  const data = readData(parsed(split?.json ?? content));
  if (sealOfFile(data) !== data.seal)
    throw new ReportFault("forged", "Its data were changed after it was saved: their hash is another.");
  const page = split === null ? null : digestOf(split.page);
  if (page !== data.page)
    throw new ReportFault("forged", "The page that people read was changed after it was saved: its hash is another.");
  return data;
}
