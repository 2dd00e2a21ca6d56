/**
 * The sentences that stand in source: notices, messages, explanations and labels, wherever a reader may meet them. What
 * is computed in them is told by a word. Words alone, names and code are no sentences.
 */
import ts from "typescript";

interface SourceSentence {
  readonly line: number;
  readonly text: string;
}

/** This word stands for a part of a sentence that the code computes. */
const SOMETHING = "this";

/** A sentence begins with a capital letter, or what is computed, has several words, and ends. */
const SENTENCE = /^(?:[A-Z“"]|this\b).* .*\w[.?!]["”’)]?$/s;

/** The text of a literal, of several that are added, or of a template; null of anything else. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => SOMETHING + literal.text).join("");
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === null || right === null ? null : left + right;
  }
  return null;
}

/** The words between the tags of an element, those of elements within it included. */
const wordsOf = (node: ts.JsxElement | ts.JsxFragment): string =>
  node.children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text;
      if (ts.isJsxElement(child) || ts.isJsxFragment(child)) return wordsOf(child);
      if (!ts.isJsxExpression(child) || child.expression === undefined) return "";
      const text = textOf(child.expression);
      return text?.trim() === "" ? " " : (text ?? ` ${SOMETHING} `);
    })
    .join("");

const hasWords = (node: ts.JsxElement | ts.JsxFragment): boolean =>
  node.children.some((child) => ts.isJsxText(child) && /\p{L}{2}/u.test(child.text));

/** Every sentence of a file, in its order. @param path its name; .tsx where it holds elements */
export function sentencesOfSource(path: string, source: string): readonly SourceSentence[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: SourceSentence[] = [];
  const add = (node: ts.Node, words: string): void => {
    const text = words
      .replaceAll(/&#?\w+;/g, " ")
      .replaceAll(/\s+/g, " ")
      .replaceAll(/ ([.,;:?!])/g, "$1")
      .trim();
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    if (SENTENCE.test(text)) found.push({ line: line + 1, text });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    const text = textOf(node);
    if (text !== null) add(node, text);
    if (text !== null && !ts.isTemplateExpression(node)) return;
    if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && hasWords(node)) add(node, wordsOf(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
