/** Reads answers from their text (answers-text.ts): what the browser kept, or a file that the reader chose. */
import { MISCONCEPTIONS } from "../../lessons/misconceptions.ts";
import type { Misconception } from "../../lessons/misconceptions.ts";
import type { QuestionName } from "../../lessons/schedule.ts";
import type { Committed, Interval } from "../../lessons/verdict.ts";
import { FORMAT, VERSION } from "./answers-text.ts";
import type {
  Answers,
  CheckRecord,
  ExplainRecord,
  Given,
  LessonRecord,
  LogEntry,
  MemoryRecord,
  PredictionRecord,
} from "./record.ts";

const LONGEST_VERSION = 20; // that is printed

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

const isNumberList = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && isNumbers(...(value as unknown[]));

/** The ends of an interval; null where none was given. Older answers have the ends beside the guess. */
function readInterval(value: unknown): Interval | null {
  if (!isRecord(value)) return null;
  const { low, high } = value;
  return isNumbers(low, high) ? { low: Number(low), high: Number(high) } : null;
}

function readCommitted(value: unknown): Committed | null {
  if (!isRecord(value)) return null;
  const { kind, option, value: number, interval = value, ys, curves } = value;
  if (kind === "none") return { kind };
  if (kind === "choice" && typeof option === "string") return { kind, option };
  if (kind === "number" && isNumbers(number)) {
    return { kind, value: Number(number), interval: readInterval(interval) };
  }
  if (kind === "crossing" && Array.isArray(curves) && curves.every(isNumberList)) return { kind, curves };
  return kind === "curve" && isNumberList(ys) ? { kind, ys } : null;
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
  const faults = texts(value["faults"]); // none in older answers
  return { passed: passed === true, failures: count(failures), set, faults, hints: count(hints), told: told === true };
}

function readGiven(value: unknown): Given | null {
  if (!isRecord(value)) return null;
  const [first, option] = [text(value["first"]), text(value["option"])];
  return first === null || option === null ? null : { first, option, right: value["right"] === true };
}

const isName = (name: string): name is QuestionName => /^[^/]+\/[^/]+$/.test(name);

function readMemory(value: unknown): MemoryRecord {
  if (!isRecord(value)) return { asked: [], given: {} };
  return { asked: [...new Set(texts(value["asked"]).filter(isName))], given: each(value["given"], readGiven) };
}

const KINDS: readonly string[] = ["prediction", "again", "variant", "checkpoint", "memory"];
const FORMS: readonly string[] = ["none", "choice", "number", "curve", "crossing", "run"];
const beliefs = (value: unknown): readonly Misconception[] =>
  texts(value).filter((one): one is Misconception => Object.hasOwn(MISCONCEPTIONS, one));

/** Older answers do not say; each of their numbers had an interval, and was right where this held the truth. */
function readCaught({ caught, form, right }: Readonly<Record<string, unknown>>): boolean | null {
  if (caught === undefined) return form === "number" ? right === true : null;
  return typeof caught === "boolean" ? caught : null;
}

function readEntry(value: unknown): LogEntry | null {
  if (!isRecord(value)) return null;
  const [about, kind, form] = [text(value["about"]), text(value["kind"]), text(value["form"])];
  if (about === null || kind === null || form === null || !KINDS.includes(kind) || !FORMS.includes(form)) return null;
  return {
    about,
    kind: kind as LogEntry["kind"],
    form: form as LogEntry["form"],
    right: value["right"] === true,
    could: beliefs(value["could"]),
    showed: beliefs(value["showed"]),
    caught: readCaught(value),
    ...(value["at"] === undefined ? {} : { at: count(value["at"]) }),
  };
}

function readLesson(value: unknown): LessonRecord | null {
  if (!isRecord(value)) return null;
  const log: unknown = value["log"];
  return {
    turn: count(value["turn"]),
    visit: count(value["visit"]),
    seen: texts(value["seen"]),
    at: value["at"] === undefined ? texts(value["seen"]).length : count(value["at"]), // older answers do not say
    predictions: each(value["predictions"], readPrediction),
    explains: each(value["explains"], readExplain),
    checks: each(value["checks"], readCheck),
    variants: each(value["variants"], text),
    opening: readMemory(value["opening"]),
    ending: readMemory(value["ending"]),
    log: Array.isArray(log) ? log.map(readEntry).filter((one) => one !== null) : [],
    finished: value["finished"] === true,
  };
}

/** Answers from their text, without whatever in them cannot be meant; a sentence where it is no answers at all. */
export function readAnswers(json: string): Answers["lessons"] | string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return "Their text is not JSON.";
  }
  if (!isRecord(value) || value["format"] !== FORMAT) {
    return `Their format is not "${FORMAT}".`;
  }
  if (value["version"] !== VERSION) {
    const said = JSON.stringify(value["version"]) ?? "not there";
    const short = said.length > LONGEST_VERSION ? `${said.slice(0, LONGEST_VERSION)}…` : said;
    return `Their version is ${short}; this page reads version ${VERSION}.`;
  }
  return each(value["lessons"], readLesson);
}
