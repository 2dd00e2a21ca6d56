/**
 * The words, numbers and symbols of texts in the XDR language (RFC 4506, section 6), each with its place. A text may
 * have lines for the C preprocessor, which rpcgen runs first; this file does the part of its work that interfaces need.
 *
 * Preprocessor
 * 1. `#ifdef`, `#ifndef`, `#if` with an expression, `#elif`, `#else` and `#endif` choose lines. Names are defined by
 *    the caller, as by -D of rpcgen (RPC_HDR, RPC_XDR, RPC_SVC, RPC_CLNT); no name is at the beginning.
 * 2. `#define NAME`, with anything behind it, and `#undef NAME`. A macro with arguments is refused where it is used.
 * 3. `#include "part.x"` reads a part that the caller has.
 * 4. Lines that begin with % are for the C compiler, and marks of lines (`# 12 "file.x"`) for its messages: both are
 *    passed over, and so is `#pragma`. Two kinds are heard: `%#define NAME 1024` gives a number that lengths may name,
 *    and `%#include "part.h"` reads part.x first where the caller has it, since part.h is made from it.
 */
import { groupsIn } from "../../kernel/items.ts";
import { quote, quoteCharacter } from "../../faults/quote.ts";
import { included, plainLine, type Around, type Source } from "../parts.ts";
import { Scanner } from "../scanner.ts";
import type { Token as AnyToken } from "../token-reader.ts";
import { XdrTextError, type Place } from "./error.ts";
import { evaluated } from "../expression.ts";

export type Token = AnyToken & Place;

const SPACE = /\n|[^\S\n]+|\/\*[^]*?\*\/|\/\/.*/uy; // a new line by itself: the next one may be for the preprocessor
const LINE_FOR_C = /%(?:[^\n\\]|\\(?:\n|.)|\\$)*/uy;
const DIRECTIVE = /[ \t]*#(?:[^\n\\/]|\/(?!\*)|\/\*[^]*?\*\/|\\(?:\n|.))*/uy;
const TOKEN =
  /[A-Za-z_]\w*|[-+]?(?:0[xX][0-9A-Fa-f]+|[0-9]+)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)'|::|[{}()[\]<>*:;,=.]/uy;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const FOR_C = /^%[ \t]*#[ \t]*(define|include)[ \t]+(.*)$/s;

/** Names that stand for names, one behind the other; and parts inside each other. */
const MOST_STEPS = 32;
const MOST_WORDS = 500_000;

type Word = Pick<Token, "kind" | "text">;

function kindOf(text: string): Token["kind"] {
  if (/^[A-Za-z_]/.test(text)) return "word";
  if (/^["']/.test(text)) return "text";
  return /^[-+0-9]/.test(text) ? "number" : "symbol";
}

/** What all texts of one interface share. */
class Shared {
  readonly around: Around;
  readonly macros = new Map<string, string>();
  readonly forC = new Map<string, string>();
  readonly tokens: Token[] = [];
  private words = 0;
  private readonly read = new Set<string>(); // parts that were read by %#include

  constructor(around: Around) {
    this.around = around;
    for (const [name, text] of around.defines ?? []) this.macros.set(name, text);
  }

  take(tokens: readonly Token[]): void {
    for (const token of tokens) this.tokens.push(token);
  }

  /** Counts one word more, be it one that a macro makes. */
  count(place: Place): void {
    if (++this.words > MOST_WORDS) {
      throw new XdrTextError(place, "a text that grows without end", `at most ${MOST_WORDS} words`);
    }
  }

  isNew(name: string): boolean {
    const isNew = !this.read.has(name);
    this.read.add(name);
    return isNew;
  }

  /** The number that an expression over macros gives; a name that is none counts as 0, as in C. */
  condition(text: string): bigint | null {
    const steps = { left: MOST_STEPS };
    const valueOf = (name: string): bigint | null => {
      const macro = this.macros.get(name);
      if (macro === undefined) return 0n;
      return macro === "" || steps.left-- <= 0 ? null : evaluated(macro, valueOf);
    };
    return evaluated(text, valueOf, (name) => this.macros.has(name));
  }
}

interface Condition {
  isRead: boolean;
  wasRead: boolean; // one of its branches was
  isLast: boolean; // its #else has been passed
  readonly place: Place;
}

class Lexer {
  private readonly source: string;
  private readonly scanner: Scanner;
  private readonly shared: Shared;
  private readonly depth: number;
  private readonly tokens: Token[] = [];
  private readonly conditions: Condition[] = []; // that the present line stands in

  constructor(source: Source, shared: Shared, depth = 0) {
    this.source = source.name;
    this.scanner = new Scanner(source.text);
    this.shared = shared;
    this.depth = depth;
  }

  run(): readonly Token[] {
    const { scanner } = this;
    while (!scanner.isAtEnd) {
      if (scanner.isAtLineStart && this.readsLine()) continue;
      if (this.isRead) this.readOne();
      else scanner.pass(/[^\n]*\n?/uy);
    }
    const open = this.conditions.at(-1);
    if (open !== undefined) throw new XdrTextError(open.place, "a condition without an end", "#endif behind it");
    return this.tokens;
  }

  /** The innermost condition decides: it is never read where one around it is not. */
  private get isRead(): boolean {
    return this.conditions.at(-1)?.isRead ?? true;
  }

  get place(): Place {
    return { source: this.source, ...this.scanner.place };
  }

  /** A line for C or its preprocessor. */
  private readsLine(): boolean {
    const { place } = this;
    const forC = this.scanner.pass(LINE_FOR_C);
    if (forC !== null) {
      this.hear(forC);
      return true;
    }
    const directive = this.scanner.pass(DIRECTIVE);
    if (directive === null) return false;
    this.obey(directive, place);
    return true;
  }

  private readOne(): void {
    if (this.scanner.pass(SPACE) !== null) return;
    const { place } = this;
    const text = this.scanner.pass(TOKEN);
    if (text === null) throw this.strange(place);
    this.put({ kind: kindOf(text), text }, place, []);
  }

  /** Rule 2: puts a token, or what stands behind its name. */
  private put({ kind, text }: Word, place: Place, passed: readonly string[]): void {
    const macro = kind === "word" && !passed.includes(text) ? this.shared.macros.get(text) : undefined;
    this.shared.count(place);
    if (macro === undefined) {
      const { source, line, column } = place;
      this.tokens.push({ source, line, column, kind, text });
      return;
    }
    if (passed.length >= MOST_STEPS)
      throw new XdrTextError(place, quote(text), `at most ${MOST_STEPS} macros in each other`);
    for (const word of this.wordsOf(text, macro, place)) this.put(word, place, [...passed, text]);
  }

  private wordsOf(name: string, macro: string, place: Place): readonly Word[] {
    if (macro.startsWith("(") && this.shared.macros.get(`${name}(`) !== undefined) {
      throw new XdrTextError(place, quote(name), "a name that is no macro with arguments", PREPROCESS);
    }
    const words = [...macro.matchAll(new RegExp(TOKEN.source, "gu"))].map(([text]) => ({ kind: kindOf(text), text }));
    if (words.map(({ text }) => text).join("") === macro.replaceAll(/\s/g, "")) return words;
    throw new XdrTextError(place, `#define ${name} ${quote(macro)}`, "numbers, names and symbols of XDR", PREPROCESS);
  }

  private strange(place: Place): XdrTextError {
    const next = this.scanner.peek(2);
    const [first = ""] = next;
    if (next === "/*") return new XdrTextError(place, "a comment without an end", "*/ behind it");
    if (first === '"' || first === "'") return new XdrTextError(place, "a text without an end", `${first} behind it`);
    return new XdrTextError(place, quoteCharacter(first), "a name, a number or a symbol of XDR");
  }

  // Rules 1 to 4.

  private obey(line: string, place: Place): void {
    const [, first = "", rest = ""] = groupsIn(/^[ \t]*#[ \t]*(\w*)(.*)$/su, plainLine(line));
    const { isRead } = this;
    if (first === "ifdef" || first === "ifndef" || first === "if") {
      const isTrue = isRead && this.isTrue(first, rest.trim(), place);
      this.conditions.push({ isRead: isTrue, wasRead: isTrue || !isRead, isLast: false, place });
    } else if (first === "else" || first === "elif" || first === "endif") this.closes(first, rest.trim(), place);
    else if (isRead) this.changes(first, rest.trim(), place);
  }

  private isTrue(directive: string, condition: string, place: Place): boolean {
    if (directive === "if" || directive === "elif") {
      const value = this.shared.condition(condition);
      if (value !== null) return value !== 0n;
      throw this.refused(`#${directive} ${condition}`, place);
    }
    const [name = ""] = condition.split(/\s/);
    if (!NAME.test(name)) throw new XdrTextError(place, `#${directive}`, `#${directive} NAME`);
    return this.shared.macros.has(name) === (directive === "ifdef");
  }

  private closes(directive: string, text: string, place: Place): void {
    const condition = this.conditions.at(-1);
    if (condition === undefined || (condition.isLast && directive !== "endif")) {
      throw new XdrTextError(place, `#${directive}`, "#if, #ifdef or #ifndef before it");
    }
    if (directive === "endif") this.conditions.pop();
    else {
      condition.isRead = !condition.wasRead && (directive === "else" || this.isTrue(directive, text, place));
      condition.wasRead ||= condition.isRead;
      condition.isLast = directive === "else";
    }
  }

  private changes(directive: string, text: string, place: Place): void {
    if (directive === "pragma" || directive === "ident" || /^\d*$/.test(directive)) return;
    const [, name = "", arguments_ = "", body = ""] = groupsIn(DEFINED, text);
    if (directive === "undef") this.shared.macros.delete(text);
    else if (directive === "include") this.include(text, place);
    else if (directive === "define" && name !== "") {
      this.shared.macros.set(name, `${arguments_}${body}`.trim());
      if (arguments_ === "") this.shared.macros.delete(`${name}(`);
      else this.shared.macros.set(`${name}(`, "");
    } else if (directive === "error") throw new XdrTextError(place, `#error ${quote(text)}`, "another choice of lines");
    else throw this.refused(`#${directive} ${text}`, place);
  }

  /** Rule 3. */
  private include(text: string, place: Place): void {
    const name = included(text);
    const part = name === null ? null : (this.shared.around.part?.(name) ?? null);
    if (part === null) throw new XdrTextError(place, `#include ${quote(name ?? text)}`, "a part that is here", MISSING);
    if (this.depth === MOST_STEPS)
      throw new XdrTextError(place, quote(text), `at most ${MOST_STEPS} parts in each other`);
    for (const token of new Lexer(part, this.shared, this.depth + 1).run()) {
      this.shared.count(place);
      this.tokens.push(token);
    }
  }

  /**
   * Rule 4: what a line for the C compiler tells of numbers and of other parts. Most of them stand where only the
   * header is made (`#ifdef RPC_HDR`), so they are heard there as well.
   */
  private hear(line: string): void {
    const [, directive = "", text = ""] = groupsIn(FOR_C, plainLine(line));
    if (directive === "define") {
      const [, name = "", arguments_ = "", body = ""] = groupsIn(DEFINED, text.trim());
      if (name !== "" && arguments_ === "" && body.trim() !== "" && !this.shared.forC.has(name))
        this.shared.forC.set(name, body.trim());
    } else if (directive === "include") {
      const name = included(text.trim())?.replace(/\.h$/, ".x") ?? null;
      const part = name === null ? null : (this.shared.around.part?.(name) ?? null);
      if (part === null || !this.shared.isNew(part.name) || this.depth === MOST_STEPS) return;
      this.shared.take(new Lexer(part, this.shared, this.depth + 1).run());
    }
  }

  private refused(directive: string, place: Place): XdrTextError {
    return new XdrTextError(place, quote(directive.trim()), "a line that is read here", PREPROCESS);
  }
}

const PREPROCESS = "Run the C preprocessor first (cpp -P), and give what it writes.";
const MISSING = "Put the file beside this one, or give it as well.";

/** NAME, perhaps with arguments right behind it, and what it stands for. */
const DEFINED = /^([A-Za-z_]\w*)(\([^)]*\))?(.*)$/su;

export interface Tokens {
  readonly tokens: readonly Token[];
  readonly forC: ReadonlyMap<string, string>; // what %#define says of a name
}

/** All tokens of texts, one behind the other, and one for their end. Throws XdrTextError for what XDR does not have. */
export function tokensOf(sources: readonly Source[], around: Around = {}): Tokens {
  const shared = new Shared(around);
  let place: Place = { source: "", line: 1, column: 1 };
  for (const source of sources) {
    if (source.name !== "" && !shared.isNew(source.name)) continue; // another one has read it
    const lexer = new Lexer(source, shared);
    shared.take(lexer.run());
    place = lexer.place;
  }
  return { tokens: [...shared.tokens, { kind: "end", text: "", ...place }], forC: shared.forC };
}
