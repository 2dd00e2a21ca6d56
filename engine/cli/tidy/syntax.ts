/** Findings in the compiler’s tree: banned names, `any`, straight apostrophes, waits in tests, long functions … */
import ts from "typescript";
import { isCode, isConfig, isDeclaration, isPureEngine, isTest } from "./finding.ts";
import type { Finding, ProjectFile } from "./finding.ts";
import { hasModifier, treeOf } from "./tree.ts";

const FUNCTION_WARN = 60;
const FUNCTION_FAIL = 80;

/** Global -> what to use instead. */
const AMBIENT: Readonly<Record<string, string>> = {
  Date: "simulated time from the kernel",
  performance: "simulated time from the kernel",
};
const TEST_WORDS = ["it", "test", "describe", "suite", "bench"];
const FOCUS = ["only", "skip", "todo", "fixme"]; // skipIf and skip(condition, reason) name a reason
const WAITS = ["setTimeout", "setInterval", "sleep", "delay", "waitForTimeout"];

type Say = (node: ts.Node, message: string, severity?: Finding["severity"]) => void;

const isNamed = (node: ts.Node, name: string): boolean => ts.isIdentifier(node) && node.text === name;

/** The first name of `a.b.c(…).d`. */
function rootName(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) return rootName(node.expression);
  return "";
}

/** True where the identifier names a thing in scope, and is not the name of a property or a declaration's key. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent)) return rightOf(parent) !== node;
  const names = ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent);
  return !(names && parent.name === node);
}

const rightOf = (node: ts.PropertyAccessExpression | ts.QualifiedName): ts.Node =>
  ts.isQualifiedName(node) ? node.right : node.name;

function checkAmbient(node: ts.Node, say: Say): void {
  if (ts.isPropertyAccessExpression(node) && isNamed(node.expression, "Math") && node.name.text === "random") {
    say(node, "Math.random in the engine. Draw from a named RandomStream of the kernel.");
  }
  const instead = ts.isIdentifier(node) && isUse(node) ? ownValue(AMBIENT, node.text) : undefined;
  if (instead !== undefined) say(node, `${node.getText()} in the engine. Use ${instead}.`);
}

function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** `test.skip(condition, reason)`: left out only where something is missing, and says what. */
const hasReason = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && node.arguments.length === 2 && !node.arguments.some(ts.isFunctionLike);

function checkInTest(node: ts.Node, say: Say): void {
  const focus = ts.isPropertyAccessExpression(node) && FOCUS.includes(node.name.text) && !hasReason(node.parent);
  if (focus && TEST_WORDS.includes(rootName(node.expression))) {
    say(node, `${node.getText()} leaves tests out. Run all of them, or remove the test.`);
  }
  if (!ts.isCallExpression(node)) return;
  const { expression } = node;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : rootName(expression);
  const isLimit = expression.getText() === "test.setTimeout"; // Playwright's limit on the time of a test
  if (WAITS.includes(name) && !isLimit)
    say(node, `${name}() in a test. Wait for what should happen, not for time to pass.`);
}

function checkExports(node: ts.Node, say: Say): void {
  const isDefault =
    (ts.isExportAssignment(node) && node.isExportEquals !== true) ||
    hasModifier(node, ts.SyntaxKind.DefaultKeyword) ||
    (ts.isExportSpecifier(node) && node.name.text === "default");
  if (isDefault) say(node, "default export. Export it by name, so that it has one name everywhere.");
}

/** Readers see most texts, and tests look for the same words. */
function checkApostrophe(node: ts.Node, say: Say): void {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateLiteralToken(node) && !ts.isJsxText(node)) return;
  const word = /\p{L}+'(?:s|t|re|ll|ve|d|m)\b/u.exec(node.text)?.[0];
  if (word !== undefined) say(node, `${word}: an apostrophe is ’, not '.`);
}

/** The name to call a function by in a message. */
function functionName(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText();
  return "a function";
}

/** `describe` only groups: its length is that of the tests in it. */
const isGroup = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) && /^(describe|test\.describe|suite)\b/.test(node.parent.expression.getText());

function checkLength(node: ts.Node, source: ts.SourceFile, say: Say): void {
  if (!ts.isFunctionLike(node) || !("body" in node) || isGroup(node)) return;
  const line = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const lines = line(node.getEnd()) - line(node.getStart()) + 1;
  if (lines <= FUNCTION_WARN) return;
  const name = functionName(node);
  const message = `${name} has ${lines} lines (about ${FUNCTION_WARN}, at most ${FUNCTION_FAIL}).`;
  const severity = lines > FUNCTION_FAIL ? "error" : "warning";
  say(node, `${message} Split off what has a name of its own.`, severity);
}

export function checkSyntax(file: ProjectFile): Finding[] {
  const { path } = file;
  if (!isCode(path)) return [];
  const source = treeOf(file);
  const found: Finding[] = [];
  const say: Say = (node, message, severity = "error") => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push({ path, line, severity, message });
  };
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) say(node, "`any`. Say what it is, or take `unknown` and check.");
    if (isPureEngine(path)) checkAmbient(node, say);
    if (isTest(path) || path.startsWith("e2e/")) checkInTest(node, say);
    if (!isConfig(path) && !isDeclaration(path)) checkExports(node, say);
    checkApostrophe(node, say);
    checkLength(node, source, say);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
