/** Finds the other files that a file names: imports of all kinds, workers' addresses, and paths written out in full. */
import { posix } from "node:path";
import ts from "typescript";
import { itemAt } from "../../kernel/reads.ts";
import { isCode, lineAt } from "./finding.ts";
import type { ProjectFile } from "./finding.ts";
import { treeOf } from "./tree.ts";

export interface Reference {
  readonly specifier: string; // as written
  readonly target: string | null; // path of a file in the project; null for a package or one of Node's own
  readonly line: number;
  readonly isImport: boolean; // false for a path that merely stands in a text
  readonly isLoaded: boolean; // with the file that names it: no import of types alone, and no worker’s address
}

function textOf(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** The specifier where `node` brings another module in. */
function imported(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return textOf(node.moduleSpecifier);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return textOf(node.argument.literal);
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  if (isCall) return textOf(node.arguments[0]);
  return undefined;
}

/** Whether an import brings types alone, which are gone when the code runs. */
function isOfTypes(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) return true;
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  if (!ts.isImportDeclaration(node) || node.importClause === undefined) return false;
  const { isTypeOnly, name, namedBindings } = node.importClause;
  if (isTypeOnly || name !== undefined || namedBindings === undefined || ts.isNamespaceImport(namedBindings))
    return isTypeOnly;
  return namedBindings.elements.every((element) => element.isTypeOnly);
}

/** The relative address in `new URL("./file", import.meta.url)`: a worker, or a file that is read. */
function located(node: ts.Node): string | undefined {
  const isUrl = ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "URL";
  return isUrl && node.arguments?.[1]?.getText() === "import.meta.url" ? textOf(node.arguments[0]) : undefined;
}

function resolve(from: string, specifier: string): string | null {
  if (!specifier.startsWith(".")) return null;
  return posix.normalize(posix.join(posix.dirname(from), specifier.replace(/[?#].*$/, "")));
}

function inCode(file: ProjectFile, isFile: (path: string) => boolean): Reference[] {
  const { path } = file;
  const source = treeOf(file);
  const found: Reference[] = [];
  const visit = (node: ts.Node): void => {
    const line = (): number => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const specifier = imported(node);
    const address = located(node);
    const place = address === undefined ? null : resolve(path, address);
    if (specifier !== undefined) {
      // A source that is shown (`?raw`) is a text.
      const isLoaded = !isOfTypes(node) && !specifier.includes("?");
      found.push({ specifier, target: resolve(path, specifier), line: line(), isImport: true, isLoaded });
    } else if (address !== undefined && place !== null && isFile(place)) {
      found.push({ specifier: address, target: place, line: line(), isImport: true, isLoaded: false });
    } else if (ts.isStringLiteralLike(node) && isFile(node.text)) {
      found.push({ specifier: node.text, target: node.text, line: line(), isImport: false, isLoaded: false });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const QUOTED = /["']([^"'\s]+)["']/g;
const PATHS = /[\w.@/-]+\.(?:ts|tsx|mjs|js)\b/g;

/** In other files a quoted relative path is an import (MDX, HTML), and a path from the top a mention (package.json). */
function inText({ path, text }: ProjectFile, isFile: (path: string) => boolean): Reference[] {
  const relative = [...text.matchAll(QUOTED)].flatMap((match): Reference[] => {
    const specifier = itemAt(match, 1, "group");
    const target = resolve(path, specifier);
    const known = target !== null && isFile(target);
    return known ? [{ specifier, target, line: lineAt(text, match.index), isImport: true, isLoaded: true }] : [];
  });
  const full = [...text.matchAll(PATHS)].flatMap((match): Reference[] => {
    const [target] = match;
    if (!isFile(target)) return [];
    return [{ specifier: target, target, line: lineAt(text, match.index), isImport: false, isLoaded: false }];
  });
  return [...relative, ...full];
}

export function references(file: ProjectFile, isFile: (path: string) => boolean): Reference[] {
  return isCode(file.path) ? inCode(file, isFile) : inText(file, isFile);
}
