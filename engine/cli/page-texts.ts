/**
 * The English texts that the page may show, as the sources have them: texts between the tags of components, attributes
 * that are read, and texts in code that look like words for a reader. Values stand as {0}, {1}, … as in the catalogues.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { NO_LANGUAGE } from "../../app/language/no-language.ts";
import { isNameColumn } from "../../app/papers/name-columns.ts";

export interface PageText {
  readonly text: string;
  readonly file: string; // from the project's folder
}

/** Attributes, arguments and properties that hold names for the program. */
const NAMES: ReadonlySet<string> = new Set([
  ...["className", "id", "key", "type", "role", "href", "rel", "target", "name", "kind", "d", "viewBox", "fill"],
  ...[
    "stroke",
    "htmlFor",
    "autoComplete",
    "method",
    "shape",
    "anchor",
    "src",
    "style",
    "lang",
    "dir",
    "slug",
    "measure",
  ],
  ...["unit", "experiment", "procedure", "ink", "halo", "where", "param", "of", "at", "file", "format", "tag", "path"],
]);

/** A tag of an element, or a value: what a catalogue writes {0}. */
const HOLE = "\u0000";

const spaced = (text: string): string => text.replaceAll(/\s+/g, " ");

/** Text between tags as React has it: line ends with the blanks around them go. */
function jsxText(text: string): string {
  const lines = text.split("\n").map((line, i, all) => {
    const start = i > 0 ? line.trimStart() : line;
    return i < all.length - 1 ? start.trimEnd() : start;
  });
  const joined = lines.filter((line) => line !== "").join(" ");
  return joined.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

const withValues = (text: string): string => {
  let next = 0;
  return spaced(text)
    .trim()
    .replaceAll(new RegExp(`${HOLE}+`, "g"), () => `{${next++}}`);
};

/** The text that an expression always is, with values; null where it is no text. */
function textOf(node: ts.Expression): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression);
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => HOLE + literal.text).join("");
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === null && right === null ? null : `${left ?? HOLE}${right ?? HOLE}`;
  }
  return null;
}

const between = (children: readonly ts.JsxChild[]): string =>
  children
    .map((child) => {
      if (ts.isJsxText(child)) return jsxText(child.text);
      if (!ts.isJsxExpression(child)) return HOLE;
      return child.expression === undefined ? "" : (textOf(child.expression) ?? HOLE);
    })
    .join("");

const WORD = /\p{L}{2}/u;
/** A sentence or a label, and no name of a file, a class or a key. */
const isForReaders = (text: string): boolean =>
  (/[a-z]{2,} .*[a-z]{2}|[A-Z][a-z]+ /.test(text) || /^[A-Z][a-z]+\.?$/.test(text)) &&
  !/[{}<>]|;(?! \p{L})|^[a-z-]+: |=>/u.test(text);

const nameOf = (node: ts.Node): string =>
  (ts.isPropertyAssignment(node) || ts.isJsxAttribute(node)) && ts.isIdentifier(node.name) ? node.name.text : "";

/** The name of the property or attribute that has this value, or that chooses it: `className={x ? "a" : "b"}`. */
function nameAbove(node: ts.Node): string {
  const { parent } = node;
  const isChoice = ts.isConditionalExpression(parent) && parent.condition !== node;
  return isChoice ||
    ts.isParenthesizedExpression(parent) ||
    (ts.isJsxExpression(parent) && !ts.isJsxElement(parent.parent))
    ? nameAbove(parent)
    : nameOf(parent);
}

/** A text of code that is no name, import or key: what a reader may see. */
function looseText(node: ts.Expression): string | null {
  const { parent } = node;
  const text = textOf(node);
  if (text === null) return null;
  if (ts.isImportDeclaration(parent) || ts.isExternalModuleReference(parent) || ts.isLiteralTypeNode(parent))
    return null;
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.PlusToken) return null;
  if (ts.isElementAccessExpression(parent) || ts.isCaseClause(parent)) return null;
  if (ts.isJsxExpression(parent) && ts.isJsxElement(parent.parent)) {
    const { children } = parent.parent;
    return children.filter((child) => !(ts.isJsxText(child) && child.text.trim() === "")).length === 1 ? text : null;
  }
  if (ts.isPropertyAssignment(parent) && parent.name === node) return isForReaders(text) ? text : null;
  const name = nameAbove(node);
  // A name of several words is read.
  if (NAMES.has(name) && !(name === "name" && /^[A-Z][^ ]* ./.test(text))) return null;
  if (ts.isNewExpression(parent) && parent.expression.getText() === "Error") return null; // tells who writes code
  if (ts.isJsxAttribute(parent)) return WORD.test(text) && !/^[a-z-]+$/.test(text) ? text : null;
  if (
    ts.isCallExpression(parent) &&
    /querySelector|matchMedia|addEventListener|Error$|^(?:itemAt|lastItem|entryOf|namedIn)$/.test(
      parent.expression.getText(),
    )
  )
    return null; // names of things for who writes code
  return isForReaders(text) ? text : null;
}

/** The texts of one source. */
export function textsIn(path: string, source: string): readonly string[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const found = new Set<string>();
  const add = (text: string): void => {
    const whole = withValues(text);
    if (WORD.test(whole.replaceAll(/\{\d+\}/g, ""))) found.add(whole);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && NO_LANGUAGE.has(node.openingElement.tagName.getText())) {
      visit(node.openingElement);
      return;
    }
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const { children } = node;
      if (children.some((child) => ts.isJsxText(child) && child.text.trim() !== "")) add(between(children));
      else if (
        children.some(
          (child) => ts.isJsxExpression(child) && child.expression !== undefined && textOf(child.expression) !== null,
        )
      )
        add(between(children));
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "counted") {
      for (const argument of node.arguments.slice(1)) {
        const word = textOf(argument);
        if (word !== null)
          for (const form of node.arguments.length > 2 ? [word] : [word, `${word}s`]) add(`${HOLE} ${form}`);
      }
    } else if (ts.isExpression(node)) {
      const text = looseText(node);
      if (text !== null) add(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found];
}

const isSource = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\.(?:test|slow|audit|d)\.|\/(?:testing|build|frames)\b/.test(file);

/** All texts of the sources in a folder, or in one file, in their order. */
export function pageTexts(home: string, folder: string): readonly PageText[] {
  const files = /\.tsx?$/.test(folder)
    ? [folder]
    : readdirSync(join(home, folder), { recursive: true, encoding: "utf8" })
        .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
        .filter(isSource)
        .toSorted();
  return files.flatMap((file) => textsIn(file, readFileSync(join(home, file), "utf8")).map((text) => ({ text, file })));
}

/** What the tables of papers say in words: their columns, and the cells that name a row. */
interface PrintedTable {
  readonly title: string;
  readonly conditions?: string;
  readonly source: string;
  readonly columns?: readonly { readonly label: string }[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const hasWords = (column: string): boolean => !["key", "id", "unit"].includes(column) && !isNameColumn(column);
const IN_WORDS = /^[a-z]{3,}$|[\p{L})\d] [a-z]{2,}|[a-z]{2,} \p{L}/u;
/** "Median", "Local-only", "MaxResult: throughput", and no name. */
const LABEL = /^[A-Z][a-z-]{3,}$|[\p{L})\d:] [a-z]{2,}|[a-z]{2,} \p{L}/u;

/** The texts of the papers’ tables, in the order of their files. */
export function tableTexts(home: string): readonly PageText[] {
  const papers = "engine/papers";
  const files = readdirSync(join(home, papers), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("tables.json"))
    .map((file) => `${papers}/${file.replaceAll("\\", "/")}`)
    .toSorted();
  return files.flatMap((file) => {
    const tables = JSON.parse(readFileSync(join(home, file), "utf8")) as readonly PrintedTable[];
    const texts = tables.flatMap(({ title, conditions = "", source, rows }) => [
      ...[title, conditions, ...source.split(/[,;] /).filter((part) => !/\d|Appendix/.test(part))],
      ...rows.flatMap((row) => Object.entries(row).flatMap(([key, value]) => (hasWords(key) ? [value] : []))),
    ]);
    const words = texts.filter((text): text is string => typeof text === "string");
    const labels = tables.flatMap(({ columns = [] }) => columns.map(({ label }) => label));
    const told = [...words.filter((text) => IN_WORDS.test(text)), ...labels.filter((label) => LABEL.test(label))];
    return [...new Set(told)].map((text) => ({ text, file }));
  });
}

const imported = new Map<string, readonly string[]>(); // by path: families share most sources

/** The files that a source imports or hands on, without those of types alone. */
function importsOf(home: string, path: string): readonly string[] {
  const before = imported.get(path);
  if (before !== undefined) return before;
  const file = ts.createSourceFile(path, readFileSync(join(home, path), "utf8"), ts.ScriptTarget.Latest);
  const found = file.statements.flatMap((one) => {
    if (!ts.isImportDeclaration(one) && !ts.isExportDeclaration(one)) return [];
    if (ts.isImportDeclaration(one) ? one.importClause?.isTypeOnly === true : one.isTypeOnly) return [];
    const { moduleSpecifier: from } = one;
    return from !== undefined && ts.isStringLiteral(from) && /^\..*\.tsx?$/.test(from.text)
      ? [posix.join(posix.dirname(path), from.text)]
      : [];
  });
  imported.set(path, found);
  return found;
}

/** Sources with all that they import, and what that imports. */
export function importedBy(home: string, begins: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...begins];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    open.push(...importsOf(home, path));
  }
  return found;
}
