/**
 * Reads a specification by recursive descent:
 *
 *     specification = { prefix | define | typedef } [ "Subsystem" text [ number number ] ";" [ timeout ";" ] ]
 *                     { procedure | prefix | define | typedef }
 *     prefix        = ("Server" | "Client") "Prefix" text ";"
 *     define        = "#define" name (number | text)
 *     typedef       = "typedef" type name [ "[" number "]" ] ";"
 *     procedure     = [ number ":" ] name "(" [ parameter { "," parameter } ] ")" [ timeout ] [ "NEW_CONNECTION" ] ";"
 *     timeout       = "TIMEOUT" "(" number ")"
 *     parameter     = ("IN" | "OUT" | "IN" "OUT") type name [ "[" "]" ]
 *     type          = simple | name | struct | enum
 *     struct        = "RPC2_Struct" "{" { type name { "," name } ";" } "}"
 *     enum          = "RPC2_Enum" "{" name [ "=" number ] { "," name [ "=" number ] } "}"
 *     simple        = Integer, Unsigned, Byte, String, CountedBS, BoundedBS, EncryptionKey, Double, with RPC2_ before
 *                     it or alone, or "SE_Descriptor"
 *
 * A procedure has the number before it, or the one behind that of the procedure above, from 1. A number may be a name
 * that #define gives. The paper's example writes the types without RPC2_.
 */
import { itemAt } from "../../kernel/items.ts";
import type { Place } from "../error.ts";
import type { Around, Source } from "../parts.ts";
import { TokenReader } from "../token-reader.ts";
import { Rp2GenError } from "./error.ts";
import { Lexer, type Token } from "./lexer.ts";
import { RPC2_MAX_BODY as MAX_BODY } from "../../wire/rpc2.ts";
import { bare, SIMPLE } from "./types.ts";
import type {
  Definition,
  EnumName,
  Field,
  Mode,
  Parameter,
  Procedure,
  Rp2Type,
  Subsystem,
  TypeDeclaration,
} from "./types.ts";

const TYPES: ReadonlyMap<string, Rp2Type> = new Map([
  ...Object.entries(SIMPLE).flatMap(([name, tag]): [string, Rp2Type][] => [
    [name, { tag }],
    [`RPC2_${name}`, { tag }],
  ]),
  ["SE_Descriptor", { tag: "bulk" }],
]);

/** The words of C (ANSI X3.159-1989, section 3.1.1): the stubs are C, and these are no names there. */
const WORDS_OF_C: ReadonlySet<string> = new Set(
  (
    "auto break case char const continue default do double else enum extern float for goto if int long " +
    "register return short signed sizeof static struct switch typedef union unsigned void volatile while"
  ).split(" "),
);

export const RESERVED: ReadonlySet<string> = new Set([
  ...WORDS_OF_C,
  ...["Subsystem", "Server", "Client", "Prefix", "IN", "OUT", "INOUT", "RPC2_Struct", "RPC2_Enum"],
  ...TYPES.keys(),
]);

const WORDS = Object.keys(SIMPLE).join(", ");
const A_TYPE = `a type: ${WORDS}, RPC2_Struct, RPC2_Enum, SE_Descriptor or a name declared above`;

/** Words of C that a specification cannot have, with the reason. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  ["int", "Write Integer, which has four bytes on every machine."],
  ["long", "Write Integer, which has four bytes on every machine."],
  ["unsigned", "Write Unsigned, which has four bytes on every machine."],
  ["char", "Write String for a text, or Byte for a byte."],
  ["float", "Write Double."],
  ["struct", "Write RPC2_Struct."],
  ["enum", "Write RPC2_Enum."],
  ["void", "A procedure gives its results back by OUT parameters."],
]);

const INTEGER = { least: -0x8000_0000, most: 0x7fff_ffff } as const;
const UNSIGNED_MOST = 0xffff_ffff;
const QUOTED_NAME = /^"[A-Za-z_][A-Za-z0-9_]*"$/;
const MAX_DEPTH = 32; // structures inside each other
const MAX_OPCODE = 0x7fff_ffff;
const NEW_CONNECTION = -13; // RPC2_NEWCONNECTION: never on the wire

/** Structures that RP2Gen knows undeclared: counts of calls, which its stubs can write (symtab.c of RPC2’s library). */
const OF_RP2GEN: ReadonlyMap<string, Rp2Type> = new Map(
  Object.entries({
    CallCountEntry: ["name", "countent", "countexit", "tsec", "tusec", "counttime"],
    MultiCallEntry: ["name", "countent", "countexit", "tsec", "tusec", "counttime", "counthost"],
    MultiStubWork: ["opengate", "tsec", "tusec"],
  }).map(([name, fields]): [string, Rp2Type] => {
    const typed = fields.map((field): Field => ({
      name: field,
      type: { tag: field === "name" ? "string" : "integer" },
    }));
    return [name, { tag: "named", name, is: { tag: "struct", fields: typed } }];
  }),
);

/** A subsystem, and where its text declares procedures, parameters and fields. */
export interface CompiledSubsystem {
  readonly subsystem: Subsystem;
  readonly places: ReadonlyMap<Procedure | Field, Place & { readonly source: string }>;
}

class Parser extends TokenReader<Token> {
  readonly places = new Map<Procedure | Field, Token>();
  private readonly lexer: Lexer;
  private readonly known = new Map<string, Rp2Type>();
  private readonly definitions: Definition[] = [];
  private readonly types: TypeDeclaration[] = [];
  private readonly taken = new Set<string>();
  private readonly prefixes = { Server: "", Client: "" };
  private depth = 0;

  constructor(source: Source, around: Around) {
    const lexer = new Lexer(around);
    const end = lexer.read(source);
    super([...lexer.tokens, end], RESERVED);
    this.lexer = lexer;
  }

  protected override error(token: Token, got: string, want: string, advice: string): Rp2GenError {
    const ofC = WORDS_OF_C.has(token.text) ? `${got} is a word of C, and the stubs are C.` : "";
    return new Rp2GenError(token, got, want, advice === "" ? ofC : advice, token.source);
  }

  specification(): Subsystem {
    while (this.readsPrefix() || this.readsDefinition() || this.readsTypedef());
    const name = this.readsSubsystem();
    const procedures: Procedure[] = [];
    while (!this.isAtEnd) {
      if (this.readsPrefix() || this.readsDefinition() || this.readsTypedef()) continue;
      procedures.push(this.procedure(procedures));
    }
    const { definitions, types } = this;
    const [serverPrefix, clientPrefix] = [this.prefixes.Server, this.prefixes.Client];
    return { name, serverPrefix, clientPrefix, definitions, types, procedures };
  }

  /** The name of the subsystem, with its versions; "" for a part that others include and that has none. */
  private readsSubsystem(): string {
    const isPart = this.isAtEnd && this.types.length + this.definitions.length > 0;
    if (isPart) return "";
    if (!this.takesWord("Subsystem")) {
      throw this.wrong('"Subsystem" with its name, or a prefix before it');
    }
    const name = this.quotedName("the name of the subsystem");
    for (let versions = 0; versions < 2 && this.isVersion(); versions++) this.skip();
    this.take(";");
    this.passesTimeout();
    if (this.next.text === ";") this.skip();
    return name;
  }

  /** A number, or a name of one: no procedure, which has a bracket behind its name. */
  private isVersion(): boolean {
    return this.next.kind === "number" || (this.next.kind === "word" && this.ahead(1)?.text !== "(");
  }

  /** RP2Gen knows its words in large and in small letters. */
  private takesWord(word: string): boolean {
    return (
      this.next.kind === "word" && this.next.text.toLowerCase() === word.toLowerCase() && this.takes(this.next.text)
    );
  }

  /** A time that a call may take, for the client’s stub: it changes no byte. */
  private passesTimeout(): void {
    if (this.ahead(1)?.text !== "(" || !this.takesWord("Timeout")) return;
    this.skip();
    this.skip();
    this.take(")");
  }

  private readsPrefix(): boolean {
    const { text } = this.next;
    const side = text.toLowerCase() === "server" ? "Server" : text.toLowerCase() === "client" ? "Client" : null;
    if (side === null || this.ahead(1)?.text.toLowerCase() !== "prefix") return false;
    const place = this.skip();
    this.skip();
    if (this.prefixes[side] !== "") throw this.wrong(`one prefix for the ${side.toLowerCase()}`, place);
    this.prefixes[side] = this.quotedName("a prefix");
    this.take(";");
    return true;
  }

  private readsDefinition(): boolean {
    if (!this.takes("#define")) return false;
    const name = this.freshName(this.taken, "the name of a definition");
    this.definitions.push({ name, value: this.next.kind === "text" ? this.skip().text.slice(1, -1) : this.constant() });
    return true;
  }

  private readsTypedef(): boolean {
    if (!this.takesWord("typedef")) return false;
    const type = this.type();
    const place = this.next;
    const name = this.freshName(this.taken, "the name of the type");
    const whole = this.next.text === "[" ? this.array(type) : type;
    this.fits(place, whole);
    this.take(";");
    this.known.set(name, { tag: "named", name, is: whole });
    this.types.push({ name, type: whole });
    return true;
  }

  /** Bytes alone may have a fixed number. */
  private array(of: Rp2Type): Rp2Type {
    const place = this.next;
    this.take("[");
    if (bare(of).tag !== "byte") throw this.wrong('";"', place, "Only RPC2_Byte can have a number of elements.");
    const length = this.number("the number of bytes", 1, MAX_BODY);
    this.take("]");
    return { tag: "bytes", length };
  }

  private procedure(before: readonly Procedure[]): Procedure {
    const place = this.next;
    const isNumbered = place.kind === "number" || this.ahead(1)?.text === ":";
    const number = isNumbered ? this.number("the number of a procedure", 1, MAX_OPCODE) : null;
    if (isNumbered) this.take(":");
    const name = this.freshName(this.taken, "a procedure, a typedef, #define, or the end of the text");
    this.take("(");
    const own = new Set<string>();
    const parameters: Parameter[] = [];
    if (!this.takes(")")) {
      do parameters.push(this.parameter(own));
      while (this.takes(","));
      if (!this.takes(")")) throw this.wrong('"," or ")"');
    }
    this.passesTimeout();
    const isNew = this.takesWord("NEW_CONNECTION"); // it answers the opening of a connection, and is called by nobody
    const opcode = isNew ? null : this.opcodeOf(number, before, place);
    this.take(";");
    const made: Procedure =
      opcode === null
        ? { name, opcode: NEW_CONNECTION, parameters, isNewConnection: true }
        : { name, opcode: opcode, parameters };
    this.places.set(made, place);
    return made;
  }

  /** The number that a procedure has, or the one behind that of the procedure above. */
  private opcodeOf(number: number | null, before: readonly Procedure[], place: Token): number {
    const called = before.filter(({ isNewConnection }) => isNewConnection !== true);
    const opcode = number ?? this.behind(called.at(-1)?.opcode ?? 0, MAX_OPCODE, place);
    const other = called.find((one) => one.opcode === opcode);
    if (other === undefined) return opcode;
    throw this.wrong(`a number that no procedure has; ${other.name} has ${opcode}`, place);
  }

  private parameter(own: Set<string>): Parameter {
    const mode = this.mode();
    const type = this.type();
    const place = this.next;
    const parameter = this.named(mode, type, own);
    this.places.set(parameter, place);
    return parameter;
  }

  private named(mode: Mode, type: Rp2Type, own: Set<string>): Parameter {
    const name = this.freshName(own, "the name of the parameter");
    if (!this.takes("[")) return { mode, name, type };
    const isStruct = bare(type).tag === "struct";
    if (!isStruct)
      throw this.wrong('"," or ")"', undefined, "Only a structure can come as often as one likes: name[].");
    this.take("]");
    return { mode, name, type: { tag: "list", of: type } };
  }

  private mode(): Mode {
    if (this.takesWord("OUT")) return "OUT";
    if (this.next.text === "INOUT") throw this.wrong("IN, OUT or IN OUT", undefined, "Write IN OUT with a space.");
    if (!this.takesWord("IN")) throw this.wrong("IN, OUT or IN OUT");
    return this.takesWord("OUT") ? "IN OUT" : "IN";
  }

  private type(): Rp2Type {
    const { text } = this.next;
    const type = TYPES.get(text) ?? this.known.get(text) ?? OF_RP2GEN.get(text);
    if (type !== undefined && this.next.kind === "word") {
      this.skip();
      return type;
    }
    if (this.takesWord("RPC2_Struct")) return this.struct();
    if (this.takesWord("RPC2_Enum")) return this.enum();
    throw this.wrong(A_TYPE, undefined, ADVICE.get(text) ?? "");
  }

  private struct(): Rp2Type {
    if (this.depth >= MAX_DEPTH) throw this.wrong(`at most ${MAX_DEPTH} structures inside each other`);
    this.depth++;
    this.take("{");
    const own = new Set<string>();
    const fields: Field[] = [];
    do {
      const type = this.type();
      const places: Token[] = [];
      const names: string[] = [];
      do {
        places.push(this.next);
        names.push(this.freshName(own, "the name of a field"));
      } while (this.takes(","));
      const whole = this.next.text === "[" ? this.array(type) : type;
      this.take(";");
      for (const [i, name] of names.entries()) {
        const field: Field = { name, type: whole };
        fields.push(field);
        this.places.set(field, itemAt(places, i, "place"));
      }
    } while (!this.takes("}"));
    this.depth--;
    return { tag: "struct", fields };
  }

  private enum(): Rp2Type {
    this.take("{");
    const names: EnumName[] = [];
    do {
      const place = this.next;
      const name = this.freshName(this.taken, "a name of the enumeration");
      const value = this.takes("=")
        ? this.number("the number of the name", INTEGER.least, INTEGER.most)
        : this.behind(names.at(-1)?.value ?? -1, INTEGER.most, place);
      if (names.some((one) => one.value === value))
        throw this.wrong(`a name with a number of its own, not ${value}`, place);
      names.push({ name, value });
    } while (this.takes(","));
    this.take("}");
    return { tag: "enum", names };
  }

  /** A number, or a name that #define gives one. */
  private number(what: string, least: number, most: number): number {
    const { kind, text } = this.next;
    const defined = kind === "word" ? this.definitions.find(({ name }) => name === text)?.value : undefined;
    const hidden = kind === "word" && defined === undefined ? this.lexer.numberOf(text) : null;
    const value = kind === "number" ? Number(text) : hidden === null ? defined : Number(hidden);
    if (typeof value === "number" && value >= least && value <= most) {
      this.skip();
      return value;
    }
    throw this.wrong(`${what}, from ${least} to ${most}`);
  }

  /** The number behind another one, for a name that has none of its own. */
  private behind(last: number, most: number, name: Token = this.next): number {
    if (last === most) throw this.wrong(`a number of its own; no number follows ${most}`, name);
    return last + 1;
  }

  private constant(): number {
    const { kind, text } = this.next;
    const [least, most] = [INTEGER.least, UNSIGNED_MOST];
    const value = Number(text);
    if (kind !== "number" || value < least || value > most) {
      throw this.wrong(`a number from ${least} to ${most}, or a text in quotes`);
    }
    this.skip();
    return value;
  }

  /** A text that becomes part of names in the stubs. */
  private quotedName(what: string): string {
    const { kind, text } = this.next;
    if (kind !== "text" || !QUOTED_NAME.test(text)) {
      throw this.wrong(`${what}, in quotes: a letter or "_", then letters, digits or "_"`);
    }
    this.skip();
    return text.slice(1, -1);
  }

  /** No packet may be too small for the shortest value of a type. */
  private fits(place: Token, type: Rp2Type): void {
    const least = leastBytes(type);
    if (least > MAX_BODY) throw this.wrong(`a type of at most ${MAX_BODY} bytes; this one has ${least}`, place);
  }
}

/** Bytes of the shortest value of a type. */
function leastBytes(type: Rp2Type): number {
  const is = bare(type);
  if (is.tag === "struct") return is.fields.reduce((sum, field) => sum + leastBytes(field.type), 0);
  return is.tag === "bytes" ? is.length : 4;
}

/** The subsystem that a text specifies. Throws Rp2GenError with line and column at what it cannot read. */
export const parseSubsystem = (text: string, around: Around = {}): Subsystem =>
  compileSubsystem({ name: "", text }, around).subsystem;

/** The same of a text that has a name. Throws Rp2GenError with that name, line and column. */
export function compileSubsystem(source: Source, around: Around = {}): CompiledSubsystem {
  const parser = new Parser(source, around);
  return { subsystem: parser.specification(), places: parser.places };
}
