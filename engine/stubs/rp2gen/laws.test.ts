/** Laws of RP2Gen, for random subsystems, values and spoilt texts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StubError } from "../error.ts";
import { thrownBy, type Pick } from "../testing.ts";
import { argsOf, bytesOfArgs } from "./args.ts";
import { Rp2GenError } from "./error.ts";
import { EXAMPLE } from "./example.ts";
import { parseSubsystem } from "./parser.ts";
import { subsystemText } from "./print.ts";
import { stubFiles } from "./stub-text.ts";
import { randomSubsystem, randomValues } from "./testing.ts";
import { pack, unpack } from "./values.ts";

const picking =
  (g: fc.GeneratorValue): Pick =>
  (least, most) =>
    g(fc.integer, { min: least, max: most });

describe("a specification", () => {
  it("is read from its own text as it was, whatever it specifies", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const made = randomSubsystem(picking(g));
        const text = subsystemText(made);
        expect(parseSubsystem(text)).toEqual(made);
        expect(parseSubsystem(text.replaceAll(" ", "\r\n /* ; */ ").replaceAll('"a\r\n /* ; */ b"', '"a b"'))).toEqual(
          made,
        );
      }),
      { numRuns: 300 },
    );
  });

  it("or else an error with line, column and what was wanted is what 10,000 spoilt examples give", () => {
    const odd = [
      "$",
      "int",
      "99999999999",
      "𝒳",
      "/*",
      '"',
      "struct",
      "-1",
      "\n",
      "RPC2_Struct",
      "{",
      "IN",
      "5:",
      "[",
      "#if",
    ];
    let refused = 0;
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const pick = picking(g);
        const words = EXAMPLE.split(/(?<=[\s();,])|(?=[();,])/);
        const spoilt = [...words];
        for (let i = pick(1, 3); i > 0; i--) {
          const at = pick(0, spoilt.length - 1);
          const other = pick(0, 1) === 0 ? odd[pick(0, odd.length - 1)] : words[pick(0, words.length - 1)];
          spoilt.splice(at, pick(0, 2), ...(pick(0, 2) === 0 ? [] : [other ?? ""]));
        }
        const text = spoilt.join("");
        const error = thrownBy(Rp2GenError, () => stubFiles(parseSubsystem(text)));
        if (error === undefined) return;
        refused++;
        const lines = text.split("\n");
        expect(error.line).toBeGreaterThanOrEqual(1);
        expect(error.line).toBeLessThanOrEqual(lines.length);
        expect(error.column).toBeGreaterThanOrEqual(1);
        expect(error.column).toBeLessThanOrEqual([...(lines[error.line - 1] ?? "")].length + 1);
        expect(error.message).toMatch(/^line \d+, column \d+: got .+, want .+\.$/s);
      }),
      { numRuns: 10_000 },
    );
    expect(refused).toBeGreaterThan(5_000);
  });
});

describe("the values of a call", () => {
  it("are packed into whole units that give the same values again", () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const pick = picking(g);
        for (const procedure of randomSubsystem(pick).procedures) {
          for (const packet of ["request", "reply"] as const) {
            const values = randomValues(pick, packet, procedure);
            const { bytes, parts } = pack(procedure, packet, values);
            expect(unpack(procedure, packet, bytes)).toEqual(values);
            expect(bytes.length % 4).toBe(0);
            expect(parts.reduce((sum, part) => sum + part.length, 0)).toBe(bytes.length);
            if (bytes.length > 0) {
              const cut = bytes.subarray(0, bytes.length - 4);
              expect(thrownBy(StubError, () => unpack(procedure, packet, cut))?.message).toMatch(/got .*, want /);
            }
            const more = Uint8Array.from([...bytes, 0, 0, 0, 0]);
            expect(() => unpack(procedure, packet, more)).toThrow(StubError);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("of any 2,000 random bodies are refused in words, or pack to as many bytes", () => {
    fc.assert(
      fc.property(fc.gen(), fc.uint8Array({ maxLength: 64 }), (g, bytes) => {
        for (const procedure of randomSubsystem(picking(g)).procedures) {
          let values;
          const error = thrownBy(StubError, () => (values = unpack(procedure, "reply", bytes)));
          if (error !== undefined || JSON.stringify(values).includes("\ufffd")) continue; // bytes that are no text
          expect(pack(procedure, "reply", values).bytes.length).toBe(bytes.length);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the ARGs of a procedure", () => {
  it("never grow by sharing, and shrink where a structure is used twice", () => {
    const point = "typedef RPC2_Struct { Integer x, y; } Point;";
    const twice = `Subsystem "S"; ${point} line(IN Point a, IN Point b); to(OUT Point c);`;
    const bytes = (isSharing: boolean): number => bytesOfArgs(argsOf(parseSubsystem(twice), isSharing));
    expect([bytes(false), bytes(true)]).toEqual([16 * (3 + 2 + 3 * 3), 16 * (3 + 2 + 2 * 3)]);
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const subsystem = randomSubsystem(picking(g));
        expect(bytesOfArgs(argsOf(subsystem, true))).toBeLessThanOrEqual(bytesOfArgs(argsOf(subsystem, false)));
      }),
    );
  });
});
