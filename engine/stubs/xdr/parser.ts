/**
 * Reads the XDR language (RFC 4506, section 6) with the programs of RFC 5531, section 12, by recursive descent:
 *
 *     text        = { definition }
 *     definition  = "const" name "=" value ";" | "typedef" declaration ";" | "enum" name members ";"
 *                 | "struct" name fields ";" | "union" name arms ";" | program ";"
 *     declaration = "void" | "opaque" name ("[" value "]" | "<" [value] ">") | "string" name "<" [value] ">"
 *                 | type name [ "[" value "]" | "<" [value] ">" ] | type "*" name
 *     type        = ["unsigned"] ("int" | "hyper" | "short" | "char") | "unsigned" | "long" | "float" | "double"
 *                 | "quadruple" | "bool" | "enum" (members | name) | "struct" ([name] fields | name)
 *                 | "union" (arms | name) | name
 *     members     = "{" name ["=" value] { "," name ["=" value] } "}"
 *     fields      = "{" declaration ";" { declaration ";" } "}"
 *     arms        = "switch" "(" declaration ")" "{" { "case" value ":" } declaration ";" … ["default" ":" …] "}"
 *     program     = "program" name "{" version ";" … "}" "=" value
 *     version     = "version" name "{" type name "(" type [name] { "," … } ")" "=" value ";" … "}" "=" value
 *
 * It reads what rpcgen reads beyond the RFC: names that begin with _, a plus before a number, a name for any number, a
 * value of an enumeration without a number (one more than the last), a constant that is a text, `string` for `string<>`
 * in a procedure, arguments with names, and the lines of the C preprocessor that lexer.ts names. And it reads what
 * published files hold that rpcgen refuses: `namespace n { … }` round definitions, `package "p";`, a comma behind the
 * last value of an enumeration, a semicolon too many, and `version` and `program` as names of fields.
 *
 * rpcgen leaves to the C compiler whether a name is declared. So a name that no text declares is no error here: it is
 * listed as missing, and a value that needs it is refused.
 *
 * `parseType` takes definitions and then one type with nothing behind it: `int<>`, `opaque[4]`, `struct { int x; } *`.
 */
import { quote } from "../../faults/quote.ts";
import { XdrTextError, type Place } from "./error.ts";
import { DISCRIMINANT } from "./checks.ts";
import type { Tokens } from "./lexer.ts";
import { A_TYPE, ANOTHER_FILE, Names } from "./names.ts";
import { NUMBERS, UNSIGNED } from "./predefined.ts";
import { TokenReader } from "./reader.ts";
import { MAX_LENGTH, RANGES } from "./types.ts";
import type {
  Arm,
  Constant,
  Definitions,
  EnumMember,
  Field,
  Missing,
  Procedure,
  Program,
  Schema,
  UnionType,
  Version,
  XdrType,
} from "./types.ts";

const RESERVED: ReadonlySet<string> = new Set([
  ...NUMBERS.keys(),
  ...["unsigned", "void", "opaque", "string", "enum", "struct", "union", "switch", "case", "default"],
  ...["const", "typedef"],
]);
/** Words that begin a definition, and of these the ones that cannot begin a type. */
const DEFINES: ReadonlySet<string> = new Set(["const", "typedef", "enum", "struct", "union", "program"]);
const BEGINS: ReadonlySet<string> = new Set(["const", "typedef", "program"]);

const MAX_DEPTH = 32; // types inside each other
const [LEAST_INT, MOST_INT] = RANGES.int;

export class Parser {
  private readonly words: TokenReader;
  private readonly names: Names;
  private readonly programs: Program[] = [];
  private depth = 0;

  constructor(text: Tokens, known: ReadonlyMap<string, Constant>) {
    this.words = new TokenReader(text.tokens, RESERVED);
    this.names = new Names(text.forC, known);
  }

  text(): Definitions {
    while (!this.words.isAtEnd) this.definition();
    return this.names.finished(this.programs);
  }

  /** Definitions, then a type. */
  typeOf(): Definitions & Schema {
    for (;;) {
      if (this.words.takes(";")) continue;
      if (BEGINS.has(this.words.next.text) && this.words.ahead(1)?.kind !== "end") {
        this.definition();
        continue;
      }
      const place = this.words.next;
      const type = this.suffixed(this.bare());
      if (type.kind === "named" && this.words.takes(";") && !this.words.isAtEnd) continue; // it was a definition
      if (!this.words.isAtEnd) throw this.words.wrong("the end of the type");
      return { ...this.names.finished(this.programs, { type, place }), type };
    }
  }

  // Definitions.

  private definition(): void {
    if (this.words.takes(";")) return; // one too many
    if (this.words.takes("namespace")) return this.namespace();
    if (this.words.takes("package")) {
      while (!this.words.isAtEnd && this.words.next.text !== ";") this.words.skip();
    } else if (this.words.takes("const")) this.constant();
    else if (this.words.takes("typedef")) {
      const { place, field } = this.declared("the name of a type");
      if (field === null) throw new XdrTextError(place, '"void"', A_TYPE);
      this.names.declare(field.name, field.type, place);
    } else if (this.words.takes("program")) this.program();
    else if (DEFINES.has(this.words.next.text)) this.bare();
    else throw this.words.wrong("const, typedef, enum, struct, union or program");
    this.words.take(";");
  }

  /** `namespace a::b { … }`: its names are those of the whole text. */
  private namespace(): void {
    this.words.name("the name of a namespace");
    while (this.words.takes("::")) this.words.name("the name of a namespace");
    this.words.take("{");
    if (++this.depth > MAX_DEPTH) throw this.words.wrong(`at most ${MAX_DEPTH} namespaces inside each other`);
    while (!this.words.takes("}")) {
      if (this.words.isAtEnd) throw this.words.wrong('"}"');
      this.definition();
    }
    this.depth--;
  }

  private constant(): void {
    const { name, place } = this.words.name("the name of a constant");
    this.words.take("=");
    const { next } = this.words;
    const isText = next.kind === "text" && next.text.startsWith('"');
    this.names.setConstant(name, place, isText ? this.words.skip().text.slice(1, -1) : this.number("a length"));
  }

  private program(): void {
    const name = this.fresh("the name of a program");
    const versions: Version[] = [];
    this.words.take("{");
    do versions.push(this.version());
    while (!this.words.takes("}"));
    this.words.take("=");
    this.programs.push({ name, number: this.declaredNumber(), versions });
  }

  private version(): Version {
    this.words.take("version");
    const { name } = this.words.name("the name of a version");
    const procedures: Procedure[] = [];
    this.words.take("{");
    do procedures.push(this.procedure());
    while (!this.words.takes("}"));
    this.words.take("=");
    const number = this.declaredNumber();
    this.words.take(";");
    return { name, number, procedures };
  }

  private procedure(): Procedure {
    const gives = this.ofProcedure();
    const { name, place } = this.words.name("the name of a procedure");
    this.words.take("(");
    const takes: Field[] = [];
    if (!this.words.takes(")")) {
      do takes.push(this.argument(takes.length + 1));
      while (this.words.takes(","));
      this.words.take(")");
    }
    this.words.take("=");
    const number = this.declaredNumber();
    this.words.take(";");
    return this.names.placed({ name, number, takes: takes.filter(({ type }) => type.kind !== "void"), gives }, place);
  }

  /** An argument; its name may stand before or behind a star, or not at all. */
  private argument(number: number): Field {
    const place = this.words.next;
    let type = this.ofProcedure();
    const { next } = this.words;
    const isNamed = next.kind === "word" && !this.words.isReserved(next.text);
    const name = isNamed ? this.words.skip().text : `arg${number}`;
    if (isNamed) type = this.suffixed(type);
    return this.names.placed({ name, type }, place);
  }

  /** The number of a program, a version or a procedure: without it no call can be told. */
  private declaredNumber(): number {
    const place = this.words.next;
    const value = this.value("a length", 0, MAX_LENGTH);
    if (value === null) throw this.words.wrong("a number, or the name of one that stands here", place, ANOTHER_FILE);
    return value;
  }

  /** The type of an argument or a result. rpcgen takes `string` for `string<>` there. */
  private ofProcedure(): XdrType {
    const type = this.bare();
    const isNamed = type === UNSIZED_STRING && this.words.ahead(1)?.text === "<" && this.words.next.kind === "word";
    if (isNamed) this.words.skip(); // string name<>
    const isAlone = type === UNSIZED_STRING && this.words.next.text !== "<";
    return this.suffixed(isAlone ? { kind: "string", length: MAX_LENGTH } : type);
  }

  // Types.

  /** A declaration; `field` is null for void. */
  private declared(what: string): { readonly place: Place; readonly field: Field | null } {
    const begins = this.words.next;
    const type = this.bare();
    if (type.kind === "void") return { place: begins, field: null };
    if (!isUnsized(type) && this.words.takes("*")) {
      const { name, place } = this.words.name(what);
      return { place, field: this.names.placed({ name, type: { kind: "optional", of: type } }, place) };
    }
    const { name, place } = this.words.name(what);
    return { place, field: this.names.placed({ name, type: this.sized(type) }, place) };
  }

  /** One length behind the name, as the grammar has it. */
  private sized(type: XdrType): XdrType {
    if (this.words.next.text === "[" || this.words.next.text === "<") return this.withLength(type);
    this.needsNoLength(type);
    return type;
  }

  /** Any number of lengths and stars behind a type without a name. */
  private suffixed(bare: XdrType): XdrType {
    let type = bare;
    if (type.kind === "opaque" || type.kind === "string") type = this.sized(type);
    for (;;) {
      if (this.words.takes("*")) type = { kind: "optional", of: type };
      else if (this.words.next.text === "[" || this.words.next.text === "<") type = this.withLength(type);
      else return type;
    }
  }

  private needsNoLength(type: XdrType): void {
    if (isUnsized(type))
      throw this.words.wrong(type.kind === "string" ? "<, as in string name<>" : "[ or <, as in opaque data<>");
  }

  private withLength(type: XdrType): XdrType {
    const isFixed = this.words.next.text === "[";
    if (isFixed && isUnsized(type) && type.kind === "string") throw this.words.wrong("<: a string has no fixed length");
    this.words.take(isFixed ? "[" : "<");
    const end = isFixed ? "]" : ">";
    const place = this.words.next;
    const isOpen = !isFixed && place.text === end;
    const known = isOpen ? MAX_LENGTH : this.value("a length", 0, MAX_LENGTH);
    this.words.take(end);
    if (known === null && isFixed) return { kind: "missing", name: place.text };
    const length = known ?? MAX_LENGTH; // without a limit that is known, all lengths are believed
    if (isUnsized(type))
      return type.kind === "string" ? { kind: "string", length } : { kind: "opaque", length, isFixed };
    return { kind: "array", of: type, length, isFixed };
  }

  /** A type without the brackets that stand behind its name. */
  private bare(): XdrType {
    if (++this.depth > MAX_DEPTH) throw this.words.wrong(`at most ${MAX_DEPTH} types inside each other`);
    const type = this.bareType();
    this.depth--;
    return type;
  }

  private bareType(): XdrType {
    const { next } = this.words;
    if (next.kind !== "word") throw this.words.wrong(A_TYPE);
    this.words.skip();
    switch (next.text) {
      case "void":
        return { kind: "void" };
      case "opaque":
        return UNSIZED_OPAQUE;
      case "string":
        return UNSIZED_STRING;
      case "unsigned": {
        const type = UNSIGNED.get(this.words.next.text);
        if (type === undefined) return { kind: "whole", of: "unsigned int" };
        this.words.skip();
        return type;
      }
      case "enum":
      case "struct":
      case "union":
        return this.body(next.text);
    }
    const number = NUMBERS.get(next.text);
    if (number !== undefined) return number;
    if (RESERVED.has(next.text)) throw this.words.wrong(A_TYPE, next);
    const { source, line, column } = next;
    this.names.use({ name: next.text, source, line, column });
    return { kind: "named", name: next.text };
  }

  /** A body with or without a name, or the name of one that stands elsewhere. */
  private body(kind: "enum" | "struct" | "union"): XdrType {
    const opens = kind === "union" ? "switch" : "{";
    const isPointer = kind === "struct" && this.words.takes("*"); // struct *pmaplist { … }, as RFC 1833 prints it
    const place = this.words.next;
    const name = place.text === opens ? null : this.words.name(`a name, or ${opens}`).name;
    if (name !== null && this.words.next.text !== opens) {
      const { source, line, column } = place;
      this.names.use({ name, source, line, column });
      return { kind: "named", name };
    }
    const type: XdrType = kind === "union" ? this.union() : kind === "enum" ? this.enumeration() : this.structure();
    if (name === null) return type;
    this.names.declare(name, isPointer ? { kind: "optional", of: type } : type, place);
    return { kind: "named", name };
  }

  private enumeration(): XdrType {
    const members: EnumMember[] = [];
    let next = 0; // of a name without a value
    this.words.take("{");
    do {
      const place = this.words.next;
      if (members.length > 0 && this.words.next.text === "}") break; // a comma too many
      const name = this.fresh("the name of a value");
      const given = this.words.takes("=") ? this.value("a length", LEAST_INT, MAX_LENGTH) : next;
      if (given === null) throw this.words.wrong("a number, or the name of one that stands here", place, ANOTHER_FILE);
      const value = given > MOST_INT ? given - 2 ** 32 : given; // as C has it in 32 bits
      next = value + 1;
      this.names.setValue(name, BigInt(value));
      members.push({ name, value });
    } while (this.words.takes(","));
    this.words.take("}");
    return { kind: "enum", members };
  }

  private structure(): XdrType {
    const fields: Field[] = [];
    const taken = new Set<string>();
    this.words.take("{");
    do {
      const field = this.field(taken);
      if (field !== null) fields.push(field);
    } while (!this.words.takes("}"));
    return { kind: "struct", fields };
  }

  /** A declaration with its semicolon, of a name that the structure does not have yet. */
  private field(taken: Set<string>): Field | null {
    const { place, field } = this.declared("the name of a field");
    if (field !== null && taken.has(field.name)) {
      throw new XdrTextError(place, quote(field.name), "a name that no other field has");
    }
    if (field !== null) taken.add(field.name);
    this.words.take(";");
    return field;
  }

  private union(): UnionType {
    this.words.take("switch");
    this.words.take("(");
    const { place, field: on } = this.declared("the name of the discriminant");
    if (on === null) throw new XdrTextError(place, '"void"', DISCRIMINANT);
    this.words.take(")");
    this.words.take("{");
    const arms: Arm[] = [];
    const cases = new Set<number>();
    const unknownCases: string[] = [];
    let otherwise: Field | null | undefined;
    do {
      if (this.words.takes("default")) {
        this.words.take(":");
        otherwise = this.arm(on);
        this.words.take("}");
        break;
      }
      arms.push({ cases: this.cases(cases, unknownCases), field: this.arm(on) });
    } while (!this.words.takes("}"));
    return {
      ...{ kind: "union", on, arms },
      ...(otherwise === undefined ? {} : { otherwise }),
      ...(unknownCases.length === 0 ? {} : { unknownCases }),
    };
  }

  /** The field of an arm. One with the discriminant's name has a _ behind it, since a value has both. */
  private arm(on: Field): Field | null {
    const place = this.words.next;
    const field = this.field(new Set());
    return field?.name === on.name ? this.names.placed({ ...field, name: `${field.name}_` }, place) : field;
  }

  private cases(taken: Set<number>, unknown: string[]): readonly number[] {
    const values: number[] = [];
    do {
      this.words.take("case");
      const place = this.words.next;
      const value = this.value("a case", LEAST_INT, MAX_LENGTH);
      if (value === null) unknown.push(place.text);
      else if (taken.has(value)) throw this.words.wrong("a value that no other case has", place);
      else {
        taken.add(value);
        values.push(value);
      }
      this.words.take(":");
    } while (this.words.next.text === "case");
    return values;
  }

  /** A name that stands for nothing yet. */
  private fresh(want: string): string {
    const { name, place } = this.words.name(want);
    this.names.take(name, place);
    return name;
  }

  /** A number within limits; null for a name that no text gives, which is noted as missing. */
  private value(what: Missing["what"], least: number, most: number): number | null {
    const place = this.words.next;
    const value = this.number(what);
    if (value === null || (value >= BigInt(least) && value <= BigInt(most)))
      return value === null ? null : Number(value);
    throw this.words.wrong(`a number of ${least}…${most}`, place);
  }

  private number(what: Missing["what"]): bigint | null {
    const { text: name, source, line, column } = this.words.next;
    const value = this.words.number((word) => this.names.numberOf(word));
    if (value === null) this.names.miss({ name, what, source, line, column });
    return value;
  }
}

/** Types that are nothing without a length. */
const UNSIZED_OPAQUE: XdrType = { kind: "opaque", length: 0, isFixed: true };
const UNSIZED_STRING: XdrType = { kind: "string", length: 0 };
const isUnsized = (type: XdrType): boolean => type === UNSIZED_OPAQUE || type === UNSIZED_STRING;
