/** Packets of a run with the names that their interface gives to the words in them. */
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { dissect } from "../../engine/wire/layers.ts";
import type { Layer } from "../../engine/wire/layer.ts";
import { frameOf } from "./packet-facts.ts";
import { withNamedWords } from "./packet-words.ts";

/** The layers of each packet until the answer, as the inspector shows them. */
function packets(set: Readonly<Record<string, string | number>>): readonly (readonly Layer[])[] {
  const { trace, packets } = runOf("cedar/call", { set: { load: 0, calls: 1, ...set } });
  if (trace.interfaceText === undefined) throw new Error("The run says nothing of its interface.");
  const text = trace.interfaceText;
  return Array.from({ length: packets }, (_, row) => {
    const frame = frameOf(trace, row);
    const layers = withNamedWords(dissect(frame), trace, row, text);
    expect(layers.reduce((sum, { length }) => sum + length, 0)).toBe(frame.length);
    return layers;
  });
}

const words = (layers: readonly Layer[]): readonly string[] =>
  layers
    .filter(({ name }) => /^(arguments|results) of/.test(name))
    .flatMap(({ name, fields }) => [name, ...fields.map((one) => `${one.name} ${one.text}: ${one.note}`)]);

describe("the words of a packet", () => {
  it("have the names of the procedure’s arguments and results", () => {
    expect(packets({ arguments: 2, results: 1, arrayWords: 10 }).map(words)).toEqual([
      [
        "arguments of Test.Call",
        "a1 1: CARDINAL",
        "a2 1: CARDINAL",
        "array 1, 1, 1, 1, 1, 1, … (10): ARRAY [0..10) OF CARDINAL",
      ],
      ["results of Test.Call", "r1 1: CARDINAL", "array 1, 1, 1, 1, 1, 1, … (10): ARRAY [0..10) OF CARDINAL"],
    ]);
  });

  it("stand where the fields say", () => {
    const layers = itemAt(packets({ arguments: 2, arrayWords: 10 }), 0, "packet");
    const { fields = [] } = layers.find(({ name }) => name === "arguments of Test.Call") ?? {};
    const first = itemAt(fields, 0, "word").at;
    expect(fields.map(({ at, length }) => [at - first, length])).toEqual([
      [0, 2],
      [2, 2],
      [4, 20],
    ]);
  });

  it("have those of the exception, on its way there and back", () => {
    const pair = ["code 1: CARDINAL", "detail 1: CARDINAL"];
    expect(packets({ exception: "resume" }).map(words)).toEqual([
      [],
      ["arguments of Test.Raised", ...pair],
      ["results of Test.Raised", ...pair],
      [],
    ]);
  });

  it("have none in a part of a message, in a question about names, or for one without the key", () => {
    expect(packets({ argumentPackets: 3 }).flatMap(words)).toEqual([]);
    expect(packets({ binding: "type" }).flatMap(words)).toEqual([]);
    const all = packets({ arrayWords: 4, security: "encrypted" });
    const sealed = itemAt(all, all.length - 2, "packet");
    expect(words(sealed)).toEqual([]);
    expect(sealed.map(({ name }) => name)).toContain("encrypted words");
  });
});
