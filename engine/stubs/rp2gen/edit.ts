/**
 * Changes one parameter of the first procedure in the text of a specification, and leaves every other character as the
 * writer has it: remarks, lines and spaces. The text must be a specification.
 */
import { itemAt } from "../../kernel/items.ts";
import { tokensOf } from "./lexer.ts";
import type { Mode } from "./types.ts";
import type { Token } from "../token-reader.ts";

interface Range {
  readonly from: number; // of a character of the text with LF
  readonly to: number; // behind its last
}

interface ParameterText {
  readonly whole: Range; // "IN OUT Integer testval"
  readonly mode: Range;
  readonly type: Range;
}

interface ProcedureText {
  readonly parameters: readonly ParameterText[];
  readonly close: number; // of ")"
}

const withLf = (text: string): string => text.replaceAll(/\r\n?/g, "\n");

/** The place of a token as a number; its column counts a pair of surrogates once. */
function placeIn(text: string): (token: Token) => Range {
  const lines = text.split("\n");
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return ({ line, column, text: word }) => {
    const before = [...itemAt(lines, line - 1, "line")].slice(0, column - 1).join("");
    const from = itemAt(starts, line - 1, "line") + before.length;
    return { from, to: from + word.length };
  };
}

/** Parentheses stand around parameters alone, so the first ones are those of the first procedure. */
function firstProcedure(text: string): ProcedureText {
  const tokens = tokensOf(text);
  const place = placeIn(text);
  const open = tokens.findIndex(({ text: word }) => word === "(");
  const close = tokens.findIndex(({ text: word }, i) => i > open && word === ")");
  const last = tokens[close];
  if (open < 0 || last === undefined) throw new Error("RP2Gen: the text has no procedure.");
  const inner = tokens.slice(open + 1, close);
  const groups = inner.reduce<Token[][]>(
    (all, token) => {
      if (token.text === ",") all.push([]);
      else all.at(-1)?.push(token);
      return all;
    },
    [[]],
  );
  const parameters = groups.flatMap((group): readonly ParameterText[] => {
    const [first, second, third] = group;
    const end = group.at(-1);
    if (first === undefined || second === undefined || end === undefined) return [];
    const isBoth = first.text === "IN" && second.text === "OUT";
    const type = isBoth ? third : second;
    if (type === undefined) return [];
    const mode = { from: place(first).from, to: place(isBoth ? second : first).to };
    return [{ mode, type: place(type), whole: { from: mode.from, to: place(end).to } }];
  });
  return { parameters, close: place(last).from };
}

const spliced = (text: string, { from, to }: Range, by: string): string => text.slice(0, from) + by + text.slice(to);

const nth = ({ parameters }: ProcedureText, i: number): ParameterText => itemAt(parameters, i, "parameter");

/** @param i of the parameter, from 0 */
export function withMode(given: string, i: number, mode: Mode): string {
  const text = withLf(given);
  return spliced(text, nth(firstProcedure(text), i).mode, mode);
}

/** @param type as the text is to name it: "Integer" */
export function withType(given: string, i: number, type: string): string {
  const text = withLf(given);
  return spliced(text, nth(firstProcedure(text), i).type, type);
}

/** The name of a parameter's type, as the text has it. */
export function typeNameAt(given: string, i: number): string {
  const text = withLf(given);
  const { from, to } = nth(firstProcedure(text), i).type;
  return text.slice(from, to);
}

/** The parameter changes its place with the one before it. @param i from 1 */
export function movedUp(given: string, i: number): string {
  const text = withLf(given);
  const procedure = firstProcedure(text);
  const [before, one] = [nth(procedure, i - 1).whole, nth(procedure, i).whole];
  const between = text.slice(before.to, one.from);
  const swapped = text.slice(one.from, one.to) + between + text.slice(before.from, before.to);
  return spliced(text, { from: before.from, to: one.to }, swapped);
}

/** The procedure without the parameter and the comma beside it. */
export function withoutParameter(given: string, i: number): string {
  const text = withLf(given);
  const procedure = firstProcedure(text);
  const { parameters } = procedure;
  const { whole } = nth(procedure, i);
  const [before, after] = [parameters[i - 1], parameters[i + 1]];
  if (after !== undefined) return spliced(text, { from: whole.from, to: after.whole.from }, "");
  return spliced(text, { from: before?.whole.to ?? whole.from, to: whole.to }, "");
}

/** The procedure with one more parameter behind the others. @param taken names that it must not have */
export function withParameter(given: string, taken: readonly string[]): string {
  const text = withLf(given);
  const { parameters, close } = firstProcedure(text);
  let number = parameters.length + 1;
  while (taken.includes(`value${number}`)) number++;
  const added = `IN Integer value${number}`;
  const last = parameters.at(-1)?.whole.to;
  return last === undefined
    ? spliced(text, { from: close, to: close }, added)
    : spliced(text, { from: last, to: last }, `, ${added}`);
}
