/**
 * The words, numbers, texts and symbols of a specification, each with its place. RP2Gen runs the C preprocessor first;
 * this file does the part of its work that specifications need: `#define`, `#undef`, the conditions, and `#include` of
 * a part that the caller has. What stands between `%{` and `%}` is for the C compiler; of that only the
 * preprocessor's lines are heard, since a number that a length names may stand there.
 */
import { groupsIn } from "../../kernel/items.ts";
import { quote, quoteCharacter } from "../../faults/quote.ts";
import { evaluated } from "../expression.ts";
import { included, plainLine, type Around, type Source } from "../parts.ts";
import { Scanner } from "../scanner.ts";
import type { Token as AnyToken } from "../token-reader.ts";
import { Rp2GenError } from "./error.ts";

export interface Token extends AnyToken {
  readonly source: string; // the part that it stands in; "" for the specification itself
}

const SPACE = /\n|[^\S\n]+|\/\*[^]*?\*\//uy;
const TOKEN = /#define\b|[A-Za-z_][A-Za-z0-9_]*|-?0[xX][0-9a-fA-F]+|-?[0-9]+|"[^"\n]*"|[:;,=[\](){}]/uy;
const DIRECTIVE = /[ \t]*#(?:[^\n\\/]|\/(?!\*)|\/\*[^]*?\*\/|\\(?:\n|.))*/uy;
const OF_C = /\/\*[^]*?\*\/|\n|[^\n/%]+|./uy;
const WORD = /^[A-Za-z_]\w*$/;
const VALUE = /^(?:-?0[xX][0-9a-fA-F]+|-?[0-9]+|"[^"]*")/;
const MOST_PARTS = 32; // inside each other
const MOST_TOKENS = 500_000;

function kindOf(text: string): Token["kind"] {
  if (/^[A-Za-z_]/.test(text)) return "word";
  if (text.startsWith('"')) return "text";
  return /^-?[0-9]/.test(text) ? "number" : "symbol";
}

interface Condition {
  isRead: boolean;
  wasRead: boolean; // one of its branches was
}

export class Lexer {
  readonly macros = new Map<string, string>();
  readonly tokens: Token[] = [];
  private readonly around: Around;

  constructor(around: Around) {
    this.around = around;
    for (const [name, body] of around.defines ?? []) this.macros.set(name, body);
  }

  /** The number behind a name: what #define says, or what its expression gives. */
  numberOf(name: string, steps = 0): bigint | null {
    const body = this.macros.get(name);
    if (body === undefined || body === "" || steps > MOST_PARTS) return null;
    return evaluated(body, (inner) => this.numberOf(inner, steps + 1));
  }

  /** Reads a text, or a part of one. */
  read(source: Source, depth = 0): Token {
    const scanner = new Scanner(source.text);
    const conditions: Condition[] = [];
    const isRead = (): boolean => conditions.at(-1)?.isRead ?? true;
    let isForC = false;
    while (!scanner.isAtEnd) {
      const { place } = scanner;
      const directive = scanner.isAtLineStart ? scanner.pass(DIRECTIVE) : null;
      if (directive !== null) {
        const isBroken = /^\s*(?:-?\d+(?![\d\s]*:)|")/u.test(scanner.peek(200)); // its value is on the next line
        this.obey(directive, { isBroken, source, place, conditions, isForC, depth });
      } else if (scanner.peek(2) === (isForC ? "%}" : "%{")) {
        scanner.pass(/%[{}]/uy);
        isForC = !isForC;
      } else if (isForC || !isRead()) {
        if (scanner.pass(OF_C) === null) throw strange(scanner, source.name);
      } else if (scanner.pass(SPACE) === null) this.token(scanner, source.name);
    }
    return { ...scanner.place, source: source.name, kind: "end", text: "" };
  }

  private token(scanner: Scanner, source: string): void {
    const { place } = scanner;
    const found = scanner.pass(TOKEN);
    if (found === null) throw strange(scanner, source);
    this.put(found, place, source);
  }

  /** A name that stands for another name is that one. */
  private put(given: string, place: { readonly line: number; readonly column: number }, source: string): void {
    let text = given;
    for (let steps = 0; steps < MOST_PARTS; steps++) {
      const body = this.macros.get(text);
      if (body === undefined || !WORD.test(body)) break;
      text = body;
    }
    if (this.tokens.length >= MOST_TOKENS) {
      throw new Rp2GenError(place, "a text without end", `at most ${MOST_TOKENS} words`, "", source);
    }
    this.tokens.push({ ...place, source, kind: kindOf(text), text });
  }

  private obey(line: string, at: At): void {
    const [, word = "", rest = ""] = groupsIn(/^[ \t]*#[ \t]*(\w*)(.*)$/su, plainLine(line));
    const text = rest.trim();
    const { conditions } = at;
    const isRead = conditions.at(-1)?.isRead ?? true;
    if (word === "ifdef" || word === "ifndef" || word === "if") {
      const isTrue = isRead && this.isTrue(word, text, at);
      conditions.push({ isRead: isTrue, wasRead: isTrue || !isRead });
    } else if (word === "else" || word === "elif" || word === "endif") {
      const condition = conditions.at(-1);
      if (condition === undefined) throw wrong(at, `#${word}`, "#if, #ifdef or #ifndef before it");
      if (word === "endif") conditions.pop();
      else {
        condition.isRead = !condition.wasRead && (word === "else" || this.isTrue("if", text, at));
        condition.wasRead ||= condition.isRead;
      }
    } else if (isRead) this.changes(word, text, at);
  }

  private isTrue(word: string, text: string, at: At): boolean {
    if (word !== "if") return this.macros.has(text.replace(/\W.*/s, "")) === (word === "ifdef");
    const value = evaluated(
      text,
      (name) => this.numberOf(name) ?? 0n,
      (name) => this.macros.has(name),
    );
    if (value === null) throw wrong(at, quote(`#if ${text}`), "a condition that is read here", PREPROCESS);
    return value !== 0n;
  }

  private changes(word: string, text: string, at: At): void {
    if (word === "define") this.define(text, at);
    else if (word === "undef") this.macros.delete(text);
    else if (word === "include") this.include(text, at);
    else if (word !== "pragma" && word !== "ident" && !/^\d*$/.test(word)) {
      if (!at.isForC) throw wrong(at, quote(`#${word}`), "a line that is read here", PREPROCESS);
    }
  }

  private define(text: string, at: At): void {
    const [, name = "", arguments_ = "", body = ""] = groupsIn(/^([A-Za-z_]\w*)(\([^)]*\))?\s*(.*)$/su, text);
    if (arguments_ !== "") return; // it is for the C compiler
    const isAgain = name !== "" && this.macros.get(name) === body;
    const number = name === "" || (body === "" && at.isBroken) ? [] : this.valueOf(body);
    if (!at.isForC && !isAgain && number !== null) {
      const { line, column } = at.place;
      for (const part of ["#define", name, ...number].filter((word) => word !== "")) {
        const kind = kindOf(part);
        this.tokens.push({ line, column, source: at.source.name, kind, text: part });
      }
    }
    if (name !== "" && !(body === "" && at.isBroken)) this.macros.set(name, body);
  }

  /** The words of a definition's value; null for one that is for the C compiler alone. */
  private valueOf(body: string): readonly string[] | null {
    const found = VALUE.exec(body)?.[0];
    if (found === body && found !== "") return [found];
    const value = evaluated(body, (name) => this.numberOf(name));
    if (value !== null) return [String(value)];
    if (found === undefined) return null;
    return [...body.matchAll(new RegExp(TOKEN.source, "gu"))].map(([part]) => part); // more words on the same line
  }

  private include(text: string, at: At): void {
    const name = included(text);
    const part = name === null ? null : (this.around.part?.(name) ?? null);
    if (part === null && (at.isForC || text.startsWith("<") || /\.h"?$/.test(text))) return; // a header of C
    if (part === null) {
      throw wrong(at, `#include ${quote(name ?? text)}`, "a part that is here", "Put the file beside this one.");
    }
    if (at.depth === MOST_PARTS) throw wrong(at, quote(text), `at most ${MOST_PARTS} parts in each other`);
    if (!at.isForC) this.read(part, at.depth + 1);
  }
}

interface At {
  readonly source: Source;
  readonly place: { readonly line: number; readonly column: number };
  readonly conditions: Condition[];
  readonly isForC: boolean;
  readonly isBroken: boolean;
  readonly depth: number;
}

const PREPROCESS = "Run the C preprocessor first (cpp -P), and give what it writes.";

const wrong = ({ source, place }: At, got: string, want: string, advice = ""): Rp2GenError =>
  new Rp2GenError(place, got, want, advice, source.name);

function strange(scanner: Scanner, source: string): Rp2GenError {
  const { place } = scanner;
  const next = scanner.peek(2);
  const [first = ""] = next; // a pair of surrogates is one
  const error = (got: string, want: string, advice = ""): Rp2GenError =>
    new Rp2GenError(place, got, want, advice, source);
  if (next === "/*") return error("a comment without an end", "*/ behind it");
  if (next === "//") return error('"//"', "a line of the specification", "Write comments /* … */.");
  if (first === '"') return error("a text without an end", '" behind it, on the same line');
  const advice = first === "#" ? "A line of the preprocessor begins with #." : "";
  return error(quoteCharacter(first), "a name, a number, a text in quotes or a symbol", advice);
}

/** All tokens of a text without parts, and one for its end. Throws Rp2GenError. */
export function tokensOf(text: string): readonly Token[] {
  const lexer = new Lexer({});
  const end = lexer.read({ name: "", text });
  return [...lexer.tokens, end];
}
