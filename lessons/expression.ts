import { itemAt } from "../engine/kernel/reads.ts";
/** Arithmetic on named numbers: "100 * 2 * wire / measured". Numbers, names, + - * / and parentheses, no more. */

const TOKEN = /\s*([a-zA-Z]\w*|\d+(?:\.\d+)?|[-+*/()])/y;

function tokensOf(expression: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(expression);
    if (match === null) throw wrong(expression, `nothing can be read at "${expression.slice(at)}"`);
    tokens.push(itemAt(match, 1, "group"));
  }
  return tokens;
}

const wrong = (expression: string, what: string): SyntaxError =>
  new SyntaxError(`"${expression}": ${what}; want numbers, names, + - * / and parentheses.`);

/** The names that an expression uses, in order, repeated ones included. */
export const namesIn = (expression: string): readonly string[] =>
  tokensOf(expression).filter((one) => /^[a-zA-Z]/.test(one));

/** @param valueOf the value of a name; it throws for one that it does not know */
export function evaluate(expression: string, valueOf: (name: string) => number): number {
  const tokens = tokensOf(expression);
  const atom = (): number => {
    const token = tokens.shift();
    if (token === undefined) throw wrong(expression, "it ends too early");
    if (token === "-") return -atom();
    if (token === "(") {
      const value = sum();
      if (tokens.shift() !== ")") throw wrong(expression, "a parenthesis is not closed");
      return value;
    }
    if (/^\d/.test(token)) return Number(token);
    if (/^[a-zA-Z]/.test(token)) return valueOf(token);
    throw wrong(expression, `"${token}" stands where a number should`);
  };
  const product = (): number => {
    let value = atom();
    while (tokens[0] === "*" || tokens[0] === "/") value = tokens.shift() === "*" ? value * atom() : value / atom();
    return value;
  };
  const sum = (): number => {
    let value = product();
    while (tokens[0] === "+" || tokens[0] === "-")
      value = tokens.shift() === "+" ? value + product() : value - product();
    return value;
  };
  const value = sum();
  if (tokens.length > 0) throw wrong(expression, `"${tokens.join(" ")}" is left over`);
  return value;
}
