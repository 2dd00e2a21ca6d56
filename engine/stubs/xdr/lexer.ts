/**
 * The words, numbers and symbols of texts in the XDR language (RFC 4506, section 6), each with its place. A text may
 * have lines for the C preprocessor, which rpcgen runs first; this file does the part of its work that interfaces need.
 *
 * Preprocessor
 * 1. `#ifdef`, `#ifndef`, `#if` with a number, `#else` and `#endif` choose lines. No name is defined at the beginning.
 * 2. `#define NAME`, with a number or a name behind it or with nothing, and `#undef NAME`.
 * 3. Lines that begin with % are for the C compiler, and marks of lines (`# 12 "file.x"`) for its messages: both are
 *    passed over. So is `#pragma`.
 * 4. All else is refused: `#include`, macros with arguments, expressions.
 */
import { quote, quoteCharacter } from "../../faults/quote.ts";
import { Scanner } from "../scanner.ts";
import type { Token as AnyToken } from "../token-reader.ts";
import { XdrTextError, type Place } from "./error.ts";

export type Token = AnyToken & Place;

/** A text, and what errors call it: a file, or a flag. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

const SPACE = /\n|[^\S\n]+|\/\*[^]*?\*\//uy; // a new line by itself: the next one may be for the preprocessor
const LINE_FOR_C = /%.*/uy;
const DIRECTIVE = /[ \t]*#(?:[^\n\\]|\\(?:\r?\n|.))*/uy;
const TOKEN = /[A-Za-z_][A-Za-z0-9_]*|[-+]?(?:0[xX][0-9A-Fa-f]+|[0-9]+)|[{}()[\]<>*:;,=]/uy;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const NUMBER = /^[-+]?(?:0[xX][0-9A-Fa-f]+|[0-9]+)$/;
const PREPROCESS = "Run the C preprocessor first (cpp -P), and give what it writes.";

/** Names that stand for names, one behind the other. */
const MOST_STEPS = 32;

function kindOf(text: string): Token["kind"] {
  if (/^[A-Za-z_]/.test(text)) return "word";
  return /^[-+0-9]/.test(text) ? "number" : "symbol";
}

class Lexer {
  readonly tokens: Token[] = [];
  private readonly source: string;
  private readonly scanner: Scanner;
  private readonly macros: Map<string, Pick<Token, "kind" | "text"> | null>;
  /** The conditions that the present line stands in: whether it is read, and whether one of its branches was. */
  private readonly conditions: { isRead: boolean; wasRead: boolean; readonly place: Place }[] = [];

  constructor(source: Source, macros: Map<string, Pick<Token, "kind" | "text"> | null>) {
    this.source = source.name;
    this.scanner = new Scanner(source.text);
    this.macros = macros;
  }

  run(): void {
    const { scanner } = this;
    while (!scanner.isAtEnd) {
      if (scanner.isAtLineStart && this.readsLine()) continue;
      if (this.isRead) this.readOne();
      else scanner.pass(/[^\n]*\n?/uy);
    }
    const open = this.conditions.at(-1);
    if (open !== undefined) throw new XdrTextError(open.place, "a condition without an end", "#endif behind it");
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
    if (this.scanner.pass(LINE_FOR_C) !== null) return true;
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
    const written = this.expanded({ kind: kindOf(text), text });
    if (written === null) return;
    const { source, line, column } = place;
    this.tokens.push({ source, line, column, kind: written.kind, text: written.text });
  }

  /** Rule 2: the token that a name stands for; null for none. */
  private expanded(token: Pick<Token, "kind" | "text">): Pick<Token, "kind" | "text"> | null {
    let at: Pick<Token, "kind" | "text"> = token;
    for (let steps = 0; at.kind === "word" && steps < MOST_STEPS; steps++) {
      const macro = this.macros.get(at.text);
      if (macro === undefined) return at;
      if (macro === null) return null;
      at = macro;
    }
    return at;
  }

  private strange(place: Place): XdrTextError {
    const next = this.scanner.peek(2);
    const [first = ""] = next;
    if (next === "/*") return new XdrTextError(place, "a comment without an end", "*/ behind it");
    if (next === "//") return new XdrTextError(place, '"//"', "a definition", "Comments are written /* … */.");
    return new XdrTextError(place, quoteCharacter(first), "a name, a number or a symbol of XDR");
  }

  // Rules 1 to 4.

  private obey(line: string, place: Place): void {
    const words = line
      .replaceAll(/\\\r?\n/g, " ")
      .replaceAll(/\/\*.*?\*\//g, " ")
      .trim()
      .split(/\s+/);
    const [first = "", ...rest] = words[0] === "#" ? [`#${words[1] ?? ""}`, ...words.slice(2)] : words;
    const { isRead } = this;
    if (first === "#ifdef" || first === "#ifndef" || first === "#if") {
      const isTrue = isRead && this.isTrue(first, rest, place);
      this.conditions.push({ isRead: isTrue, wasRead: isTrue || !isRead, place });
    } else if (first === "#else" || first === "#endif") this.closes(first, place);
    else if (isRead) this.changes(first, rest, place);
  }

  private isTrue(directive: string, [name = "", ...more]: readonly string[], place: Place): boolean {
    if (directive === "#if" && NUMBER.test(name) && more.length === 0) return Number(name) !== 0;
    if (directive === "#if") throw this.refused(`#if ${[name, ...more].join(" ")}`, place);
    if (!NAME.test(name)) throw new XdrTextError(place, directive, `${directive} NAME`);
    return this.macros.has(name) === (directive === "#ifdef");
  }

  private closes(directive: string, place: Place): void {
    const condition = this.conditions.at(-1);
    if (condition === undefined) throw new XdrTextError(place, directive, "#if, #ifdef or #ifndef before it");
    if (directive === "#endif") this.conditions.pop();
    else {
      condition.isRead = !condition.wasRead;
      condition.wasRead = true;
    }
  }

  private changes(directive: string, [name = "", value, ...more]: readonly string[], place: Place): void {
    if (directive === "#pragma" || /^#\d*$/.test(directive)) return;
    if (directive === "#undef") this.macros.delete(name);
    else if (directive !== "#define" || !NAME.test(name) || more.length > 0) throw this.refused(directive, place);
    else if (value === undefined) this.macros.set(name, null);
    else if (NAME.test(value)) this.macros.set(name, { kind: "word", text: value });
    else if (NUMBER.test(value)) this.macros.set(name, { kind: "number", text: value });
    else throw this.refused(`#define ${name} ${value}`, place);
  }

  private refused(directive: string, place: Place): XdrTextError {
    return new XdrTextError(place, quote(directive), "a line that is read here", PREPROCESS);
  }
}

/** All tokens of texts, one behind the other, and one for their end. Throws XdrTextError for what XDR does not have. */
export function tokensOf(sources: readonly Source[]): readonly Token[] {
  const macros = new Map<string, Pick<Token, "kind" | "text"> | null>();
  const lexers = sources.map((source) => {
    const lexer = new Lexer(source, macros);
    lexer.run();
    return lexer;
  });
  const place = lexers.at(-1)?.place ?? { source: "", line: 1, column: 1 };
  return [...lexers.flatMap(({ tokens }) => tokens), { kind: "end", text: "", ...place }];
}
