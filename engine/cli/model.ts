/** `lab model`: runs a function of a paper's analytic model, the same Python file as in the browser. */
import { quote } from "../faults/quote.ts";
import { readPlain } from "../faults/number-text.ts";
import { unitText } from "../experiments/unit-text.ts";
import { papers } from "../papers/index.ts";
import { PythonError } from "../papers/python.ts";
import type { ModelArgument, ModelArguments, ModelFunction, Paper } from "../papers/types.ts";
import { readPairs } from "./arguments.ts";
import { loadPython } from "./needed.ts";
import { numberText, textTable } from "./text-table.ts";
import type { Cell } from "./text-table.ts";
import { DONE, suggestion, UsageError } from "./usage.ts";
import { printJson } from "./verb.ts";
import type { Verb } from "./verb.ts";

function readPaper(id: string): Paper {
  const paper = papers.find((known) => known.id === id);
  if (paper !== undefined) return paper;
  const ids = papers.map((known) => known.id);
  throw new UsageError(`lab model: there is no paper ${quote(id)}; ${suggestion(id, ids)}`);
}

function readFunction(paper: Paper, name: string): ModelFunction {
  const found = paper.modelFunctions.find((known) => known.name === name);
  if (found !== undefined) return found;
  const names = paper.modelFunctions.map((known) => known.name);
  throw new UsageError(`lab model: ${paper.id} has no function ${quote(name)}; ${suggestion(name, names)}`);
}

function allowed(argument: ModelArgument): string {
  if (argument.kind === "choice") return argument.options.join(" or ");
  return `${argument.min} to ${argument.max}${argument.unit === "" ? "" : ` ${unitText(argument.unit)}`}`;
}

function readArgument(argument: ModelArgument, text: string): number | string {
  if (argument.kind === "choice" && argument.options.includes(text)) return text;
  const read = argument.kind === "number" ? readPlain(text, argument) : { why: "" };
  if ("value" in read) return read.value;
  const got = `${argument.name} = ${quote(text)}`;
  const advice = read.why === "" ? "" : ` ${read.why}`;
  throw new UsageError(
    `lab model: ${got} is not allowed: ${allowed(argument)} (default ${argument.default}).${advice}`,
  );
}

/** All arguments of a function, defaults filled in. */
function readModelArguments(fn: ModelFunction, given: Readonly<Record<string, string>>): ModelArguments {
  const names = fn.arguments.map(({ name }) => name);
  const unknown = Object.keys(given).find((key) => !names.includes(key));
  if (unknown !== undefined) {
    const hint = suggestion(unknown, names);
    throw new UsageError(`lab model: ${fn.name} has no argument ${quote(unknown)}; ${hint}`);
  }
  return Object.fromEntries(
    fn.arguments.map((argument) => {
      const text = Object.hasOwn(given, argument.name) ? given[argument.name] : undefined;
      return [argument.name, text === undefined ? argument.default : readArgument(argument, text)];
    }),
  );
}

const shown = (value: number | string): Cell => (typeof value === "number" ? numberText(value) : value);

type Value = number | Readonly<Record<string, number>>;

/** Python is loaded here and not at the top: it takes two seconds that the other verbs need not pay. */
async function compute(paper: Paper, fn: ModelFunction, given: ModelArguments): Promise<Value> {
  const { openPython } = await loadPython("model");
  const python = await openPython();
  try {
    return fn.returns === "parts" ? python.parts(paper.id, fn.name, given) : python.call(paper.id, fn.name, given);
  } catch (error) {
    // The model raises ValueError for combinations of arguments that it does not hold for.
    if (error instanceof PythonError && error.type === "ValueError") throw new UsageError(`lab model: ${error.detail}`);
    throw error;
  } finally {
    python.close();
  }
}

/** A number with its unit, or its parts one a line. */
function valueText(value: Value, unit: string): string {
  if (typeof value === "number") return `${numberText(value)} ${unit}`.trimEnd();
  return textTable(
    [],
    Object.entries(value).map(([part, number]) => [part, numberText(number), unit]),
  );
}

export const model: Verb = {
  name: "model",
  summary: "Runs a function of a paper’s analytic model (its model.py).",
  operands: ["PAPER", "FUNCTION"],
  flags: [{ name: "set", value: "k=v", many: true, what: "set an argument of the function" }],
  run: async (args, io) => {
    const paper = readPaper(args.operand(0));
    const fn = readFunction(paper, args.operand(1));
    const given = readModelArguments(fn, readPairs(model, "set", args.all("set")));
    const value = await compute(paper, fn, given);
    if (args.has("json")) {
      printJson(io, { paper: paper.id, function: fn.name, arguments: given, value, unit: fn.unit });
      return DONE;
    }
    io.out(`${paper.id} ${fn.name}: ${fn.what}`);
    const rows = Object.entries(given).map(([key, argument]) => [`  ${key}`, shown(argument)]);
    if (rows.length > 0) io.out(textTable([], rows));
    io.out(valueText(value, unitText(fn.unit)));
    return DONE;
  },
};
