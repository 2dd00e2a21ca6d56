/**
 * Reads a definitions module by recursive descent:
 *
 *     module      = name ":" "DEFINITIONS" "=" "BEGIN" { declaration ";" } "END" "."
 *     declaration = name ":" ( "TYPE" "=" type | "PROCEDURE" [fields] ["RETURNS" fields]
 *                            | "ERROR" [fields] | "SIGNAL" [fields] ["RETURNS" fields] )
 *     fields      = "[" [ names ":" type { "," names ":" type } ] "]"
 *     names       = name { "," name }
 *     type        = "INTEGER" | "CARDINAL" | "LONG" ("INTEGER" | "CARDINAL") | "BOOLEAN" | "CHARACTER"
 *                 | "STRING" "[" number "]" | "ARRAY" "[" "0" ".." number ")" "OF" type
 *                 | "DESCRIPTOR" "FOR" "ARRAY" "OF" type | "RECORD" fields | "{" names "}" | name
 *
 * Mesa has all of it but the length of a string, which is ours: there a string is a pointer. A type is declared above
 * the lines that use it, so no type holds itself.
 */
import { TokenReader, type Token } from "../token-reader.ts";
import { LupineError } from "./error.ts";
import { tokensOf } from "./lexer.ts";
import { leastWords, MAX_WORDS } from "./types.ts";
import type { Declaration, Field, Interface, LupineType, Simple } from "./types.ts";

const SIMPLE: ReadonlyMap<string, Simple> = new Map([
  ["INTEGER", "integer"],
  ["CARDINAL", "cardinal"],
  ["BOOLEAN", "boolean"],
  ["CHARACTER", "character"],
]);
const LONG: ReadonlyMap<string, Simple> = new Map([
  ["INTEGER", "long integer"],
  ["CARDINAL", "long cardinal"],
]);

export const RESERVED: ReadonlySet<string> = new Set([
  ...["DEFINITIONS", "BEGIN", "END", "TYPE", "PROCEDURE", "PROC", "RETURNS", "ERROR", "SIGNAL"],
  ...["INTEGER", "CARDINAL", "LONG", "BOOLEAN", "CHARACTER", "STRING", "ARRAY", "OF", "DESCRIPTOR", "FOR", "RECORD"],
  ...["POINTER", "REF", "SEQUENCE", "PORT", "PROCESS"],
]);

const WORDS_OF_TYPES = "INTEGER, CARDINAL, LONG, BOOLEAN, CHARACTER, STRING, ARRAY, DESCRIPTOR, RECORD";
const TYPES = `a type: ${WORDS_OF_TYPES}, {…} or a name declared above`;

/** Types of Mesa that a call cannot carry, with the reason. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ["POINTER", "An address means nothing on another machine."],
  ["REF", "An address means nothing on another machine."],
  ["PROCEDURE", "A procedure stays on its machine; export an interface instead."],
  ["PROC", "A procedure stays on its machine; export an interface instead."],
  ["SEQUENCE", "Write DESCRIPTOR FOR ARRAY OF for an array whose length comes with it."],
  ["PORT", "A port stays on its machine."],
  ["PROCESS", "A process stays on its machine."],
]);

const MAX_DEPTH = 32; // types inside each other

class Parser extends TokenReader {
  private readonly types = new Map<string, LupineType>();
  private depth = 0;

  constructor(text: string) {
    super(tokensOf(text), RESERVED);
  }

  protected override error(token: Token, got: string, want: string, advice: string): LupineError {
    return new LupineError(token, got, want, advice);
  }

  module(): Interface {
    const name = this.nameToken("the name of the interface").text;
    for (const text of [":", "DEFINITIONS", "=", "BEGIN"]) this.take(text);
    const declarations: Declaration[] = [];
    const taken = new Set<string>();
    while (!this.takes("END")) {
      declarations.push(this.declaration(this.freshName(taken, "the name of a declaration, or END")));
      this.take(";");
    }
    this.take(".");
    if (!this.isAtEnd) throw this.wrong("the end of the text");
    return { name, declarations };
  }

  private declaration(name: string): Declaration {
    this.take(":");
    const place = this.next;
    if (this.takes("TYPE")) {
      this.take("=");
      const type = this.type();
      this.types.set(name, { tag: "named", name, is: type });
      return { tag: "type", name, type };
    }
    if (this.takes("PROCEDURE") || this.takes("PROC")) return { tag: "procedure", name, ...this.signature(place) };
    if (this.takes("SIGNAL")) return { tag: "signal", name, ...this.signature(place) };
    if (this.takes("ERROR")) {
      const given = this.optionalFields();
      if (this.next.text === "RETURNS") throw this.wrong('";"', this.next, "An error cannot be resumed; a SIGNAL can.");
      this.fits(place, given);
      return { tag: "error", name, arguments: given, results: [] };
    }
    throw this.wrong("TYPE, PROCEDURE, ERROR or SIGNAL");
  }

  private signature(place: Token): { readonly arguments: readonly Field[]; readonly results: readonly Field[] } {
    const given = this.optionalFields();
    const results = this.takes("RETURNS") ? this.fields() : [];
    this.fits(place, given);
    this.fits(place, results);
    return { arguments: given, results };
  }

  private optionalFields(): readonly Field[] {
    return this.next.text === "[" ? this.fields() : [];
  }

  private fields(): readonly Field[] {
    this.take("[");
    const fields: Field[] = [];
    const taken = new Set<string>();
    if (this.takes("]")) return fields;
    do {
      const names = [this.freshName(taken, "the name of a field")];
      while (this.takes(",")) names.push(this.freshName(taken, "the name of a field"));
      this.take(":");
      const type = this.type();
      fields.push(...names.map((name) => ({ name, type })));
    } while (this.takes(","));
    this.take("]");
    return fields;
  }

  private type(): LupineType {
    const place = this.next;
    if (this.depth >= MAX_DEPTH) throw this.wrong(`at most ${MAX_DEPTH} types inside each other`);
    this.depth++;
    const type = this.anyType();
    this.depth--;
    this.fits(place, [{ type }]);
    return type;
  }

  private anyType(): LupineType {
    const simple = SIMPLE.get(this.next.text);
    if (simple !== undefined) {
      this.skip();
      return { tag: simple };
    }
    if (this.takes("LONG")) return this.long();
    if (this.takes("STRING")) {
      this.take("[");
      const most = this.number(1, MAX_WORDS);
      this.take("]");
      return { tag: "string", most };
    }
    if (this.takes("ARRAY")) return this.array();
    if (this.takes("DESCRIPTOR")) {
      for (const text of ["FOR", "ARRAY", "OF"]) this.take(text);
      return { tag: "descriptor", of: this.type() };
    }
    if (this.takes("RECORD")) {
      const place = this.next;
      const fields = this.fields();
      if (fields.length === 0) throw new LupineError(place, '"[]"', "at least one field");
      return { tag: "record", fields };
    }
    if (this.takes("{")) return this.enumeration();
    const named = this.types.get(this.next.text);
    if (named === undefined) throw this.wrong(TYPES, this.next, ADVICE.get(this.next.text));
    this.skip();
    return named;
  }

  private long(): LupineType {
    const tag = LONG.get(this.next.text);
    if (tag === undefined) throw this.wrong("INTEGER or CARDINAL", this.next, ADVICE.get(this.next.text));
    this.skip();
    return { tag };
  }

  private array(): LupineType {
    this.take("[");
    this.number(0, 0);
    this.take("..");
    const length = this.number(1, MAX_WORDS);
    this.take(")");
    this.take("OF");
    return { tag: "array", length, of: this.type() };
  }

  private enumeration(): LupineType {
    const taken = new Set<string>();
    const names = [this.freshName(taken, "the name of a value")];
    while (this.takes(",")) names.push(this.freshName(taken, "the name of a value"));
    if (names.length > MAX_WORDS) throw this.wrong(`at most ${MAX_WORDS} names`);
    this.take("}");
    return { tag: "enumeration", names };
  }

  /** Throws where even the shortest values take more words than a message has. */
  private fits(place: Token, fields: readonly Pick<Field, "type">[]): void {
    const words = fields.reduce((sum, { type }) => sum + leastWords(type), 0);
    if (words > MAX_WORDS) throw new LupineError(place, `${words} words`, `at most ${MAX_WORDS}`);
  }

  private number(least: number, most: number): number {
    const want = least === most ? String(least) : `a number from ${least} to ${most}`;
    const { kind, text } = this.next;
    const value = Number(text);
    if (kind !== "number" || value < least || value > most) throw this.wrong(want);
    this.skip();
    return value;
  }
}

/** The interface that a text defines. Throws LupineError with line and column at what it cannot read. */
export const parseInterface = (text: string): Interface => new Parser(text).module();
