/**
 * Reads a definition module of Modula-2+ by recursive descent:
 *
 *     module     = "DEFINITION" "MODULE" name ";" { "TYPE" name "=" type ";" { name "=" type ";" } | procedure ";" }
 *                  "END" name "."
 *     procedure  = "PROCEDURE" name "(" [ parameters { ";" parameters } ] ")"
 *     parameters = [ "VAR" [ "IN" | "OUT" ] ] names ":" ( "ARRAY" "OF" type | type )
 *     names      = name { "," name }
 *     type       = "INTEGER" | "CARDINAL" | "CHAR" | "BOOLEAN" | "Text.T" | "ARRAY" "[" "0" ".." number "]" "OF" type
 *                | "RECORD" { names ":" type ";" } "END" | "REF" name | name
 *
 * A type stands above the lines that use it, but for the type behind REF, so only pointers make a type hold itself. A
 * procedure returns its results by VAR OUT. That is less than Modula-2+ has, and all that the paper's tables need.
 */
import { TokenReader, gotText, type Token } from "../token-reader.ts";
import { ModulaError } from "./error.ts";
import { tokensOf } from "./lexer.ts";
import { bare, fixedBytes } from "./types.ts";
import type { Field, Mode, Module, ModulaType, Parameter, Procedure, Simple, TypeDeclaration } from "./types.ts";

const SIMPLE: ReadonlyMap<string, Simple> = new Map([
  ["INTEGER", "integer"],
  ["CARDINAL", "cardinal"],
  ["CHAR", "char"],
  ["BOOLEAN", "boolean"],
  ["Text.T", "text"],
]);

export const RESERVED: ReadonlySet<string> = new Set([
  ...["DEFINITION", "MODULE", "END", "TYPE", "PROCEDURE", "VAR", "IN", "OUT", "ARRAY", "OF", "RECORD", "REF"],
  ...["POINTER", "SET", "REAL", "MUTEX", ...SIMPLE.keys()],
]);

const TYPES = "a type: INTEGER, CARDINAL, CHAR, BOOLEAN, Text.T, ARRAY, RECORD, REF or a name declared above";

/** Types that these stubs do not carry, with the reason. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ["POINTER", "Write REF for a pointer to a structure that is copied with it."],
  ["PROCEDURE", "A procedure stays in its address space."],
  ["MUTEX", "A lock stays in its address space."],
  ["REAL", "These stubs carry no REAL."],
  ["SET", "These stubs carry no SET."],
]);

const MAX_DEPTH = 32; // types inside each other
const MAX_BYTES = 0x100_0000; // of a value of fixed size

class Parser extends TokenReader {
  private readonly known = new Map<string, ModulaType>();
  private readonly references: Token[] = []; // names behind REF
  private depth = 0;

  constructor(text: string) {
    super(tokensOf(text), RESERVED);
  }

  protected override error(token: Token, got: string, want: string, advice: string): ModulaError {
    return new ModulaError(token, got, want, advice);
  }

  module(): Module {
    for (const text of ["DEFINITION", "MODULE"]) this.take(text);
    const { name } = this.name("the name of the module");
    this.take(";");
    const types: TypeDeclaration[] = [];
    const procedures: Procedure[] = [];
    const taken = new Set<string>();
    while (!this.takes("END")) {
      if (this.takes("TYPE")) {
        do types.push(this.typeDeclaration(taken));
        while (this.next.kind === "word" && !this.isReserved(this.next.text));
      } else if (this.takes("PROCEDURE")) procedures.push(this.procedure(taken));
      else throw this.wrong("TYPE, PROCEDURE or END");
    }
    this.take(name);
    this.take(".");
    if (!this.isAtEnd) throw this.wrong("the end of the text");
    for (const token of this.references) {
      const type = this.known.get(token.text);
      if (type === undefined || bare(type).tag !== "record") throw this.wrong("a RECORD type of this module", token);
    }
    return { name, types, procedures };
  }

  /** A name without a dot. */
  private name(want: string, taken?: Set<string>): { readonly name: string; readonly token: Token } {
    const token = this.next;
    if (token.text.includes(".") && token.kind === "word") throw this.wrong(want);
    const name = taken === undefined ? this.nameToken(want).text : this.freshName(taken, want);
    return { name, token };
  }

  private names(want: string, taken: Set<string>): readonly string[] {
    const names = [this.name(want, taken).name];
    while (this.takes(",")) names.push(this.name(want, taken).name);
    this.take(":");
    return names;
  }

  private typeDeclaration(taken: Set<string>): TypeDeclaration {
    const { name } = this.name("the name of a type", taken);
    this.take("=");
    const type = this.type();
    this.take(";");
    this.known.set(name, { tag: "named", name, is: type });
    return { name, type };
  }

  private procedure(taken: Set<string>): Procedure {
    const { name } = this.name("the name of a procedure", taken);
    this.take("(");
    const parameters: Parameter[] = [];
    const own = new Set<string>();
    if (!this.takes(")")) {
      do parameters.push(...this.parameters(own));
      while (this.takes(";"));
      this.take(")");
    }
    if (this.next.text === ":") throw this.wrong('";"', this.next, "Pass a result by VAR OUT.");
    this.take(";");
    return { name, parameters };
  }

  private parameters(taken: Set<string>): readonly Parameter[] {
    let mode: Mode = "value";
    if (this.takes("VAR")) mode = this.takes("IN") ? "in" : this.takes("OUT") ? "out" : "var";
    const names = this.names("the name of a parameter", taken);
    const isOpen = this.next.text === "ARRAY" && this.ahead(1)?.text === "OF";
    let type: ModulaType;
    if (isOpen) {
      this.skip();
      this.skip();
      type = { tag: "open array", of: this.type() };
    } else type = this.type();
    return names.map((name) => ({ mode, name, type }));
  }

  private type(): ModulaType {
    const place = this.next;
    if (this.depth >= MAX_DEPTH) throw this.wrong(`at most ${MAX_DEPTH} types inside each other`);
    this.depth++;
    const type = this.anyType();
    this.depth--;
    const bytes = fixedBytes(type);
    if (bytes !== null && bytes > MAX_BYTES) throw new ModulaError(place, `${bytes} bytes`, `at most ${MAX_BYTES}`);
    return type;
  }

  private anyType(): ModulaType {
    const { text } = this.next;
    const simple = SIMPLE.get(text);
    if (simple !== undefined) {
      this.skip();
      return { tag: simple };
    }
    if (this.takes("ARRAY")) return this.array();
    if (this.takes("RECORD")) return this.record();
    if (this.takes("REF")) {
      const { name, token } = this.name("the name of a type");
      this.references.push(token);
      return { tag: "reference", to: name };
    }
    const named = this.known.get(text);
    if (named === undefined) throw this.wrong(TYPES, this.next, ADVICE.get(text));
    this.skip();
    return named;
  }

  private array(): ModulaType {
    if (this.next.text === "OF") {
      throw this.wrong('"["', this.next, "An array of any length is the type of a parameter only.");
    }
    this.take("[");
    this.number(0, 0);
    this.take("..");
    const last = this.number(0, MAX_BYTES - 1);
    this.take("]");
    this.take("OF");
    return { tag: "array", length: last + 1, of: this.type() };
  }

  private record(): ModulaType {
    const fields: Field[] = [];
    const taken = new Set<string>();
    while (!this.takes("END")) {
      const names = this.names("the name of a field, or END", taken);
      const type = this.type();
      fields.push(...names.map((name) => ({ name, type })));
      if (this.next.text !== "END") this.take(";");
    }
    if (fields.length === 0) throw this.wrong("at least one field before END");
    return { tag: "record", fields };
  }

  private number(least: number, most: number): number {
    const token = this.next;
    const value = Number(token.text);
    const want = least === most ? String(least) : `a number from ${least} to ${most}`;
    if (token.kind !== "number" || value < least || value > most) {
      throw new ModulaError(token, gotText(token), want);
    }
    this.skip();
    return value;
  }
}

/** The module that a text defines. Throws ModulaError with line and column at what it cannot read. */
export const parseModule = (text: string): Module => new Parser(text).module();
