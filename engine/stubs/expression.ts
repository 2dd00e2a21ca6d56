/**
 * Expressions of the C preprocessor: whole numbers with names, as `#if` and `#define` have them. Numbers are BigInt, so
 * none is rounded; they have at most 64 bits, so none takes memory.
 */

const TOKEN = /\s*(?:(0[xX][0-9a-fA-F]+|\d+)[uUlL]*|([A-Za-z_]\w*)|(&&|\|\||==|!=|<=|>=|<<|>>|[-+*/%()!~<>&|^?:]))/y;
const MOST_STEPS = 1000;
const MOST_DEPTH = 50;

/** The operators with two sides, from those that bind least. */
const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|"],
  ["^"],
  ["&"],
  ["==", "!="],
  ["<", "<=", ">", ">="],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
];

class NoValue extends Error {}

const asBit = (is: boolean): bigint => (is ? 1n : 0n);

function applied(operator: string, a: bigint, b: bigint): bigint {
  switch (operator) {
    case "||":
      return asBit(a !== 0n || b !== 0n);
    case "&&":
      return asBit(a !== 0n && b !== 0n);
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "&":
      return a & b;
    case "==":
      return asBit(a === b);
    case "!=":
      return asBit(a !== b);
    case "<":
      return asBit(a < b);
    case "<=":
      return asBit(a <= b);
    case ">":
      return asBit(a > b);
    case ">=":
      return asBit(a >= b);
    case "<<":
      return b < 0n || b > 63n ? 0n : a << b;
    case ">>":
      return b < 0n || b > 63n ? 0n : a >> b;
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    default:
      if (b === 0n) throw new NoValue();
      return operator === "/" ? a / b : a % b;
  }
}

class Evaluator {
  private at = 0;
  private steps = 0;
  private readonly tokens: readonly string[];
  private readonly valueOf: (name: string) => bigint | null;
  private readonly isDefined: (name: string) => boolean;

  constructor(text: string, valueOf: (name: string) => bigint | null, isDefined: (name: string) => boolean) {
    this.tokens = tokensIn(text);
    this.valueOf = valueOf;
    this.isDefined = isDefined;
  }

  whole(): bigint {
    const value = this.choice(0);
    if (this.at < this.tokens.length) throw new NoValue();
    return value;
  }

  private takes(text: string): boolean {
    if (this.tokens[this.at] !== text) return false;
    this.at++;
    return true;
  }

  private take(text: string): void {
    if (!this.takes(text)) throw new NoValue();
  }

  private choice(depth: number): bigint {
    const value = this.level(0, depth);
    if (!this.takes("?")) return value;
    const [yes] = [this.choice(depth + 1), this.take(":")];
    const no = this.choice(depth + 1);
    return value === 0n ? no : yes;
  }

  private level(level: number, depth: number): bigint {
    const operators = LEVELS[level];
    if (operators === undefined) return this.single(depth);
    let value = this.level(level + 1, depth);
    for (let next = this.tokens[this.at]; next !== undefined && operators.includes(next); next = this.tokens[this.at]) {
      this.at++;
      value = BigInt.asIntN(65, applied(next, value, this.level(level + 1, depth)));
    }
    return value;
  }

  private single(depth: number): bigint {
    const token = this.tokens[this.at++];
    if (token === undefined || depth > MOST_DEPTH || ++this.steps > MOST_STEPS) throw new NoValue();
    if (token === "(") {
      const value = this.choice(depth + 1);
      this.take(")");
      return value;
    }
    if (token === "!") return asBit(this.single(depth + 1) === 0n);
    if (token === "-") return -this.single(depth + 1);
    if (token === "+") return this.single(depth + 1);
    if (token === "~") return ~this.single(depth + 1);
    if (token === "defined") return this.defined();
    const value = /^\d/.test(token) ? wholeOf(token) : /^\w/.test(token) ? this.valueOf(token) : null;
    if (value === null) throw new NoValue();
    return value;
  }

  private defined(): bigint {
    const isBracketed = this.takes("(");
    const name = this.tokens[this.at++];
    if (name === undefined) throw new NoValue();
    if (isBracketed) this.take(")");
    return asBit(this.isDefined(name));
  }
}

function tokensIn(text: string): readonly string[] {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const found = TOKEN.exec(text);
    if (found === null) throw new NoValue();
    tokens.push(found[1] ?? found[2] ?? found[3] ?? "");
  }
  return tokens;
}

const MOST_DIGITS = 24; // 64 bits in octal, with the sign and the 0

/** A number as C writes it: decimal, hexadecimal behind 0x, octal behind 0; null for an octal one with an 8 or a 9. */
export function wholeOf(text: string): bigint | null {
  const isNegative = text.startsWith("-");
  const digits = text.replace(/^[-+]/, "");
  const isOctal = /^0[0-9]+$/.test(digits);
  if (digits.length > MOST_DIGITS || (isOctal && /[89]/.test(digits))) return null;
  const value = BigInt(isOctal ? `0o${digits.slice(1)}` : digits);
  return isNegative ? -value : value;
}

/**
 * The value of an expression; null where it has none.
 * @param valueOf what a name stands for; null for nothing
 */
export function evaluated(
  text: string,
  valueOf: (name: string) => bigint | null,
  isDefined: (name: string) => boolean = () => false,
): bigint | null {
  try {
    return new Evaluator(text, valueOf, isDefined).whole();
  } catch (error) {
    if (error instanceof NoValue) return null;
    throw error;
  }
}
