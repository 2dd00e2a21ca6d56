/** Changes of one parameter leave the rest of the text alone. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { movedUp, typeNameAt, withMode, withoutParameter, withParameter, withType } from "./edit.ts";
import { EXAMPLE } from "./example.ts";
import { parseSubsystem } from "./parser.ts";
import type { Parameter } from "./types.ts";

const TEXT = `/* “(”, and a pair: 😀 */ Subsystem "Own";
first(IN String word, /* stays */
  IN OUT Integer n,
  OUT Double d);
second(IN Byte b);
`;
const parameters = (text: string): readonly Parameter[] => parseSubsystem(text).procedures[0]?.parameters ?? [];
const shape = (text: string) => parameters(text).map(({ mode, name }) => `${mode} ${name}`);

it("a mode and a type are changed in place; remarks and lines stay", () => {
  expect(withMode(EXAMPLE, 0, "IN")).toBe(EXAMPLE.replace("double_it(IN OUT", "double_it(IN"));
  expect(withMode(TEXT, 1, "OUT")).toBe(TEXT.replace("IN OUT", "OUT"));
  expect(withType(TEXT, 2, "EncryptionKey")).toBe(TEXT.replace("Double", "EncryptionKey"));
  expect(typeNameAt(TEXT, 0)).toBe("String");
});

it("a parameter changes its place with the one before it", () => {
  expect(shape(movedUp(TEXT, 2))).toEqual(["IN word", "OUT d", "IN OUT n"]);
  expect(movedUp(movedUp(TEXT, 1), 1)).toBe(TEXT);
});

it("a parameter comes and goes with its comma", () => {
  expect(shape(withoutParameter(TEXT, 0))).toEqual(["IN OUT n", "OUT d"]);
  expect(shape(withoutParameter(TEXT, 2))).toEqual(["IN word", "IN OUT n"]);
  const none = withoutParameter(EXAMPLE, 0);
  expect(shape(none)).toEqual([]);
  expect(shape(withParameter(none, []))).toEqual(["IN value1"]);
  expect(shape(withParameter(TEXT, ["value4"])).at(-1)).toBe("IN value5");
});

it("any order of changes leaves a specification whose second procedure is as it was", () => {
  const change = fc.tuple(fc.nat(4), fc.nat(8));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      let text = TEXT;
      for (const [what, which] of changes) {
        const count = parameters(text).length;
        const i = count === 0 ? 0 : which % count;
        if (count === 0 || what === 4)
          text = withParameter(
            text,
            parameters(text).map(({ name }) => name),
          );
        else if (what === 0) text = withMode(text, i, (["IN", "OUT", "IN OUT"] as const)[which % 3] ?? "IN");
        else if (what === 1) text = withType(text, i, which % 2 === 0 ? "Integer" : "String");
        else if (what === 2 && i > 0) text = movedUp(text, i);
        else text = withoutParameter(text, i);
      }
      expect(parseSubsystem(text).procedures[1]).toEqual(parseSubsystem(TEXT).procedures[1]);
    }),
    { numRuns: 60 },
  );
});
