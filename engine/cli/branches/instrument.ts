/**
 * Finds the branches of a source file, and writes into a copy of it that a run has come there.
 *
 * Branches are functions, both ways of an `if` (also the one that is not written), of `?:`, the second operand of `&&`,
 * `||` and `??`, the clauses of a `switch`, the bodies of loops, and values for what is left out.
 */
import ts from "typescript";
import { CAME } from "./came.ts";

/** A way that a run may go. */
export interface Branch {
  readonly file: string;
  /** The function that it is in, and the words of the code, on one line. */
  readonly words: string;
  readonly inside: number; // the branch around it, by its place; -1 for none
  /** Whether it only throws: it is there for a mistake, and a search would end with it. */
  readonly throws: boolean;
}

const LONGEST = 90;

/** The code in one line, cut where it is long. */
function lineOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

const LATER: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

class Instrumenter {
  readonly branches: Branch[];
  private readonly insertions: Insertion[] = [];
  private readonly source: ts.SourceFile;
  private readonly file: string;
  private readonly names: string[] = []; // of the functions around
  private inside = -1;

  constructor(file: string, text: string, branches: Branch[]) {
    this.source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
    this.file = file;
    this.branches = branches;
  }

  copy(): string {
    this.visit(this.source);
    // At one place stands first what was inserted first: what opens outside, and what closes inside.
    const order = this.insertions.toSorted((a, b) => a.at - b.at);
    let [text, from] = ["", 0];
    for (const { at, text: more } of order) {
      text += this.source.text.slice(from, at) + more;
      from = at;
    }
    return text + this.source.text.slice(from);
  }

  private visit(node: ts.Node): void {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) this.functionLike(node);
    else if (ts.isIfStatement(node)) this.ifStatement(node);
    else if (ts.isConditionalExpression(node)) this.conditional(node);
    else if (ts.isBinaryExpression(node) && LATER.has(node.operatorToken.kind)) {
      this.visit(node.left);
      this.within(node.right, node.getText());
    } else if (ts.isCaseOrDefaultClause(node)) this.clause(node);
    else if (ts.isIterationStatement(node, false)) {
      ts.forEachChild(node, (child) => {
        if (child === node.statement) this.within(node.statement, `${headOf(node)} …`);
        else this.visit(child);
      });
    } else if ((ts.isParameter(node) || ts.isBindingElement(node)) && node.initializer !== undefined) {
      if (!ts.isIdentifier(node.name)) this.visit(node.name);
      this.within(node.initializer, node.getText());
    } else ts.forEachChild(node, (child) => this.visit(child));
  }

  private functionLike(node: ts.SignatureDeclaration & { readonly body?: ts.Node | undefined }): void {
    const name = nameOf(node);
    for (const parameter of node.parameters) this.visit(parameter);
    const { body } = node;
    if (body === undefined) return;
    this.names.push(name ?? "");
    if (name === null) this.within(body, node.getText());
    else this.within(body, "whole function");
    this.names.pop();
  }

  private ifStatement(node: ts.IfStatement): void {
    this.visit(node.expression);
    const head = `if (${node.expression.getText()})`;
    this.within(node.thenStatement, head);
    if (node.elseStatement !== undefined) this.within(node.elseStatement, `${head} … else`);
    else this.insert(node.getEnd(), ` else { ${this.mark(`${head}, not so`)}; }`);
  }

  private conditional(node: ts.ConditionalExpression): void {
    this.visit(node.condition);
    const condition = node.condition.getText();
    this.within(node.whenTrue, `${condition} ? ${node.whenTrue.getText()}`);
    this.within(node.whenFalse, `${condition} ? … : ${node.whenFalse.getText()}`);
  }

  private clause(node: ts.CaseOrDefaultClause): void {
    if (ts.isCaseClause(node)) this.visit(node.expression);
    const [first] = node.statements;
    if (first === undefined) return;
    const before = this.inside;
    const head = ts.isCaseClause(node) ? `case ${node.expression.getText()}` : "default";
    this.insert(first.getStart(), `${this.mark(head, first)}; `);
    this.inside = this.branches.length - 1;
    for (const statement of node.statements) this.visit(statement);
    this.inside = before;
  }

  /** A statement or an expression that a run may leave out. */
  private within(node: ts.Node, words: string): void {
    const before = this.inside;
    const mark = this.mark(words, node);
    this.inside = this.branches.length - 1;
    if (ts.isBlock(node)) {
      this.insert(node.getStart() + 1, ` ${mark}; `);
      this.visit(node);
    } else {
      const isStatement = ts.isStatement(node);
      this.insert(node.getStart(), isStatement ? `{ ${mark}; ` : `(${mark}, `);
      this.visit(node);
      this.insert(node.getEnd(), isStatement ? " }" : ")");
    }
    this.inside = before;
  }

  private mark(words: string, node?: ts.Node): string {
    const name = this.names.filter((one) => one !== "").join(".");
    this.branches.push({
      file: this.file,
      words: lineOf(`${name === "" ? "" : `${name}: `}${words}`),
      inside: this.inside,
      throws: node !== undefined && throws(node),
    });
    return `globalThis.${CAME}[${this.branches.length - 1}] = 1`;
  }

  private insert(at: number, text: string): void {
    this.insertions.push({ at, text });
  }
}

/** Whether a statement or an expression throws, or calls one of the functions that always do. */
function throws(node: ts.Node): boolean {
  if (ts.isBlock(node)) return node.statements[0] !== undefined && throws(node.statements[0]);
  if (ts.isThrowStatement(node)) return true;
  const call = ts.isReturnStatement(node) ? node.expression : node;
  return call !== undefined && ts.isCallExpression(call) && NEVER.test(call.expression.getText());
}

/** Functions that always throw. */
const NEVER = /^(this\.)?(mistake|never|impossible|fail|noRow)$/;

/** The head of a loop, without its body. */
const headOf = (node: ts.IterationStatement): string =>
  node.getText().slice(0, node.statement.getStart() - node.getStart());

/** The name by which its file calls a function; null for one that has none. */
function nameOf(node: ts.SignatureDeclaration): string | null {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  const isNamed =
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent);
  return isNamed && ts.isIdentifier(parent.name) ? parent.name.text : null;
}

/** Adds the file's branches to the list. Returns the copy. */
export const instrumented = (file: string, text: string, branches: Branch[]): string =>
  new Instrumenter(file, text, branches).copy();
