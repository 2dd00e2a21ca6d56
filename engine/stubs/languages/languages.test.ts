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
