/**
 * Takes the types out of a program in TypeScript, and leaves spaces in their place: so each line and column of what is
 * left is that of the reader’s text. Only types are taken out; what would need other code in their place, such as an
 * enum, is said with its line.
 */
import { Parser } from "acorn";
import { tsPlugin } from "@sveltejs/acorn-typescript";
import { lastItem } from "../../engine/kernel/reads.ts";
import { CodeFault, type Place } from "../../engine/protocols/written/code-actions.ts";

/** A node of the syntax tree. Its other fields are nodes, lists of nodes, or plain values. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const READER = Parser.extend(tsPlugin());

const AS_SCRIPT = { ecmaVersion: "latest", sourceType: "script" } as const;

/** The program without its types. Throws CodeFault where it cannot be read. */
export function withoutTypes(text: string): string {
  if (isJavaScript(text)) return text;
  const stripper = new Stripper(text);
  try {
    stripper.take(READER.parse(text, { ...AS_SCRIPT, locations: true }) as unknown as Node);
  } catch (error) {
    throw error instanceof CodeFault ? error : unreadable(text, error);
  }
  return stripper.text();
}

/** Some texts mean one thing with types and another without: what is JavaScript stays as it is. */
function isJavaScript(text: string): boolean {
  try {
    Parser.parse(text, AS_SCRIPT);
    return true;
  } catch {
    return false;
  }
}

/** What a parser says of a text that it cannot read, as a fault of the program. */
function unreadable(text: string, error: unknown): CodeFault {
  if (error instanceof SyntaxError && "pos" in error && typeof error.pos === "number" && !isDeep(error)) {
    const place = placeAt(text, error.pos);
    if (error.message.includes("sourceType: module")) {
      const todo = "A program is one text: write all of it here.";
      return new CodeFault("the program", null, "it cannot import or export", todo, place);
    }
    const isUnexpected = error.message.startsWith("Unexpected token");
    const what = isUnexpected ? unexpected(text, error.pos) : error.message.replace(/\.* *\(\d+:\d+\)$/u, "");
    return new CodeFault("the program", null, `it cannot be read: ${what}`, READ_AGAIN, place);
  }
  const todo = "Write it with fewer brackets in brackets.";
  return new CodeFault("the program", null, "it cannot be read: it is nested too deep", todo);
}

const isDeep = ({ message }: SyntaxError): boolean => message.includes("stack space");

const READ_AGAIN = "Mend this line, or the one before it.";

function unexpected(text: string, at: number): string {
  const found = /^(?:[\w$]+|\S)/u.exec(text.slice(at, at + 40))?.[0];
  return found === undefined ? "the text ends too early; a bracket may be open" : `${found} is not expected here`;
}

/** Line and column of a character, from 1. */
function placeAt(text: string, at: number): Place {
  const before = text.slice(0, at).split(/\r\n|[\n\r\u2028\u2029]/u);
  return { line: before.length, column: lastItem(before, "line").length + 1 };
}

/** Nodes that are types and nothing else. */
const TYPES = new Set([
  "TSTypeAnnotation",
  "TSTypeAliasDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeParameterDeclaration",
  "TSTypeParameterInstantiation",
  "TSDeclareFunction",
  "TSDeclareMethod",
  "TSIndexSignature",
]);

/** Of these the ones that are statements: an empty one stays, so that those around it do not grow together. */
const STATEMENTS = /Declaration$|^TSDeclare|^TSIndex/;

/** Expressions with a type behind them. */
const WITH_TYPE = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSInstantiationExpression",
]);

/** What is more than a type, in words. */
const MORE: Readonly<Record<string, string>> = {
  TSEnumDeclaration: "an enum",
  TSModuleDeclaration: "a namespace",
  TSParameterProperty: "a field among the parameters",
  TSImportEqualsDeclaration: "an import",
  TSExportAssignment: "an export",
  TSTypeAssertion: "a type in angle brackets",
  Decorator: "a decorator",
};

class Stripper {
  private readonly source: string;
  private readonly spans: (readonly [from: number, to: number])[] = [];
  private readonly ends = new Set<number>(); // where a statement ends: a semicolon stands there

  constructor(source: string) {
    this.source = source;
  }

  /** The text with spaces where the spans are. Ends of lines stay. */
  text(): string {
    let text = "";
    let at = 0;
    for (const [from, to] of this.spans.toSorted(([a], [b]) => a - b)) {
      if (to <= at) continue;
      text += this.source.slice(at, Math.max(at, from));
      const blank = this.source.slice(Math.max(at, from), to).replaceAll(/[^\n\r\u2028\u2029]/g, " ");
      text += this.ends.has(from) ? `;${blank.slice(1)}` : blank;
      at = to;
    }
    return text + this.source.slice(at);
  }

  take(root: Node): void {
    const left: Node[] = [root]; // a list of its own: a deep program must not fill the stack
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      if (this.isType(node)) {
        this.spans.push([node.start, node.end]);
        if (STATEMENTS.test(node.type) && !node.type.startsWith("TSTypeParameter")) this.ends.add(node.start);
      } else {
        this.takeParts(node);
        for (const value of Object.values(node)) left.push(...nodesIn(value));
      }
    }
  }

  private isType({ type, declare }: Node): boolean {
    return TYPES.has(type) || declare === true;
  }

  /** What is a type’s in a node that stays. */
  private takeParts(node: Node): void {
    const { type, start, end } = node;
    const more = MORE[type];
    if (more !== undefined) {
      const todo = "Types are taken out, and nothing is put in their place: write plain JavaScript here.";
      throw new CodeFault("the program", null, `${more} is more than a type`, todo, placeAt(this.source, start));
    }
    if (WITH_TYPE.has(type)) return this.takeBehind(node);
    if (node["optional"] === true && type === "Identifier")
      this.takeSign("?", start + String(node["name"]).length, end);
    if (type === "PropertyDefinition" || type === "MethodDefinition") this.takeWords(node);
    if (type === "VariableDeclarator" && node["definite"] === true) {
      this.takeSign("!", (node["id"] as Node).start, (node["init"] as Node | null)?.start ?? end);
    }
    if (type.startsWith("Class")) this.takeHeritage(node);
    if (type.includes("Function")) this.takeThis(node);
  }

  /** What stands behind the expression: "as number", "satisfies Row", "!". */
  private takeBehind({ type, expression, end }: Node): void {
    const inner = expression as Node;
    // Brackets around the expression stay.
    const open = this.source.slice(inner.end, end);
    const brackets = open.slice(0, open.search(/[^\s)]|$/u)).lastIndexOf(")");
    const from = inner.end + brackets + 1;
    this.spans.push([from, end]);
    // The type has ended the statement. Without it the next line would go on with it.
    if (type !== "TSNonNullExpression" && /^[^\S\n\r]*[\n\r]\s*[([`]/u.test(this.source.slice(end)))
      this.ends.add(from);
  }

  private takeSign(sign: string, from: number, to: number): void {
    const at = this.source.slice(from, to).indexOf(sign);
    if (at >= 0) this.spans.push([from + at, from + at + 1]);
  }

  /** Words of a class’s field that are a type’s: "private", "readonly", and "?" or "!" behind its name. */
  private takeWords(node: Node): void {
    const { start } = node;
    const key = node["key"] as Node;
    const hasNoBody = node.type === "MethodDefinition" && !isNode((node["value"] as Node)["body"]);
    if (node["abstract"] === true || hasNoBody) {
      this.spans.push([start, node.end]);
      this.ends.add(start);
      return;
    }
    const head = this.source.slice(start, key.start);
    for (const { 0: word, index } of head.matchAll(/\b(?:private|protected|public|readonly|override)\b/gu)) {
      this.spans.push([start + index, start + index + word.length]);
    }
    const sign = /^\s*\]?\s*([?!])/u.exec(this.source.slice(key.end));
    if (sign !== null && (node["optional"] === true || node["definite"] === true)) {
      const at = key.end + sign[0].length - 1;
      this.spans.push([at, at + 1]);
    }
  }

  /** "implements Row", "abstract". */
  private takeHeritage(node: Node): void {
    const body = node["body"] as Node;
    if (node["abstract"] === true) this.takeWord("abstract", node.start, body.start);
    const list = (node["implements"] ?? []) as readonly Node[];
    const last = list.at(-1);
    const first = list[0];
    if (first === undefined || last === undefined) return;
    const from = this.source.lastIndexOf("implements", first.start);
    this.spans.push([from, last.end]);
  }

  private takeWord(word: string, from: number, to: number): void {
    const at = this.source.slice(from, to).indexOf(word);
    if (at >= 0) this.spans.push([from + at, from + at + word.length]);
  }

  /** The parameter "this", which is a type’s alone. */
  private takeThis(node: Node): void {
    const [first, second] = (node["params"] ?? []) as readonly Node[];
    if (first?.type !== "Identifier" || first["name"] !== "this") return;
    const comma = this.source.indexOf(",", first.end);
    this.spans.push([first.start, second === undefined ? first.end : comma + 1]);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value;

const nodesIn = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];
