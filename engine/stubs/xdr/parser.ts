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
 *     version     = "version" name "{" type name "(" type { "," type } ")" "=" value ";" … "}" "=" value
 *
 * It reads what rpcgen reads beyond the RFC: names that begin with _, a plus before a number, a name for any number, a
 * value of an enumeration without a number (one more than the last), `string` for `string<>` in a procedure, and the
 * lines of the C preprocessor that lexer.ts names.
 *
 * `parseType` takes definitions and then one type with nothing behind it: `int<>`, `opaque[4]`, `struct { int x; } *`.
 */
import { quote } from "../../faults/quote.ts";
import { XdrTextError, type Place } from "./error.ts";
import { checkType, DISCRIMINANT, type Checked } from "./checks.ts";
import type { Source } from "./lexer.ts";
import { TokenReader } from "./reader.ts";
import { MAX_LENGTH, RANGES } from "./types.ts";
import type {
  Arm,
  Definitions,
  EnumMember,
  Field,
  Procedure,
  Program,
  Schema,
  UnionType,
  Version,
  XdrType,
} from "./types.ts";

const NUMBERS: ReadonlyMap<string, XdrType> = new Map<string, XdrType>([
  ["int", { kind: "whole", of: "int" }],
  ["long", { kind: "whole", of: "int" }], // on the machines of 1984 the two were the same
  ["short", { kind: "whole", of: "short" }],
  ["char", { kind: "whole", of: "char" }],
  ["hyper", { kind: "hyper", of: "hyper" }],
  ["float", { kind: "floating", of: "float" }],
  ["double", { kind: "floating", of: "double" }],
  ["quadruple", { kind: "quadruple" }],
  ["bool", { kind: "bool" }],
]);
const UNSIGNED: ReadonlyMap<string, XdrType> = new Map<string, XdrType>([
  ["int", { kind: "whole", of: "unsigned int" }],
  ["long", { kind: "whole", of: "unsigned int" }],
  ["short", { kind: "whole", of: "unsigned short" }],
  ["char", { kind: "whole", of: "unsigned char" }],
  ["hyper", { kind: "hyper", of: "unsigned hyper" }],
]);
const RESERVED: ReadonlySet<string> = new Set([
  ...NUMBERS.keys(),
  ...["unsigned", "void", "opaque", "string", "enum", "struct", "union", "switch", "case", "default"],
  ...["const", "typedef", "program", "version"],
]);
/** Words that begin a definition, and of these the ones that cannot begin a type. */
const DEFINES: ReadonlySet<string> = new Set(["const", "typedef", "enum", "struct", "union", "program"]);
const BEGINS: ReadonlySet<string> = new Set(["const", "typedef", "program"]);

const A_TYPE = "a type: int, unsigned, hyper, float, double, bool, enum, struct, union, string, opaque or a name";
const MAX_DEPTH = 32; // types inside each other
const [LEAST_INT, MOST_INT] = RANGES.int;

/** A name that is used, perhaps above the line that declares it. */
interface Use extends Place {
  readonly name: string;
}

class Parser {
  private readonly words: TokenReader;
  private readonly types = new Map<string, XdrType>();
  private readonly places = new Map<string, Place>(); // of names that are declared
  private readonly constants = new Map<string, number>([
    ["TRUE", 1],
    ["FALSE", 0],
  ]);
  private readonly programs: Program[] = [];
  private readonly uses: Use[] = [];
  private readonly checked: Checked = { sizes: new Set(), unions: new Set() };
  private depth = 0;

  constructor(sources: readonly Source[]) {
    this.words = new TokenReader(sources, RESERVED);
  }

  text(): Definitions {
    while (this.words.next.kind !== "end") this.definition();
    return this.finished();
  }

  /** Definitions, then a type. */
  typeOf(): Schema {
    for (;;) {
      if (BEGINS.has(this.words.next.text)) {
        this.definition();
        continue;
      }
      const place = this.words.next;
      const type = this.suffixed(this.bare());
      if (type.kind === "named" && this.words.takes(";") && !this.words.isAtEnd) continue; // it was a definition
      if (!this.words.isAtEnd) throw this.words.wrong("the end of the type");
      const { types } = this.finished();
      checkType({ type, types }, place, this.checked);
      return { type, types };
    }
  }

  private finished(): Definitions {
    const { types, constants, programs } = this;
    for (const use of this.uses) {
      if (!types.has(use.name)) throw new XdrTextError(use, quote(use.name), A_TYPE);
    }
    for (const [name, place] of this.places) {
      const type = types.get(name);
      if (type !== undefined) checkType({ type, types }, place, this.checked);
    }
    return { types, constants, programs };
  }

  // Definitions.

  private definition(): void {
    if (this.words.takes("const")) {
      const name = this.fresh("the name of a constant");
      this.words.take("=");
      this.constants.set(name, this.value(LEAST_INT, MAX_LENGTH));
    } else if (this.words.takes("typedef")) {
      const { place, field } = this.declared("the name of a type");
      if (field === null) throw new XdrTextError(place, '"void"', A_TYPE);
      this.declare(field.name, field.type, place);
    } else if (this.words.takes("program")) this.program();
    else if (DEFINES.has(this.words.next.text)) this.bare();
    else throw this.words.wrong("const, typedef, enum, struct, union or program");
    this.words.take(";");
  }

  private declare(name: string, type: XdrType, place: Place): void {
    if (this.places.has(name)) throw new XdrTextError(place, quote(name), "a name that is not taken");
    this.places.set(name, place);
    this.types.set(name, type);
  }

  private program(): void {
    const name = this.fresh("the name of a program");
    const versions: Version[] = [];
    this.words.take("{");
    do versions.push(this.version());
    while (!this.words.takes("}"));
    this.words.take("=");
    this.programs.push({ name, number: this.value(0, MAX_LENGTH), versions });
  }

  private version(): Version {
    this.words.take("version");
    const name = this.fresh("the name of a version");
    const procedures: Procedure[] = [];
    this.words.take("{");
    do procedures.push(this.procedure());
    while (!this.words.takes("}"));
    this.words.take("=");
    const number = this.value(0, MAX_LENGTH);
    this.words.take(";");
    return { name, number, procedures };
  }

  private procedure(): Procedure {
    const gives = this.ofProcedure();
    const { name } = this.words.name("the name of a procedure");
    this.words.take("(");
    const takes: XdrType[] = [];
    if (!this.words.takes(")")) {
      do takes.push(this.ofProcedure());
      while (this.words.takes(","));
      this.words.take(")");
    }
    this.words.take("=");
    const number = this.value(0, MAX_LENGTH);
    this.words.take(";");
    return { name, number, takes: takes.filter(({ kind }) => kind !== "void"), gives };
  }

  /** The type of an argument or a result. rpcgen takes `string` for `string<>` there. */
  private ofProcedure(): XdrType {
    const type = this.bare();
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
      return { place, field: { name, type: { kind: "optional", of: type } } };
    }
    const { name, place } = this.words.name(what);
    return { place, field: { name, type: this.sized(type) } };
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
    const length = !isFixed && this.words.next.text === end ? MAX_LENGTH : this.value(0, MAX_LENGTH);
    this.words.take(end);
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
    this.uses.push({ name: next.text, source, line, column });
    return { kind: "named", name: next.text };
  }

  /** A body with or without a name, or the name of one that stands elsewhere. */
  private body(kind: "enum" | "struct" | "union"): XdrType {
    const opens = kind === "union" ? "switch" : "{";
    const place = this.words.next;
    const name = place.text === opens ? null : this.words.name(`a name, or ${opens}`).name;
    if (name !== null && this.words.next.text !== opens) {
      const { source, line, column } = place;
      this.uses.push({ name, source, line, column });
      return { kind: "named", name };
    }
    const type: XdrType = kind === "union" ? this.union() : kind === "enum" ? this.enumeration() : this.structure();
    if (name === null) return type;
    this.declare(name, type, place);
    return { kind: "named", name };
  }

  private enumeration(): XdrType {
    const members: EnumMember[] = [];
    let next = 0; // of a name without a value
    this.words.take("{");
    do {
      const place = this.words.next;
      const name = this.fresh("the name of a value");
      const value = this.words.takes("=") ? this.value(LEAST_INT, MOST_INT) : next;
      if (value > MOST_INT) throw this.words.wrong(`a value of at most ${MOST_INT}`, place);
      next = value + 1;
      this.constants.set(name, value);
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
    const taken = new Set([on.name]);
    const arms: Arm[] = [];
    const cases = new Set<number>();
    let otherwise: Field | null | undefined;
    do {
      if (this.words.takes("default")) {
        this.words.take(":");
        otherwise = this.field(taken);
        this.words.take("}");
        break;
      }
      arms.push({ cases: this.cases(cases), field: this.field(taken) });
    } while (!this.words.takes("}"));
    return { kind: "union", on, arms, ...(otherwise === undefined ? {} : { otherwise }) };
  }

  private cases(taken: Set<number>): readonly number[] {
    const values: number[] = [];
    do {
      this.words.take("case");
      const place = this.words.next;
      const value = this.value(LEAST_INT, MAX_LENGTH);
      if (taken.has(value)) throw this.words.wrong("a value that no other case has", place);
      taken.add(value);
      values.push(value);
      this.words.take(":");
    } while (this.words.next.text === "case");
    return values;
  }

  /** A name that stands for nothing yet. */
  private fresh(want: string): string {
    const { name, place } = this.words.name(want);
    if (this.places.has(name) || this.constants.has(name)) {
      throw new XdrTextError(place, quote(name), "a name that is not taken");
    }
    this.places.set(name, place);
    return name;
  }

  private value(least: number, most: number): number {
    return this.words.value(this.constants, least, most);
  }
}

/** Types that are nothing without a length. */
const UNSIZED_OPAQUE: XdrType = { kind: "opaque", length: 0, isFixed: true };
const UNSIZED_STRING: XdrType = { kind: "string", length: 0 };
const isUnsized = (type: XdrType): boolean => type === UNSIZED_OPAQUE || type === UNSIZED_STRING;

/** The definitions of a text. Throws XdrTextError with line and column. */
export const parseXdr = (text: string): Definitions => new Parser([{ name: "", text }]).text();

/** A type, perhaps behind definitions: `struct node { int value; node *next; }; node *`. Throws XdrTextError. */
export const parseType = (text: string): Schema => new Parser([{ name: "", text }]).typeOf();

/** A type behind the definitions of another text. Throws XdrTextError, which names the text. */
export const parseTypeIn = (definitions: Source, type: Source): Schema => new Parser([definitions, type]).typeOf();
