import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modelSource, openPython, type Python } from "../cli/python-node.ts";
import { checkSources } from "./check-sources.ts";
import { cell, papers, type RowKey } from "./index.ts";

let python: Python;
beforeAll(async () => {
  python = await openPython();
}, 60_000);
afterAll(() => python.close());

/** Every Input that a model keeps, keyed by its name and the address of its cell. */
const LIST_INPUTS = `

def inputs():
    import json
    return {json.dumps([name, i.table, i.row, i.column]): i.value for name, i in INPUTS.items()}
`;

describe.each(papers)("the model of $id", ({ id }) => {
  it("takes nothing from outside but the standard library's dataclasses, math and typing", () => {
    const lines = modelSource(id)
      .split("\n")
      .filter((line) => /^\s*(import|from)\s/.test(line));
    for (const line of lines) expect(line).toMatch(/^(from|import) (dataclasses|math|typing)\b/);
    expect(modelSource(id)).not.toMatch(/\b(open|eval|exec|__import__)\s*\(/);
  });

  it("repeats inputs of the paper only, each as its cell has it", () => {
    python.load("inputs", modelSource(id) + LIST_INPUTS);
    const inputs = Object.entries(python.parts("inputs", "inputs", {})).map(([key, value]) => {
      const [name, table, row, column] = JSON.parse(key) as [string, string, RowKey, string];
      const address = { paper: id, table, row, column };
      return { name, value, unit: cell(address).unit, source: { kind: "paper", text: name, cell: address } };
    });
    expect(checkSources(inputs)).toEqual([]);
    expect(inputs.length).toBeGreaterThan(40);
  });
});
