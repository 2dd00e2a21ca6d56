/** Packets of a call on the Firefly with the names that their definition module gives to the bytes in them. */
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { dissect } from "../../engine/wire/layers.ts";
import type { Layer } from "../../engine/wire/layer.ts";
import { frameOf } from "./packet-facts.ts";
import { withNamedArguments } from "./argument-bytes.ts";

function packets(set: Readonly<Record<string, string | number>>): readonly (readonly Layer[])[] {
  const { trace } = runOf("firefly/marshal", { set: { calls: 1, ...set } });
  const text = trace.interfaceText ?? "";
  return Array.from({ length: trace.packets.count }, (_, row) => {
    const frame = frameOf(trace, row);
    const layers = withNamedArguments(dissect(frame), trace, row, text);
    expect(layers.reduce((sum, { length }) => sum + length, 0)).toBe(frame.length);
    return layers;
  });
}

const named = (layers: readonly Layer[]): readonly string[] =>
  layers
    .filter(({ name }) => /^(arguments|results) of/.test(name))
    .flatMap(({ name, fields }) => [name, ...fields.map((one) => `${one.name} ${one.text}: ${one.note}`)]);

describe("the bytes of a packet", () => {
  it.each(["shared-memory", "ethernet"])("have the names of the arguments and results, by %s", (transport) => {
    expect(packets({ transport, arguments: 2 })[0]?.map(({ name }) => name)).toContain("arguments of Test.Call");
    expect(packets({ transport, arguments: 2 }).map(named)[0]).toEqual([
      "arguments of Test.Call",
      "a1 1: INTEGER",
      "a2 1: INTEGER",
    ]);
    const both = packets({ transport, argumentType: "variable", argumentBytes: 12, passing: "both" }).map(named);
    expect(both[1]).toEqual(["results of Test.Call", "a1 00 00 00 01 00 00 … (12): ARRAY OF CHAR"]);
  });

  it("say what is NIL, and where the objects behind pointers are", () => {
    expect(packets({ argumentType: "nil" }).map(named)[0]).toEqual(["arguments of Test.Call", "a1 NIL: Text.T"]);
    expect(packets({ argumentType: "list", argumentBytes: 8 }).map(named)[0]).toEqual([
      "arguments of Test.Call",
      "a1 1, …: REF Cell",
      "objects 16 bytes: behind the pointers",
    ]);
  });

  it("stay data where a packet carries a part of a message", () => {
    const long = packets({ argumentType: "variable", argumentBytes: 3000 }).map(named);
    expect(long.slice(0, 5)).toEqual([[], [], [], [], []]);
  });
});
