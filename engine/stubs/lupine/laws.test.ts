/** Laws of Lupine: an interface and its values survive their way through text and words, and nothing else does. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { thrownBy, type Pick } from "../testing.ts";
import { StubError } from "../error.ts";
import { LupineError } from "./error.ts";
import { parseInterface } from "./parser.ts";
import { interfaceText } from "./print.ts";
import { lupine } from "./lupine.ts";
import { stubsOf } from "./stub.ts";
import { randomInterface, randomRecord } from "./testing.ts";

/** Drawn by fast-check, so that a failure is made small. */
const picking =
  (g: fc.GeneratorValue): Pick =>
  (min, max) =>
    g(fc.integer, { min, max });

const FILES = `-- Files on another machine --
Files: DEFINITIONS = BEGIN
  Name: TYPE = STRING [40];
  Mode: TYPE = {read, write, append};
  Handle: TYPE = RECORD [volume: CARDINAL, file: LONG CARDINAL];
  Missing: ERROR [name: Name];
  Full: SIGNAL [handle: Handle, free: LONG CARDINAL] RETURNS [retry: BOOLEAN];
  Open: PROCEDURE [name: Name, mode: Mode] RETURNS [handle: Handle];
  Read: PROCEDURE [handle: Handle, from, count: INTEGER] RETURNS [page: ARRAY [0..4) OF CARDINAL, last: BOOLEAN];
  Write: PROCEDURE [handle: Handle, words: DESCRIPTOR FOR ARRAY OF CARDINAL, mark: CHARACTER];
  Close: PROC;
END.
`;

describe("an interface", () => {
  it("is read from its own text as it was, whatever it declares", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const made = randomInterface(picking(g));
        expect(parseInterface(interfaceText(made))).toEqual(made);
      }),
      { numRuns: 300 },
    );
  });

  it("has the same version with other spaces and comments, and another with another declaration", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const pick = picking(g);
        const made = randomInterface(pick);
        const text = interfaceText(made);
        const spaced = text.replaceAll(/[;,:]/g, (symbol) => ` ${symbol} -- ${symbol} --\n\t`);
        expect(lupine(spaced).typeName).toBe(lupine(text).typeName);
        const more = {
          ...made,
          declarations: [...made.declarations, { tag: "error", name: "New", arguments: [], results: [] }],
        } as const;
        expect(stubsOf(more).version).not.toBe(stubsOf(made).version);
      }),
      { numRuns: 100 },
    );
  });

  it("or else an error with line and column is what 2,000 spoilt texts give", () => {
    const pieces = FILES.match(/\w+|\s+|[^\w\s]/g) ?? [];
    const odd = [
      "",
      " ",
      ";",
      "[",
      "]",
      "{",
      "0",
      "99999999999",
      "END",
      "RETURNS",
      "ARRAY",
      "--",
      "é",
      "😀",
      "\n",
      ".",
    ];
    let refused = 0;
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const pick = picking(g);
        const spoilt = [...pieces];
        for (let i = pick(1, 3); i > 0; i--) {
          const other = pick(0, 1) === 0 ? odd[pick(0, odd.length - 1)] : pieces[pick(0, pieces.length - 1)];
          spoilt.splice(pick(0, spoilt.length - 1), pick(0, 2), other ?? "");
        }
        const text = spoilt.join("");
        const error = thrownBy(LupineError, () => lupine(text));
        if (error === undefined) return;
        refused++;
        const line = text.split("\n")[error.line - 1];
        expect(line, error.message).toBeDefined();
        expect(error.column).toBeGreaterThanOrEqual(1);
        expect(error.column).toBeLessThanOrEqual([...(line ?? "")].length + 1);
        expect(error.message).toMatch(/^line \d+, column \d+: got .+, want .+\.$/);
      }),
      { numRuns: 2000 },
    );
    expect(refused).toBeGreaterThan(1000);
  });
});

describe("values", () => {
  it("come back from their words as they went, of every procedure and signal", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const pick = picking(g);
        const made = randomInterface(pick);
        const { procedures, signals } = stubsOf(made);
        for (const stub of [...procedures, ...signals]) {
          const declared = made.declarations.find(({ name }) => name === stub.name);
          if (declared === undefined || declared.tag === "type") throw new Error(`${stub.name} is not declared.`);
          const given = randomRecord(pick, declared.arguments);
          const bytes = stub.encodeArguments(given);
          expect(bytes.length).toBe(2 * stub.argumentWords(given));
          expect(stub.decodeArguments(bytes)).toEqual(given);
          const parts = stub.argumentParts(bytes);
          expect(Object.fromEntries(parts.map(({ name, value }) => [name, value]))).toEqual(given);
          let word = 0; // the parts stand one behind the other, and fill the message
          for (const part of parts) {
            expect(part.at).toBe(word);
            word += part.words;
          }
          expect(2 * word).toBe(bytes.length);
          const results = randomRecord(pick, declared.results);
          expect(stub.decodeResults(stub.encodeResults(results))).toEqual(results);
          const least = stub.argumentPlan.reduce((sum, { leastWords }) => sum + leastWords, 0);
          const most = stub.argumentPlan.reduce((sum, { mostWords }) => sum + (mostWords ?? Infinity), 0);
          expect(stub.argumentWords(given)).toBeGreaterThanOrEqual(least);
          expect(stub.argumentWords(given)).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("have one encoding: spoilt bytes are the words of other values, or an error that says where", () => {
    let refused = 0;
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const pick = picking(g);
        const made = randomInterface(pick);
        const declared = made.declarations.flatMap((one) => (one.tag === "procedure" ? [one] : []));
        for (const stub of stubsOf(made).procedures) {
          const given = randomRecord(pick, declared[stub.number]?.arguments ?? []);
          const spoilt = [...stub.encodeArguments(given)];
          spoilt.splice(pick(0, spoilt.length), pick(0, 3), ...Array.from({ length: pick(0, 3) }, () => pick(0, 255)));
          const bytes = Uint8Array.from(spoilt);
          const error = thrownBy(StubError, () => {
            expect(stub.encodeArguments(stub.decodeArguments(bytes))).toEqual(bytes);
          });
          if (error === undefined) continue;
          refused++;
          expect(error.procedure).toBe(`${made.name}.${stub.name}`);
          expect(error.at).toBeLessThanOrEqual(Math.ceil(bytes.length / 2));
          expect(error.message).toMatch(/^\w+\.\w+, arguments(, [\w.[\]]+)?, word \d+: got .+, want .+\.$/);
        }
      }),
      { numRuns: 500 },
    );
    expect(refused).toBeGreaterThan(100);
  });
});
