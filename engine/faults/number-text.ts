/**
 * Numbers as texts. A program writes a plain number: digits, a point, an exponent. A person also writes decimal commas,
 * group marks, digits of other scripts and a unit. A text is read as the one number that it means, or refused with a
 * sentence; it never becomes another number.
 */
import { codePointOf, groupsIn, itemAt } from "../kernel/items.ts";

/** The numbers that a place takes. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly step?: number; // counted from zero; the two limits are allowed wherever they lie
}

/** A number, or why there is none: a sentence that says what to write; "" where the range says all. */
export type NumberRead = { readonly value: number } | { readonly why: string };

/** Exactly `digits` times ten to the power of `exponent`; the last digit is not 0. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const PLAIN = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,6}))?$/i;
const LONGEST = 60; // characters; a longer text is no number that anybody means
const MOST_DIGITS = 15; // that a number holds wherever its point stands

/** The number that a plain text says, digit by digit; null for others, such as "0x10" or "Infinity". */
function decimalOf(text: string): Decimal | null {
  const [, sign, whole = "", fraction = "", power = "0"] = groupsIn(PLAIN, text);
  if (sign === undefined || text.length > LONGEST) return null;
  const all = `${whole}${fraction}`.replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  if (digits === "") return { digits: 0n, exponent: 0 };
  const exponent = Number(power) - fraction.length + all.length - digits.length;
  return { digits: BigInt(`${sign}${digits}`), exponent };
}

/** The plain text of a number, in its shortest form. */
const plainText = (value: number): string => String(value === 0 ? 0 : value);

const valueOf = ({ digits, exponent }: Decimal): number => Number(`${digits}e${exponent}`);

function isSame(decimal: Decimal, value: number): boolean {
  const other = decimalOf(plainText(value));
  return other !== null && other.digits === decimal.digits && other.exponent === decimal.exponent;
}

/** Whether a number is so many steps from zero; without a step, whether its digits are few enough to be kept. */
function isOnStep(decimal: Decimal, { min, max, step }: NumberRange): boolean {
  if (step === undefined) return String(decimal.digits).replace("-", "").length <= MOST_DIGITS;
  const unit = decimalOf(plainText(step));
  if (unit === null) throw new Error(`number: the step ${step} is no plain number.`);
  if (isSame(decimal, min) || isSame(decimal, max) || decimal.digits === 0n) return true;
  const lowest = Math.min(decimal.exponent, unit.exponent);
  if (decimal.exponent - lowest > 400 || unit.exponent - lowest > 400) return false;
  const scaled = ({ digits, exponent }: Decimal): bigint => digits * 10n ** BigInt(exponent - lowest);
  return scaled(decimal) % scaled(unit) === 0n;
}

/** Why a number between the limits is not taken. */
function stepText(value: number, { min, max, step }: NumberRange): string {
  if (step === undefined) return `It has too many digits: at most ${MOST_DIGITS}.`;
  if (step === 1) return ""; // the range says "whole numbers"
  const decimals = Math.max(0, -(decimalOf(plainText(step))?.exponent ?? 0));
  const at = (steps: number): number => Number((steps * step).toFixed(decimals));
  const near = [at(Math.floor(value / step)), at(Math.ceil(value / step))].filter((one) => one >= min && one <= max);
  return `It must be a multiple of ${step}: write ${[...new Set(near)].join(" or ")}.`;
}

function checked(decimal: Decimal, range: NumberRange): NumberRead {
  const value = valueOf(decimal);
  if (!(value >= range.min && value <= range.max)) return { why: "" };
  return isOnStep(decimal, range) && (value !== 0 || decimal.digits === 0n)
    ? { value }
    : { why: stepText(value, range) };
}

/** Reads a plain number, as links and command lines have it. It says what to write where a person is understood. */
export function readPlain(text: string, range: NumberRange): NumberRead {
  const decimal = decimalOf(text.trim());
  if (decimal !== null) return checked(decimal, range);
  const typed = readTyped(text, range);
  return "value" in typed ? { why: `Write ${plainText(typed.value)}.` } : typed;
}

/** Unicode's characters without a picture of their own, which come along when a text is copied. */
const UNSEEN = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2013\u2212\ufe63\uff0d]/gu, "-"],
  [/\uff0b/gu, "+"],
  [/\uff0e/gu, "."],
  [/\uff0c/gu, ","],
  [/[\u2018\u2019\u02bc\uff07]/gu, "'"],
  [/\s/gu, " "],
];

const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** The digit of any script: Unicode has the ten digits of each in order, from zero. */
function asciiDigit(digit: string): string {
  const code = codePointOf(digit);
  let before = 0;
  while (isDigit(code - before - 1)) before++;
  return String(before % 10);
}

/** The text in the letters of a plain number as far as it has such: a sign, digits, marks. */
function inPlainLetters(text: string): string {
  const seen = text.replaceAll(UNSEEN, "").replaceAll(/\p{Nd}/gu, asciiDigit);
  return MARKS.reduce((so, [mark, plain]) => so.replaceAll(mark, plain), seen).trim();
}

const withoutUnit = (text: string, units: readonly string[]): string => {
  const unit = units.find((one) => one !== "" && text.endsWith(one) && text !== one);
  return unit === undefined ? text : text.slice(0, -unit.length).trimEnd();
};

const ARABIC_POINT = "\u066b";
const POINTS = [".", ",", ARABIC_POINT] as const;
const GROUPS = [",", ".", " ", "'", "_", "\u066c"] as const;

/** Digits, or digits in groups of three with one kind of mark between; null for others. */
function ungrouped(text: string, point: string): string | null {
  if (/^\d*$/.test(text)) return text;
  const mark = GROUPS.find((one) => one !== point && text.includes(one));
  const [first = "", ...rest] = mark === undefined ? [] : text.split(mark);
  const isWhole = /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
  return rest.length > 0 && isWhole ? `${first}${rest.join("")}` : null;
}

interface Reading {
  readonly point: string; // the mark before its decimals; "" for none
  readonly decimal: Decimal;
}

/** All numbers that a text can mean. */
function readingsOf(text: string): readonly Reading[] {
  const [, sign = "", body = "", power = ""] = groupsIn(/^([+-]?) ?(.*?)(e[+-]?\d+)?$/i, text);
  const reading = (point: string, plain: string | null): readonly Reading[] => {
    const decimal = plain === null ? null : decimalOf(`${sign}${plain}${power}`);
    return decimal === null ? [] : [{ point, decimal }];
  };
  const decimals = POINTS.flatMap((point) => {
    const [whole = "", fraction, ...more] = body.split(point);
    if (fraction === undefined || more.length > 0 || !/^\d*$/.test(fraction)) return [];
    const digits = ungrouped(whole, point);
    return reading(point, digits === null ? null : `${digits}.${fraction}`);
  });
  return [...reading("", ungrouped(body, "")), ...decimals];
}

interface Typed {
  /** Units that may stand behind the number: those of the field. */
  readonly units?: readonly string[];
  /** The text was made from one with group marks: a comma in it that groups nothing is left from that. */
  readonly wasGrouped?: boolean;
}

/** Reads what a person typed. A text that can mean two numbers is refused, and told which. */
export function readTyped(
  text: string,
  range: NumberRange,
  { units = [], wasGrouped = false }: Typed = {},
): NumberRead {
  const plain = withoutUnit(inPlainLetters(text), units);
  const all = readingsOf(plain);
  const [first, second] = all;
  if (first === undefined) return { why: "" };
  const values = all.map(({ decimal }) => plainText(valueOf(decimal)));
  const good = all.filter(({ decimal }) => "value" in checked(decimal, range));
  if (second !== undefined) {
    // The page itself groups with commas and writes decimals with a point.
    const usual = plain.includes(",") ? good.find(({ point }) => point === "") : undefined;
    const isPlain = good.length === 1 && good[0]?.point === ".";
    if (usual !== undefined || isPlain) return checked((usual ?? good[0] ?? first).decimal, range);
    const write = good.map(({ decimal }) => plainText(valueOf(decimal))).join(" or ");
    const advice = write === "" ? "." : good.length === 1 ? `: write ${write}.` : `. ${writtenApart(good)}`;
    return { why: `It can be read as ${values.join(" or as ")}${advice}` };
  }
  const isWhole = range.step !== undefined && Number.isInteger(range.step);
  if (first.point === "," && (isWhole || wasGrouped)) {
    if (good.length === 0) return checked(first.decimal, range);
    const [whole, decimal] = [plain.replaceAll(",", ""), itemAt(values, 0, "reading")];
    return { why: `Its comma has not three digits behind it. Write ${whole} or ${decimal}.` };
  }
  return checked(first.decimal, range);
}

/** How each of two readings is written so that it is the only one: "Write 1000 or 1.0." */
const writtenApart = (readings: readonly Reading[]): string =>
  `Write ${readings
    .map(({ decimal, point }) => {
      const shown = plainText(valueOf(decimal));
      return point === "" || !/\.\d{3}$/.test(shown) ? shown : `${shown}0`;
    })
    .join(" or ")}.`;
