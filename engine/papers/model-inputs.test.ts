import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modelSource, openPython, type Python } from "../cli/python-node.ts";
import { checkSources } from "./check-sources.ts";
import { cell, papers, role, type RowKey } from "./index.ts";

let python: Python;
beforeAll(async () => {
  python = await openPython();
});
afterAll(() => python.close());

/** Every Input that a model keeps, keyed by its name and the address of its cell; and those that it is fitted to. */
const LIST_INPUTS = `

def _listed(inputs):
    import json
    return {json.dumps([name, i.table, i.row, i.column]): i.value for name, i in inputs.items()}

def inputs():
    return _listed(INPUTS)

def fitted():
    return _listed(globals().get("FITTED", {}))
`;

/** Fewer would mean that a list is not read any more. */
const LEAST: Readonly<Record<string, number>> = { cedar: 5, enutt: 40, firefly: 41, flexrpc: 4, multirpc: 7 };

describe.each(papers)("the model of $id", ({ id }) => {
  it("takes nothing from outside but the standard library’s dataclasses, math and typing", () => {
    const lines = modelSource(id)
      .split("\n")
      .filter((line) => /^\s*(import|from)\s/.test(line));
    for (const line of lines) expect(line).toMatch(/^(from|import) (dataclasses|math|typing)\b/);
    expect(modelSource(id)).not.toMatch(/\b(open|eval|exec|__import__)\s*\(/);
  });

  const listed = (list: "inputs" | "fitted") => {
    python.load("inputs", modelSource(id) + LIST_INPUTS);
    return Object.entries(python.parts("inputs", list, {})).map(([key, value]) => {
      const [name, table, row, column] = JSON.parse(key) as [string, string, RowKey, string];
      return { name, value, address: { paper: id, table, row, column } };
    });
  };

  it("repeats inputs of the paper only, each as its cell has it", () => {
    const inputs = listed("inputs").map(({ name, value, address }) => {
      return { name, value, unit: cell(address).unit, source: { kind: "paper", text: name, cell: address } };
    });
    expect(checkSources(inputs)).toEqual([]);
    expect(inputs.length).toBeGreaterThanOrEqual(LEAST[id] ?? 1);
  });

  it("keeps apart what the authors fitted it to: results, each as its cell has it", () => {
    for (const { name, value, address } of listed("fitted")) {
      expect(cell(address).value, name).toBe(value);
      expect(role(address), name).toBe("result");
    }
    const inFile = modelSource(id).includes("\nFITTED");
    expect(listed("fitted").length > 0).toBe(inFile);
  });
});
