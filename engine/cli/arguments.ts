/** Reads a verb's operands and flags by its table. Throws UsageError for flags that the table does not have. */
import { groupsIn, namedIn } from "../kernel/reads.ts";
import { quote } from "../faults/quote.ts";
import { parseArgs } from "node:util";
import { closestWord } from "../faults/closest-word.ts";
import { UsageError } from "./usage.ts";

export interface Flag {
  readonly name: string; // "set", written --set
  readonly value?: string; // the name of its value in the synopsis: "k=v"; left out for a switch
  readonly many?: boolean; // may be given more than once
  readonly what: string;
}

/** The table of a verb: its operands and flags. Reader, synopsis and help are made from it. */
export interface Shape {
  readonly name: string;
  readonly summary: string;
  /** ["PAPER", "FUNCTION"], all needed; ["PART…"] for one or more, ["[PART]"] for one or none */
  readonly operands: readonly string[];
  readonly flags: readonly Flag[];
}

/** On every verb. */
const COMMON_FLAGS: readonly Flag[] = [
  { name: "json", what: "print JSON" },
  { name: "progress", what: "tell how far it is, on standard error, even where that is no terminal" },
  { name: "help", what: "print this" },
];

export class Arguments {
  readonly operands: readonly string[];
  private readonly values: Readonly<Record<string, readonly string[]>>;

  constructor(operands: readonly string[], values: Readonly<Record<string, readonly string[]>>) {
    this.operands = operands;
    this.values = values;
  }

  /** The operand in this place; the reader has made sure that it is there. */
  operand(index: number): string {
    const operand = this.operands[index];
    if (operand === undefined) throw new Error(`Operand ${index} is asked for; there are ${this.operands.length}.`);
    return operand;
  }

  has(flag: string): boolean {
    return this.all(flag).length > 0;
  }

  /** The flag's value; undefined where it was not given. */
  one(flag: string): string | undefined {
    return this.all(flag)[0];
  }

  all(flag: string): readonly string[] {
    return Object.hasOwn(this.values, flag) ? namedIn(this.values, flag, "flag") : [];
  }
}

const flagText = ({ name, value }: Flag): string => (value === undefined ? `--${name}` : `--${name} ${value}`);

/** "lab run EXPERIMENT [--set k=v]… [--json]" */
export function synopsis(shape: Shape): string {
  const flags = shape.flags.map((flag) => `[${flagText(flag)}]${flag.many === true ? "…" : ""}`);
  return ["lab", shape.name, ...shape.operands, ...flags, "[--json]"].join(" ");
}

/** The synopsis, what the verb does, and a line per flag. */
export function help(shape: Shape): string {
  const flags = [...shape.flags, ...COMMON_FLAGS];
  const width = Math.max(...flags.map((flag) => flagText(flag).length));
  const lines = flags.map((flag) => `  ${flagText(flag).padEnd(width)}  ${flag.what}`);
  return [synopsis(shape), "", `  ${shape.summary}`, "", ...lines].join("\n");
}

type Token = NonNullable<ReturnType<typeof parseArgs>["tokens"]>[number];

function checkOption(shape: Shape, flags: readonly Flag[], token: Token & { kind: "option" }, seen: number): void {
  const where = `lab ${shape.name}: ${token.rawName}`;
  const flag = flags.find((known) => known.name === token.name && token.rawName.startsWith("--"));
  if (flag === undefined) {
    const meant = closestWord(
      token.name,
      flags.map((known) => known.name),
    );
    const all = flags.map((known) => `--${known.name}`).join(", ");
    const hint = meant === undefined ? `it has ${all}.` : `did you mean --${meant}?`;
    throw new UsageError(`lab ${shape.name}: there is no flag ${token.rawName}; ${hint}`);
  }
  if (flag.value === undefined && token.inlineValue === true) {
    throw new UsageError(`${where} takes no value, got ${quote(token.value)}.`);
  }
  if (flag.value !== undefined && (token.value === undefined || (!token.inlineValue && token.value.startsWith("--")))) {
    throw new UsageError(`${where} needs a value: ${flagText(flag)} (${flag.what}).`);
  }
  if (seen > 0 && flag.value !== undefined && flag.many !== true) {
    throw new UsageError(`${where} is given twice; it is taken once.`);
  }
}

export function readArguments(shape: Shape, args: readonly string[]): Arguments {
  const flags = [...shape.flags, ...COMMON_FLAGS];
  const options = Object.fromEntries(
    flags.map((flag) => [flag.name, { type: flag.value === undefined ? ("boolean" as const) : ("string" as const) }]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const operands: string[] = [];
  const values: Record<string, string[]> = {};
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    checkOption(shape, flags, token, values[token.name]?.length ?? 0);
    (values[token.name] ??= []).push(token.value ?? "");
  }
  if (values["help"] === undefined) checkOperands(shape, operands);
  return new Arguments(operands, values);
}

function checkOperands(shape: Shape, operands: readonly string[]): void {
  const missing = shape.operands[operands.length];
  if (missing !== undefined && !missing.startsWith("[")) {
    throw new UsageError(`lab ${shape.name}: ${missing} is missing. Usage: ${synopsis(shape)}`);
  }
  const extra = operands[shape.operands.length];
  if (extra !== undefined && shape.operands.at(-1)?.endsWith("…") !== true) {
    throw new UsageError(`lab ${shape.name}: ${quote(extra)} is one too many. Usage: ${synopsis(shape)}`);
  }
}

/** Splits "key=value" texts. A key given twice is an error: which one was meant? */
export function readPairs(shape: Shape, flag: string, texts: readonly string[]): Readonly<Record<string, string>> {
  const pairs = new Map<string, string>(); // a key may be "__proto__"
  for (const text of texts) {
    const [, key, value] = groupsIn(/^([^=]+)=(.*)$/s, text);
    if (key === undefined || value === undefined) {
      throw new UsageError(`lab ${shape.name}: --${flag} ${quote(text)} is not of the form key=value.`);
    }
    if (pairs.has(key)) throw new UsageError(`lab ${shape.name}: --${flag} gives ${key} twice.`);
    pairs.set(key, value);
  }
  return Object.fromEntries(pairs);
}

/** A flag whose value is a whole number in a range. */
export function readWhole(
  shape: Shape,
  args: Arguments,
  flag: string,
  range: { readonly min: number; readonly max: number; readonly default: number },
): number {
  const text = args.one(flag);
  if (text === undefined) return range.default;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < range.min || value > range.max) {
    throw new UsageError(
      `lab ${shape.name}: --${flag} ${quote(text)} is not allowed: whole numbers from ${range.min} to ` +
        `${range.max} (default ${range.default}).`,
    );
  }
  return value;
}
