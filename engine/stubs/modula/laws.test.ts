/** Laws of definition modules of Modula-2+ and of their stubs, for random modules and values. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StubError } from "../error.ts";
import { thrownBy, type Pick } from "../testing.ts";
import { ModulaError } from "./error.ts";
import { parseModule } from "./parser.ts";
import { moduleText } from "./print.ts";
import { modula, stubsOf } from "./stub.ts";
import { alike, randomModule, Values } from "./testing.ts";
import { isIn, type Module } from "./types.ts";
import type { ModulaRecord } from "./values.ts";

const picking =
  (g: fc.GeneratorValue): Pick =>
  (least, most) =>
    g(fc.integer, { min: least, max: most });

/** Every procedure of a module with random values of its call and of its result. */
function* messages(pick: Pick, module: Module) {
  for (const stub of stubsOf(module).procedures) {
    const { parameters = [] } = module.procedures[stub.number] ?? {};
    for (const packet of ["call", "result"] as const) {
      const values = new Values(pick, module).record(parameters.filter((one) => isIn(packet, one)));
      const [encode, decode, parts] =
        packet === "call"
          ? [stub.encodeCall, stub.decodeCall, stub.callParts]
          : [stub.encodeResult, stub.decodeResult, stub.resultParts];
      yield { stub, packet, values, encode, decode, parts };
    }
  }
}

describe("a text", () => {
  it("is read from its own text as it was, whatever it declares", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const made = randomModule(picking(g));
        const text = moduleText(made);
        expect(parseModule(text)).toEqual(made);
        expect(parseModule(text.replaceAll(/\s+/g, "\r\n (* . *) "))).toEqual(made);
      }),
      { numRuns: 300 },
    );
  });

  it("or else an error with line and column is what 2,000 spoilt texts give", () => {
    const pieces =
      `DEFINITION MODULE Test ;\nTYPE Cell = RECORD value : INTEGER ; next : REF Cell ; END ;\n` +
      `PROCEDURE Call ( a , b : INTEGER ; VAR OUT c : ARRAY OF CHAR ; ` +
      `VAR IN d : ARRAY [ 0 .. 9 ] OF Cell ; e : Text.T ) ;\n` +
      `END Test .`;
    const words = pieces.split(" ");
    const odd = ["$", "REAL", "99999999999", "𝒳", "(*", "Text.U", "POINTER", "Test.Cell", "-1", "\n"];
    let refused = 0;
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const pick = picking(g);
        const spoilt = [...words];
        for (let i = pick(1, 3); i > 0; i--) {
          const other = pick(0, 1) === 0 ? odd[pick(0, odd.length - 1)] : words[pick(0, words.length - 1)];
          spoilt.splice(pick(0, spoilt.length - 1), pick(0, 2), other ?? "");
        }
        const text = spoilt.join(" ");
        const error = thrownBy(ModulaError, () => modula(text));
        if (error === undefined) return;
        refused++;
        const line = text.split("\n")[error.line - 1] ?? "";
        expect(error.column).toBeGreaterThanOrEqual(1);
        expect(error.column).toBeLessThanOrEqual([...line].length + 1);
        expect(error.message).toMatch(/^line \d+, column \d+: got .+, want .+\.$/);
      }),
      { numRuns: 2000 },
    );
    expect(refused).toBeGreaterThan(1000);
  });
});

describe("values", () => {
  it("come back from their bytes as they went, shared parts and circles too", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const pick = picking(g);
        for (const { values, encode, decode, parts } of messages(pick, randomModule(pick))) {
          const bytes = encode(values);
          const back = decode(bytes);
          expect(alike(back, values)).toBe(true);
          expect(encode(back)).toEqual(bytes); // the numbers of objects say which are shared
          let at = 0; // the parts stand one behind the other
          for (const part of parts(bytes)) {
            expect(part.at).toBe(at);
            at += part.bytes;
          }
          expect(at).toBeLessThanOrEqual(bytes.length);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("have one encoding: spoilt bytes are those of other values, or an error that says where", () => {
    let refused = 0;
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const pick = picking(g);
        const made = randomModule(pick);
        for (const { stub, packet, values, encode, decode } of messages(pick, made)) {
          const spoilt = [...encode(values)];
          spoilt.splice(pick(0, spoilt.length), pick(0, 3), ...Array.from({ length: pick(0, 3) }, () => pick(0, 255)));
          const bytes = Uint8Array.from(spoilt);
          const error = thrownBy(StubError, () => {
            expect(encode(decode(bytes))).toEqual(bytes);
          });
          if (error === undefined) continue;
          refused++;
          expect(error.procedure).toBe(`${made.name}.${stub.name}`);
          expect(error.part).toBe(packet === "call" ? "arguments" : "results");
          expect(error.at).toBeLessThanOrEqual(bytes.length);
          expect(error.message).toMatch(/^\w+\.\w+, \w+(, [\w.[\] ]+)?, byte \d+: got .+, want .+\.$/);
        }
      }),
      { numRuns: 500 },
    );
    expect(refused).toBeGreaterThan(100);
  });

  it("are copied out of a packet as often as into it, where they go by value", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const pick = picking(g);
        const made = randomModule(pick);
        for (const { stub, packet, values } of messages(pick, made)) {
          const copies = stub.copies(packet, values, Infinity);
          const byValue = (name: string): boolean =>
            made.procedures[stub.number]?.parameters.find((one) => one.name === name)?.mode === "value";
          for (const end of ["caller", "server"] as const) {
            const bytes = copies
              .filter((copy) => copy.end === end && byValue(copy.parameter))
              .map(({ bytes: size }) => size);
            const other = copies
              .filter((copy) => copy.end !== end && byValue(copy.parameter))
              .map(({ bytes: size }) => size);
            expect(bytes).toEqual(other);
          }
          const receiver = packet === "call" ? "server" : "caller";
          expect(copies.filter(({ allocates, end }) => allocates && end !== receiver)).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("of long lists are carried without a deep stack", () => {
    const stubs = modula(
      "DEFINITION MODULE Lists; TYPE Cell = RECORD value: INTEGER; next: REF Cell; END; " +
        "PROCEDURE Sum(list: REF Cell); END Lists.",
    );
    const [sum] = stubs.procedures;
    let list: ModulaRecord | null = null;
    for (let i = 0; i < 20_000; i++) list = { value: i, next: list };
    const bytes = sum?.encodeCall({ list });
    expect(bytes?.length).toBe(4 + 20_000 * 8);
    if (bytes !== undefined) expect(sum?.encodeCall(sum.decodeCall(bytes))).toEqual(bytes);
    expect(sum?.copies("call", { list }, 1440).length).toBe(2 * 20_000);
  });
});
