/** Errors of stub compilers and of stubs: each says where, what it got and what it wants. */
import { quoteUpTo } from "../faults/quote.ts";

export interface Place {
  readonly line: number; // from 1
  readonly column: number; // in characters, from 1
}

/** A text that defines no interface. `line 3, column 12: got "FOO", want a type.` */
export class TextError extends Error {
  override readonly name: string = "TextError";
  readonly line: number;
  readonly column: number;
  readonly got: string; // '"FOO"', or "the end of the text"
  readonly want: string; // "a type"

  /** @param source the file or the flag that the text comes from; "" where there is only one */
  constructor({ line, column }: Place, got: string, want: string, advice = "", source = "") {
    const place = `${source === "" ? "" : `${source}, `}line ${line}, column ${column}`;
    super(`${place}: got ${got}, want ${want}.${advice === "" ? "" : ` ${advice}`}`);
    this.line = line;
    this.column = column;
    this.got = got;
    this.want = want;
  }
}

/** A place in a stub's message: `Files.Read, arguments, buffer[3]`. */
export interface StubPlace {
  readonly procedure: string; // with its interface: "Files.Read"
  readonly part: "arguments" | "results";
  readonly argument: string; // "buffer[3].length"; "" for all of them
}

/** A place within another: a field behind a dot, an element "[3]". */
export function inside(place: StubPlace, step: string): StubPlace {
  const dot = place.argument === "" || step.startsWith("[") ? "" : ".";
  return { ...place, argument: `${place.argument}${dot}${step}` };
}

/** Values that do not fit the types of a procedure, or a message that no such values encode to. */
export class StubError extends Error {
  override readonly name = "StubError";
  readonly procedure: string;
  readonly part: StubPlace["part"];
  readonly argument: string;
  readonly at: number | null; // the word or the byte, from 0; null for a value that is not encoded yet
  readonly got: string;
  readonly want: string;

  constructor(place: StubPlace, unit: "word" | "byte", at: number | null, got: string, want: string) {
    const { procedure, part, argument } = place;
    const where = [procedure, part, argument, at === null ? "" : `${unit} ${at}`].filter((text) => text !== "");
    super(`${where.join(", ")}: got ${got}, want ${want}.`);
    this.procedure = procedure;
    this.part = part;
    this.argument = argument;
    this.at = at;
    this.got = got;
    this.want = want;
  }
}

const LONGEST = 40; // characters of a text in an error

/** A value as an error shows it. */
export function shown(value: unknown): string {
  if (typeof value === "string") return quoteUpTo(LONGEST, value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === undefined || value === null) return "nothing";
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  return Array.isArray(value) ? `a list of ${value.length}` : "an object";
}
