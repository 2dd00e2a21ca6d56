import { describe, expect, it } from "vitest";
import { StubError, TextError } from "../error.ts";
import { thrownBy } from "../testing.ts";
import { LANGUAGES } from "./index.ts";
import { PACKETS } from "./language.ts";

describe.each(LANGUAGES)("$title", ({ example, compile, keywords }) => {
  it("has an example whose procedures take their samples, byte by byte", () => {
    const { files, procedures } = compile(example);
    expect(files.length).toBeGreaterThan(1);
    expect(procedures.length).toBeGreaterThan(1);
    for (const { sample, message } of procedures) {
      for (const packet of PACKETS) {
        const { frame, layers } = message(packet, sample[packet]);
        const covered = layers.flatMap(({ fields }) => fields).reduce((sum, { length }) => sum + length, 0);
        expect(covered, "each byte belongs to one field").toBe(frame.length);
      }
      expect(thrownBy(StubError, () => message("request", { nobody: 1 }))?.message).toMatch(/got .*, want /);
      expect(thrownBy(StubError, () => message("request", null))?.message).toMatch(/got nothing, want an object/);
    }
  });

  it("says where a text is wrong, and has words that stand out", () => {
    expect(thrownBy(TextError, () => compile(`${example}$`))?.message).toMatch(
      /^line \d+, column \d+: got "\$", want /,
    );
    expect([...keywords].filter((word) => example.includes(word)).length).toBeGreaterThan(3);
  });
});

it("a call of double_it is 64 bytes long: RPC2’s header and one number", () => {
  const [rp2gen] = LANGUAGES;
  const [double] = rp2gen.compile(rp2gen.example).procedures;
  const { frame, layers } = double?.message("request", { testval: 21 }) ?? { frame: new Uint8Array(), layers: [] };
  expect(frame.length).toBe(64);
  expect(layers.map(({ name, length }) => [name, length])).toEqual([
    ["RPC2", 60],
    ["arguments of double_it", 4],
  ]);
  expect(layers[1]?.fields).toEqual([{ name: "testval", text: "21", at: 60, length: 4 }]);
});

describe("Modula-2+", () => {
  const module = LANGUAGES.find(({ id }) => id === "modula");
  if (module === undefined) throw new Error("There is no Modula-2+.");
  const { files, procedures } = module.compile(module.example);
  const named = (name: string) => {
    const found = procedures.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  };

  it("takes an array of CHAR as a text, and a VAR OUT argument in the result alone", () => {
    expect(named("MaxResult").message("request", {}).frame.length).toBe(0);
    expect(named("MaxResult").message("reply", { buffer: "abc" }).frame).toEqual(Uint8Array.of(97, 98, 99));
    expect(thrownBy(StubError, () => named("MaxArg").message("request", { buffer: 5 }))?.message).toBe(
      "Test.MaxArg, arguments, buffer: got 5, want a text of codes up to 255, a character for each CHAR.",
    );
  });

  it("shows the objects behind pointers, which stand behind all values", () => {
    const second = { number: 8, next: null };
    const { frame, layers } = named("Book").message("request", { name: "Omar", seats: { number: 7, next: second } });
    expect(frame.length).toBe(4 + 4 + 4 + 8 + 8);
    expect(layers[0]?.fields.map(({ name, length }) => [name, length])).toEqual([
      ["name", 8],
      ["seats", 4],
      ["objects behind pointers", 16],
    ]);
  });

  it("tells the work of both stubs: an array has one copy, the caller’s, and a text has two", () => {
    const work = files[0]?.text;
    expect(work).toContain("MaxResult\n  call: nothing to copy\n  result:\n    the caller’s stub copies buffer");
    expect(work).toContain("the server’s stub copies name, 4 bytes, by the library of texts into new storage");
  });
});
