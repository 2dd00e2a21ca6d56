import { loadPyodide } from "pyodide";
import { beforeAll, describe, expect, it } from "vitest";
import source from "../../engine/papers/firefly/model.py?raw";
import { pythonOn } from "../../engine/papers/python.ts";
import type { Python } from "../../engine/papers/python.ts";
import { lineOfFunction } from "./answers.ts";
import { evaluate } from "../workers/evaluate.ts";
import type { Outcome } from "../workers/evaluate.ts";

let python: Python;
beforeAll(async () => {
  const silent = (): void => undefined;
  python = pythonOn(await loadPyodide({ stdout: silent, stderr: silent }));
});

const at = (ethernet_mbps: number) => ({ paper: "firefly", function: "null_us", arguments: { ethernet_mbps } });
const run = (text: string): Outcome => evaluate(python, { name: "firefly", source: text, calls: [at(10), at(100)] });
const last = "return runtime_us() + 2 * send_receive_us(MIN_PACKET, ethernet_mbps)";
const line = source.split("\n").findIndex((text) => text.includes(last)) + 1;

describe("the text of the editor", () => {
  it("gives a value for every call, in order", () => {
    expect(run(source)).toEqual({ tag: "values", values: [2514, 2406] });
    expect(run(source.replace(last, `${last} + 100`))).toEqual({ tag: "values", values: [2614, 2506] });
  });

  it("names the line of what Python cannot read", () => {
    const outcome = run(source.replace(last, `${last} +`));
    expect(outcome).toMatchObject({ tag: "problem", problem: { type: "SyntaxError", line } });
  });

  it("names line and column of what goes wrong while it runs", () => {
    const outcome = run(source.replace(last, `${last} + nope`));
    const column = 4 + last.length + 3 + 1; // indented by four, after " + "
    expect(outcome).toEqual({
      tag: "problem",
      problem: { type: "NameError", detail: "name 'nope' is not defined", line, column },
    });
  });

  it("is told that a function is gone", () => {
    const outcome = run(source.replace("def null_us(", "def other("));
    expect(outcome).toMatchObject({ tag: "problem", problem: { line: null } });
    expect(outcome.tag === "problem" && outcome.problem.detail).toMatch(/no function 'null_us'/);
  });

  it("runs again as the paper has it after something was wrong", () => {
    run("nonsense(");
    expect(run(source).tag).toBe("values");
  });
});

it("finds the functions that the page calls in the paper’s text", () => {
  for (const name of ["null_us", "max_result_us", "max_arg_us"]) {
    const found = lineOfFunction(source, name);
    expect(source.split("\n")[(found ?? 0) - 1]).toMatch(new RegExp(`^def ${name}\\(`));
  }
  expect(lineOfFunction(source, "nothing")).toBeNull();
});
