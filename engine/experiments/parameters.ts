/**
 * Reading parameters from text (a link, a form field, a flag) by an experiment's parameter table. A value that cannot
 * be used gives a Problem that names key, value, what is allowed and the default; the caller decides whether that is a
 * notice (the page goes on with the default) or the end (the headless lab).
 */
import { quote } from "../faults/quote.ts";
import { readPlain } from "../faults/number-text.ts";
import type { Description, NumberParam, Param, ParamTable, ParamValue, ParamValues } from "./types.ts";

/** The parameter that says which rule of a protocol is left out, where an experiment has it (`leftOut`). */
export const LEFT_OUT = "without";

interface Problem {
  readonly key: string;
  readonly value: string;
  readonly allowed: string;
  readonly default: string;
  /** One line for a person. */
  readonly message: string;
}

interface ReadResult {
  readonly parameters: ParamValues; // complete and valid: defaults where nothing or nothing usable was given
  readonly problems: readonly Problem[];
}

/** "1 to 8", "0.1 to 1000 Mbit/s", "private or shared". */
export function allowedText(param: Param): string {
  if (param.kind === "choice") {
    const own = param.own === undefined ? [] : [param.own.allowed];
    return [...param.options.map((option) => option.value), ...own].join(" or ");
  }
  const unit = param.unit === "" ? "" : ` ${param.unit}`;
  const whole = param.step === 1 ? ", whole numbers" : "";
  return `${param.min} to ${param.max}${unit}${whole}`;
}

/** Decimals that a step allows: 0.1 has one. Values are rounded to it, so 0.30000000000000004 is 0.3. */
function decimalsOf(step: number): number {
  const text = String(step);
  const exponent = /e-(\d+)$/.exec(text);
  if (exponent !== null) return Number(exponent[1]);
  const point = text.indexOf(".");
  return point < 0 ? 0 : text.length - point - 1;
}

/** The value rounded to the parameter's step, counted from zero; what a slider or a link may name. */
export function snap(param: Pick<NumberParam, "min" | "max" | "step">, value: number): number {
  const stepped = Math.round(value / param.step) * param.step;
  return Number(Math.min(param.max, Math.max(param.min, stepped)).toFixed(decimalsOf(param.step)));
}

/** The value that `text` means for `param`, or null where it means none. A number is never rounded. */
export function readValue(param: Param, text: string): ParamValue | null {
  const trimmed = text.trim();
  if (param.kind === "choice") {
    if (param.options.some((option) => option.value === trimmed)) return trimmed;
    const own = param.own?.read(trimmed);
    return own !== undefined && "text" in own ? own.text : null;
  }
  const read = readPlain(text, param);
  return "value" in read ? read.value : null;
}

/** What to write in place of a text that is no allowed number: a space and a sentence; "" where the limits say all. */
export function numberAdvice(param: Param, text: string): string {
  const read = param.kind === "number" ? readPlain(text, param) : { why: "" };
  return "why" in read && read.why !== "" ? ` ${read.why}` : "";
}

/** What is wrong with a text that a reader wrote; null where it reads like none, but like a word. */
function problemOfText(param: Param, text: string): string | null {
  const isWord = /^[\w-]*$/.test(text.trim());
  const own = param.kind === "choice" && !isWord ? param.own?.read(text) : undefined;
  return own !== undefined && "problem" in own ? own.problem : null;
}

function nearest(key: string, keys: readonly string[]): string | undefined {
  const close = (a: string, b: string): boolean => a.toLowerCase().startsWith(b.toLowerCase().slice(0, 3));
  return keys.find((known) => known.toLowerCase() === key.toLowerCase()) ?? keys.find((known) => close(known, key));
}

/** Reads raw texts by the table of `experiment`; keys that it does not have are problems too. */
export function readParameters(experiment: Description, raw: Readonly<Record<string, string>>): ReadResult {
  const table: ParamTable = experiment.params;
  const parameters: Record<string, ParamValue> = {};
  const problems: Problem[] = [];
  for (const [key, param] of Object.entries(table)) parameters[key] = param.default;
  for (const [key, text] of Object.entries(raw)) {
    const param = Object.hasOwn(table, key) ? table[key] : undefined;
    if (param === undefined) {
      const keys = Object.keys(table);
      const hint = nearest(key, keys);
      problems.push({
        key,
        value: text,
        allowed: keys.join(", "),
        default: "",
        message:
          `${experiment.id}: there is no parameter ${quote(key)}` +
          (hint === undefined ? `; it has ${keys.join(", ")}.` : `; did you mean ${hint}?`),
      });
      continue;
    }
    const value = readValue(param, text);
    if (value !== null) {
      parameters[key] = value;
      continue;
    }
    const allowed = allowedText(param);
    const given = `${key} = ${quote(text)}`;
    const problem = problemOfText(param, text);
    const usual = `${allowed} (default ${param.default}).${numberAdvice(param, text)}`;
    problems.push({
      key,
      value: text,
      allowed,
      default: String(param.default),
      message: `${experiment.id}: ${given} is not allowed: ${problem ?? usual}`,
    });
  }
  return { parameters, problems };
}

const NEARLY = 1e-9; // of a value: what a sum of steps misses by, such as 0.1 + 0.2

/** A computed number on the parameter's step, where it misses it by a rounding error; others stay as they are. */
function onStep(param: Param | undefined, value: ParamValue): ParamValue {
  if (param?.kind !== "number" || typeof value !== "number") return value;
  const near = snap(param, value);
  return Math.abs(near - value) <= NEARLY * Math.max(1, Math.abs(value)) ? near : value;
}

/** All parameters, checked as a reader's input. Throws RangeError that begins with `where`. */
export function checkedParameters(experiment: Description, set: ParamValues, where: string): ParamValues {
  const { params } = experiment;
  const texts = Object.fromEntries(
    Object.entries(set).map(([key, value]) => [key, String(onStep(params[key], value))]),
  );
  const { parameters, problems } = readParameters(experiment, texts);
  const [problem] = problems;
  if (problem !== undefined) throw new RangeError(`${where}: ${problem.message}`);
  return parameters;
}
