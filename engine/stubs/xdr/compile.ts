/** Compiles interface files in the XDR language: one text, or several parts with what stands around them. */
import { quote } from "../../faults/quote.ts";
import { XdrTextError } from "./error.ts";
import { tokensOf } from "./lexer.ts";
import type { Around, Source } from "../parts.ts";
import { A_TYPE, ANOTHER_FILE } from "./names.ts";
import { Parser } from "./parser.ts";
import type { Definitions, Missing, Schema } from "./types.ts";

/** Definitions and a type among them. */
export interface Compiled extends Definitions, Schema {}

/** Reads a text; once more with all of its constants where a name stands above the line that declares it. */
function read<Read extends Definitions>(
  sources: readonly Source[],
  around: Around,
  by: (parser: Parser) => Read,
): Read {
  const text = tokensOf(sources, around);
  const first = by(new Parser(text, new Map()));
  const isBelow = first.missing.some(({ name }) => first.constants.has(name));
  return isBelow ? by(new Parser(text, first.constants)) : first;
}

/** The definitions of texts. What no text declares is in `missing`. Throws XdrTextError with file, line and column. */
export const compileXdr = (sources: readonly Source[], around: Around = {}): Definitions =>
  read(sources, around, (parser) => parser.text());

/** A type behind definitions. What no text declares is in `missing`. Throws XdrTextError, which names the text. */
export const compileType = (sources: readonly Source[], around: Around = {}): Compiled =>
  read(sources, around, (parser) => parser.typeOf());

/** The error for the first name that is missing. */
export function missingError({ name, what, ...place }: Missing): XdrTextError {
  const want = what === "a type" ? A_TYPE : "a number, or the name of one";
  return new XdrTextError(place, quote(name), want, ANOTHER_FILE);
}

function whole<Read extends Definitions>(read: Read): Read {
  const [missing] = read.missing;
  if (missing !== undefined) throw missingError(missing);
  return read;
}

/** The definitions of a text that declares all its names. Throws XdrTextError with line and column. */
export const parseXdr = (text: string): Definitions => whole(compileXdr([{ name: "", text }]));

/** A type, perhaps behind definitions: `struct node { int value; node *next; }; node *`. Throws XdrTextError. */
export const parseType = (text: string): Schema => whole(compileType([{ name: "", text }]));
