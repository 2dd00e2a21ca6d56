/**
 * The numbers of a lesson and where each comes from: a published cell, the paper's model, a run, arithmetic on these,
 * or a word that these bear out. Cells are looked up; the others are printed as written and held to their source.
 */
import { itemAt } from "../engine/kernel/reads.ts";
import { answerTo, settingsFor } from "../engine/experiments/answering.ts";
import { descriptionsHere } from "../engine/experiments/lookup.ts";
import type { Param, ParamValue, ParamValues } from "../engine/experiments/types.ts";
import { cell, modelFunction, table } from "../engine/papers/lookup.ts";
import { role } from "../engine/papers/role.ts";
import type { CellAddress } from "../engine/papers/types.ts";
import { evaluate, namesIn } from "./expression.ts";
import { busyResource, experimentNamed, LessonError, momentMeasured, paperFor, unitText } from "./named.ts";
import type { CellNumber, LessonNumber, RunNumber } from "./types.ts";

export type NumberKind = "measured" | "model" | "simulated" | "computed";

/** The origin of a number, to which the page can lead. */
export type Origin =
  | { readonly kind: "cell"; readonly address: CellAddress }
  | { readonly kind: "model"; readonly paper: string; readonly fn: string }
  | { readonly kind: "run"; readonly request: RunRequest }
  | { readonly kind: "ours"; readonly parts: readonly { readonly name: string; readonly number: Stated }[] };

/** A number as it stands in the text, with all that its note says. */
export interface Stated {
  readonly text: string; // "2,661"
  readonly unit: string; // "µs"
  readonly kind: NumberKind;
  readonly where: string; // "Section 3.3, Table VI, sender, Handle trap to Nub: 74-byte packet"
  readonly source: string; // that, and all else that is to be said of it
  readonly origin: Origin;
  /** The run that answers it, or that it comes from; null where there is none. */
  readonly run: RunRequest | null;
}

export interface RunRequest {
  readonly experiment: string;
  readonly set: ParamValues;
  readonly faults: readonly string[];
  readonly seed: number;
  readonly measure: string; // or one of those of RunNumber that no experiment has
  readonly scale: number; // measure times scale is in the number's unit
}

/** The digits before a point in groups of three: "2,661", "26.61". */
function grouped(text: string): string {
  const [whole = "", decimals] = text.split(".");
  const parts = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? parts : `${parts}.${decimals}`;
}

/** The address of a cell by the text of its key columns: "1", "sender; Handle trap to Nub". */
export function addressOf(
  given: string | null,
  { table: id, row, column }: Pick<CellNumber, "table" | "row" | "column">,
): CellAddress {
  const paper = paperFor(given, `the cell ${id}, ${row}, ${column}`);
  const t = table(paper, id);
  const values = row.split(";").map((part) => part.trim());
  if (values.length > t.keys.length) {
    throw new LessonError(`${paper} ${id}: row "${row}" has ${values.length} parts, want ${t.keys.join("; ")}.`);
  }
  const key = values.map((value, i): readonly [string, string | number] => {
    const name = itemAt(t.keys, i, "key column");
    const isNumber = t.rows.some((one) => typeof one[name] === "number");
    return [name, isNumber ? Number(value) : value];
  });
  return { paper, table: id, row: Object.fromEntries(key), column };
}

/**
 * A number as it is printed, with its source in words. Throws LessonError or PaperError where it has none.
 * @param given the lesson’s paper
 */
export function stated(
  given: string | null,
  number: LessonNumber,
  numbers: Readonly<Record<string, LessonNumber>>,
): Stated {
  switch (number.kind) {
    case "cell":
      return statedCell(given, number);
    case "model": {
      const paper = paperFor(given, `the model’s ${number.fn}`);
      const info = modelFunction(paper, number.fn);
      const values = Object.entries(number.args)
        .map(([key, value]) => `${key}=${value}`)
        .join(", ");
      const where = `${number.fn}(${values}) of the paper’s model`;
      const source = `${where}. ${info.what}.`;
      const origin = { kind: "model", paper, fn: number.fn } as const;
      return { text: number.value, unit: unitText(number.unit), kind: "model", where, source, origin, run: null };
    }
    case "run": {
      const request: RunRequest = { ...number, scale: 1 };
      const where = runText(number);
      const own = { kind: "simulated", where, source: `${where}.`, origin: { kind: "run", request } } as const;
      return { text: number.value, unit: unitText(number.unit), ...own, run: request };
    }
    case "ours": {
      const names = [...new Set(namesIn(number.expression))];
      const parts = names.map((name) => ({ name, number: stated(given, numberNamed(numbers, name), numbers) }));
      const source = `${number.how}: ${withSigns(number.expression)}.`;
      const own = { kind: "computed", where: number.how, source, origin: { kind: "ours", parts } } as const;
      return { text: number.value, unit: unitText(number.unit), ...own, run: null };
    }
    case "word": {
      const names = [...new Set(namesOf(number))];
      const parts = names.map((name) => ({ name, number: stated(given, numberNamed(numbers, name), numbers) }));
      const source = sentence(saysOf(compared(given, number, numbers)));
      const own = { kind: "computed", where: source, source, origin: { kind: "ours", parts } } as const;
      return { text: number.phrase, unit: "", ...own, run: null };
    }
  }
}

/** What the numbers say, for a note and for a message: "waiting 20,160, the call 21,260". */
export const saysOf = (values: ReadonlyMap<string, number>): string =>
  [...values].map(([name, value]) => `${name} ${Number(value.toPrecision(4)).toLocaleString("en-US")}`).join(", ");

/** The numbers that another one is made of, by name. */
export function namesOf(number: LessonNumber): readonly string[] {
  if (number.kind === "ours") return namesIn(number.expression);
  return number.kind === "word" ? Object.values(number.of).flatMap(namesIn) : [];
}

type Word = Extract<LessonNumber, { readonly kind: "word" }>;

/** What a word compares, by the names that its note lists. */
export const compared = (
  paper: string | null,
  { of }: Word,
  numbers: Readonly<Record<string, LessonNumber>>,
): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(of).map(([name, expression]) => [
      name,
      evaluate(expression, (one) => valueOf(paper, numberNamed(numbers, one), numbers)),
    ]),
  );

/** The lesson's number of this name. Throws LessonError where it has none. */
export function numberNamed(numbers: Readonly<Record<string, LessonNumber>>, name: string): LessonNumber {
  const found = Object.hasOwn(numbers, name) ? numbers[name] : undefined;
  if (found !== undefined) return found;
  throw new LessonError(`the lesson has no number "${name}"; it has ${Object.keys(numbers).join(", ")}.`);
}

/** Arithmetic as it is set: "100 × 2 × wire ÷ measured". */
const withSigns = (expression: string): string =>
  expression.replaceAll("*", "×").replaceAll("/", "÷").replaceAll("-", "−");

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;

function statedCell(given: string | null, number: CellNumber): Stated {
  const address = addressOf(given, number);
  const found = cell(address);
  if (typeof found.value !== "number") {
    throw new LessonError(
      `${address.paper} ${number.table}, ${number.row}, ${number.column}: ${String(found.value)} is no number.`,
    );
  }
  const value = Number((found.value * (number.scale ?? 1)).toPrecision(12));
  const use = role(address) === "input" ? " The simulation takes this figure from the paper." : "";
  const conditions = found.conditions === "" ? "" : ` ${sentence(found.conditions)}`;
  return {
    text: grouped(String(value)),
    unit: unitText(number.unit ?? found.unit),
    kind: "measured",
    where: found.label,
    source: `${found.label}.${conditions}${use}`,
    origin: { kind: "cell", address },
    run: answeringRun(address),
  };
}

/** The run that answers a published cell: the same figure, simulated. */
function answeringRun(address: CellAddress): RunRequest | null {
  const answered = answerTo(descriptionsHere(), address);
  if (answered === null) return null;
  const { experiment, answer } = answered;
  const set = settingsFor(answered, address.row);
  const { faults = [] } = answer;
  return { experiment: experiment.id, set, faults, seed: 1, measure: answer.measure, scale: answer.scale ?? 1 };
}

function labelIn(table: Readonly<Record<string, { readonly label: string }>>, name: string): string {
  const entry = table[name];
  if (entry === undefined) throw new LessonError(`There is no "${name}" among ${Object.keys(table).join(", ")}.`);
  return entry.label;
}

/** "Caller threads" within a sentence; a name keeps its capitals: "UDP checksum". */
const within = (label: string): string =>
  /^\S+[A-Z\d]/.test(label) ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;

/** Characters: a program or a specification that is set is longer. */
const LONG_SETTING = 40;

/** "calls: 1", "servers stand: on one ring". */
function settingText(params: Readonly<Record<string, Param>>, key: string, value: ParamValue): string {
  const param = params[key];
  const option = param?.kind === "choice" ? param.options.find((one) => one.value === value) : undefined;
  const isLong = option === undefined && String(value).length > LONG_SETTING;
  return `${within(labelIn(params, key))}: ${isLong ? "a text of the lesson" : within(option?.label ?? String(value))}`;
}

function runText({ experiment, set, faults, seed, measure }: RunNumber): string {
  const found = experimentNamed(experiment);
  const settings = Object.entries(set).map(([key, value]) => settingText(found.params, key, value));
  const resource = busyResource(measure);
  const moment = momentMeasured(measure);
  const what =
    resource !== null
      ? `share of the run’s time that ${resource} was busy`
      : moment !== null
        ? `${moment.at} of “${moment.of.name}” at ${moment.of.machine}, from the start of the call`
        : within(labelIn(found.measures, measure));
  return `A run of ${found.title}. Measured: ${what}. Set: ${[...settings, ...faults, `seed: ${seed}`].join("; ")}`;
}

/** Value of a number for arithmetic. */
export function valueOf(
  paper: string | null,
  number: LessonNumber,
  numbers: Readonly<Record<string, LessonNumber>>,
): number {
  if (number.kind === "ours") {
    return evaluate(number.expression, (name) => valueOf(paper, numberNamed(numbers, name), numbers));
  }
  if (number.kind === "word") throw new LessonError(`the word "${number.phrase}" has no value.`);
  return Number(stated(paper, number, numbers).text.replaceAll(",", ""));
}
