import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPlain, readTyped } from "./number-text.ts";
import type { NumberRange, NumberRead } from "./number-text.ts";

const CALLS: NumberRange = { min: 1, max: 100_000, step: 1 };
const SPEED: NumberRange = { min: 0.1, max: 1000, step: 0.1 };
const FINE: NumberRange = { min: 0.5, max: 12, step: 0.01 };
const GUESS: NumberRange = { min: -10_000, max: 10_000 };

/** The value, or the sentence. */
const said = (read: NumberRead): number | string => ("value" in read ? read.value : read.why);
const typed = (text: string, range: NumberRange): number | string => said(readTyped(text, range, { units: ["ms"] }));
const plain = (text: string, range: NumberRange): number | string => said(readPlain(text, range));

describe("a number that a person types", () => {
  it.each([
    ["5,5", FINE, 5.5],
    ["5.5", FINE, 5.5],
    ["2,94", FINE, 2.94],
    [" 5.98 ms", FINE, 5.98],
    ["5,98ms", FINE, 5.98],
    ["1,000", CALLS, 1000],
    ["1 000", CALLS, 1000],
    ["1\u00a0000", CALLS, 1000],
    ["1\u202f000", CALLS, 1000],
    ["1’000", CALLS, 1000],
    ["1_000", CALLS, 1000],
    ["12,345", CALLS, 12_345],
    ["1e3", CALLS, 1000],
    ["٢٥", CALLS, 25],
    ["१२", CALLS, 12],
    ["４００", CALLS, 400],
    ["١٬٠٠٠", CALLS, 1000],
    ["٥٫٥", FINE, 5.5],
    ["1,5e1", SPEED, 15],
    ["\u221212", GUESS, -12],
    ["1.234,5", GUESS, 1234.5],
    ["1,234.5", GUESS, 1234.5],
    ["1 234,5", GUESS, 1234.5],
    ["-0", GUESS, 0],
    ["1.000", { min: 1, max: 8, step: 1 }, 1],
    ["0,500", FINE, 0.5],
    ["\u200b7\ufeff", CALLS, 7],
  ])("%j is read as it is meant", (text, range, value) => {
    expect(typed(text, range)).toBe(value);
  });

  it.each<readonly [string, NumberRange, string]>([
    ["5,5", CALLS, ""],
    ["1,00", CALLS, "Its comma has not three digits behind it. Write 100 or 1."],
    ["2,940", FINE, "It can be read as 2940 or as 2.94: write 2.94."],
    ["1.000", CALLS, "It can be read as 1000 or as 1. Write 1000 or 1."],
    ["1.250", CALLS, "It can be read as 1250 or as 1.25: write 1250."],
    ["1.234", GUESS, "It can be read as 1234 or as 1.234. Write 1234 or 1.2340."],
    ["2.94", SPEED, "It must be a multiple of 0.1: write 2.9 or 3."],
    ["2,94", SPEED, "It must be a multiple of 0.1: write 2.9 or 3."],
    ["7", { min: 0, max: 8, step: 4 }, "It must be a multiple of 4: write 4 or 8."],
    ["1", { min: 0, max: 8, step: 4 }, "It must be a multiple of 4: write 0 or 4."],
    ["4.5", CALLS, ""],
    ["9007199254740993", { min: 0, max: 1e17 }, "It has too many digits: at most 15."],
    ["1e400", GUESS, ""],
    ["1e-400", GUESS, "It has too many digits: at most 15."],
    ["5.00000000000000000001", CALLS, ""],
    ["1,0000", CALLS, "Its comma has not three digits behind it. Write 10000 or 1."],
    ...["", " ", "0x10", "1 0", "12,34,567", "½", "1..5", "--5", "5-", "e5", "5 s", "1/2", "1×10³", "²"].map(
      (text) => [text, CALLS, ""] as const,
    ),
    ["9".repeat(5000), CALLS, ""],
  ])("%j is refused", (text, range, why) => {
    expect(typed(text, range)).toBe(why);
  });

  it("keeps a comma that an edit has left over from becoming a decimal comma", () => {
    const edited = readTyped("1,00", { ...SPEED, max: 1_000_000 }, { wasGrouped: true });
    expect(said(edited)).toBe("Its comma has not three digits behind it. Write 100 or 1.");
  });
});

describe("a plain number", () => {
  it("has digits, a point and an exponent; of another text it says what to write where a person is understood", () => {
    const good = ["10", "10.0", "1e1", " 10 ", "+10", "010"];
    expect(good.map((text) => plain(text, SPEED))).toEqual(good.map(() => 10));
    expect(plain("2,9", SPEED)).toBe("Write 2.9.");
    expect(plain("1,000", CALLS)).toBe("Write 1000.");
    expect(plain("٢٥", CALLS)).toBe("Write 25.");
    expect(plain("1.000", CALLS)).toBe(1);
    expect(plain("0x10", CALLS)).toBe("");
  });
});

/** A whole number in one of the ways that people write it. */
const GROUPING = [",", " ", "\u00a0", "\u202f", "’", "'", "_", ".", ""];
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0xff10, 0x1d7d8];

function grouped(digits: string, mark: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, mark);
}
const inScript = (text: string, zero: number): string =>
  text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const written = fc
  .record({
    whole: fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 9_999_999 })),
    fraction: fc.oneof(fc.constant(""), fc.stringMatching(/^[0-9]{1,3}$/)),
    mark: fc.constantFrom(...GROUPING),
    point: fc.constantFrom(".", ","),
    zero: fc.constantFrom(...ZEROS),
    minus: fc.constantFrom("", "", "-", "−"),
    unit: fc.constantFrom("", "", "ms", " ms", "\u202fms"),
  })
  .filter(({ mark, point, whole }) => mark !== point || whole < 1000)
  .map(({ whole, fraction, mark, point, zero, minus, unit }) => ({
    meant: Number(`${minus === "" ? "" : "-"}${whole}.${fraction}`) || 0,
    text: [minus, inScript(grouped(String(whole), mark), zero), fraction === "" ? "" : point + inScript(fraction, zero)]
      .concat(unit)
      .join(""),
  }));

const RANGES: readonly NumberRange[] = [
  CALLS,
  SPEED,
  FINE,
  GUESS,
  { min: -1e7, max: 1e7, step: 1 },
  { min: -1e7, max: 1e7, step: 0.001 },
  { min: 0, max: 5000, step: 5 },
];

describe("whatever is written", () => {
  it("a reading is what was meant, or there is none; three digits behind a mark are read as the page has them", () => {
    fc.assert(
      fc.property(written, fc.constantFrom(...RANGES), ({ meant, text }, range) => {
        const read = readTyped(text, range, { units: ["ms"] });
        if ("why" in read || read.value === meant) return;
        const [, mark] = /([.,])\p{Nd}{3}\D*$/u.exec(text) ?? [];
        // The page groups by commas; its point is a decimal point where the other number is not allowed at all.
        expect(mark, `${text} is read as ${read.value}`).toBeDefined();
        if (mark === ".") expect(readPlain(String(meant), range)).toHaveProperty("why");
        else expect(read.value).toBe(Math.round(meant * 1000));
      }),
      { numRuns: 3000 },
    );
  });

  it("a plain reading is the number that the digits say", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(...RANGES), (value, range) => {
        const read = readPlain(String(value), range);
        if ("value" in read) expect(read.value).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: 2000 },
    );
  });

  it("a number of the range on its step is never refused, as a program or this page writes it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (steps) => {
        const value = Number((steps / 10).toFixed(1));
        expect(said(readPlain(String(value), SPEED))).toBe(value);
        expect(said(readTyped(value.toLocaleString("en-US"), SPEED))).toBe(value);
        expect(said(readTyped(steps.toLocaleString("en-US"), CALLS))).toBe(steps);
      }),
    );
  });
});
