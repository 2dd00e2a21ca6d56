import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { papers } from "../papers/index.ts";
import { PYTHON_RUNNER, pythonBy } from "../papers/python.ts";
import type { ModelArgument, ModelArguments, ModelFunction } from "../papers/types.ts";
import { modelSource, openPython, type Python, PythonError } from "./python-node.ts";

/** Runs requests through the same runner in CPython, one process for all. */
function inCPython(requests: readonly string[]): readonly string[] {
  const driver = `${PYTHON_RUNNER}\nfor request in _json.load(_sys.stdin): print(_roundtrip(request))\n`;
  const { status, stdout, stderr } = spawnSync("python3", ["-c", driver], {
    input: JSON.stringify(requests),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`python3 ended with ${status}: ${stderr}`);
  return stdout.trim().split("\n");
}

/** Exceptions name their column since Python 3.11. */
const hasCPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]).status === 0;
const NEEDS_CPYTHON = "needs python3, 3.11 or later";

/** Values across an argument's range, its limits and default among them; these alone where there are many arguments. */
function samples(argument: ModelArgument, few: boolean): readonly (number | string)[] {
  if (argument.kind === "choice") return argument.options;
  if (argument.max === 1) return [argument.min, 1];
  const { min, max, default: usual, whole = false } = argument;
  const between = few ? [] : [min + (max - min) / 3, min + (max - min) * Math.SQRT1_2];
  return [...new Set([min, usual, max, ...(whole ? between.map(Math.round) : between)])];
}

function combinations(fn: ModelFunction): readonly ModelArguments[] {
  const few = fn.arguments.length > 3;
  return fn.arguments.reduce<readonly ModelArguments[]>(
    (all, argument) =>
      all.flatMap((args) => samples(argument, few).map((value) => ({ ...args, [argument.name]: value }))),
    [{}],
  );
}

let python: Python;
beforeAll(async () => {
  python = await openPython();
});
afterAll(() => python.close());

describe("Python in Node", () => {
  it("calls a model’s function and gives back its number", () => {
    expect(python.call("firefly", "null_us", {})).toBe(2514);
    expect(python.call("firefly", "max_result_us", { result_bytes: 1440 })).toBe(6524);
  });

  it("gives back the parts of a function that returns a dictionary", () => {
    expect(python.parts("firefly", "account_us", { procedure: "MaxResult" })).toMatchObject({ Total: 6524 });
  });
});

describe.each(papers)("the model of $id", ({ id, modelFunctions }) => {
  it("gives the doubles of CPython, bit for bit, for every function and limit", ({ skip }) => {
    skip(!hasCPython, NEEDS_CPYTHON);
    const calls = modelFunctions.flatMap((fn) => combinations(fn).map((args) => ({ fn, args })));
    const load = { do: "load", model: id, source: modelSource(id) };
    const requests = calls.map(({ fn, args }) => ({ do: "call", model: id, name: fn.name, arguments: args }));
    const [, ...answers] = inCPython([load, ...requests].map((request) => JSON.stringify(request)));
    expect(answers).toHaveLength(calls.length);
    for (const [i, { fn, args }] of calls.entries()) {
      const there = pythonBy(
        () => answers[i] ?? "",
        () => {},
      );
      const ask = (p: Python) => (fn.returns === "parts" ? p.parts : p.call)(id, fn.name, args);
      expect(ask(python), `${fn.name}(${JSON.stringify(args)})`).toStrictEqual(ask(there));
    }
    expect(calls.length).toBeGreaterThan(100);
  });

  it("describes every public function as its Python signature does", ({ skip }) => {
    skip(!hasCPython, NEEDS_CPYTHON);
    const inspect = `
import inspect, json, sys, types
sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True
import model
print(json.dumps({name: [[p.name, p.default] for p in inspect.signature(f).parameters.values()]
  for name, f in vars(model).items()
  if isinstance(f, types.FunctionType) and f.__module__ == "model" and name[0] != "_"}))`;
    const folder = new URL(`../papers/${id}`, import.meta.url).pathname;
    const { stdout } = spawnSync("python3", ["-c", inspect, folder], { encoding: "utf8" });
    const described = modelFunctions.map((fn) => [fn.name, fn.arguments.map((a) => [a.name, a.default])]);
    expect(Object.fromEntries(described)).toStrictEqual(JSON.parse(stdout));
  });

  it("takes every argument up to its limits and refuses it beyond, and between whole numbers", () => {
    for (const fn of modelFunctions) {
      for (const a of fn.arguments) {
        const call = (value: number | string) => (): unknown =>
          (fn.returns === "parts" ? python.parts : python.call)(id, fn.name, { [a.name]: value });
        const inside = a.kind === "choice" ? a.options : [a.min, a.max];
        const outside = a.kind === "choice" ? [`${a.default}?`] : [a.min - 0.01, a.max + 0.01];
        const between = a.kind === "number" && a.whole === true ? [a.min + 0.5] : [];
        for (const value of inside) expect(call(value), `${fn.name} ${a.name} ${value}`).not.toThrow();
        for (const value of [...outside, ...between]) {
          expect(call(value), `${fn.name} ${a.name} ${value}`).toThrow(/ValueError/);
        }
      }
    }
  });
});

describe("a model that goes wrong", () => {
  const failing = (source: string, run: (p: Python) => unknown = () => undefined): PythonError => {
    try {
      python.load("edited", source);
      run(python);
    } catch (error) {
      if (error instanceof PythonError) return error;
      throw error;
    }
    throw new Error("nothing went wrong");
  };
  const call =
    (args: ModelArguments = {}) =>
    (p: Python): number =>
      p.call("edited", "f", args);

  it("names line and column of a syntax error", () => {
    expect(failing("x = 1\ndef f(:\n")).toMatchObject({ type: "SyntaxError", line: 2, column: 7, model: "edited" });
  });

  it("names line and column of an exception, by characters and not bytes", () => {
    const error = failing('def g():\n    return len("µµ") + 1 / 0\n\ndef f():\n    return g()\n', call());
    expect(error).toMatchObject({ type: "ZeroDivisionError", line: 2, column: 24 });
    expect(error.message).toBe("edited/model.py, line 2, column 24: ZeroDivisionError: division by zero");
  });

  it("says which functions there are", () => {
    const error = failing("def g():\n    return 1\n\ndef _hidden():\n    return 2\n", call());
    expect(error).toMatchObject({ detail: "no function 'f'; there is g", line: null });
  });

  it("refuses what is not a finite number", () => {
    const refused = (body: string) => failing(`def f():\n    return ${body}\n`, call()).detail;
    expect(refused("None")).toBe("f() returned NoneType, want a number");
    expect(refused("True")).toBe("f() returned bool, want a number");
    expect(refused('float("nan")')).toBe("f() returned nan, want a finite number");
    expect(refused('{"a": 1}')).toBe("f() returned a dictionary, want a number");
    expect(failing("def f(x):\n    return x\n", call({ x: Number.NaN })).detail).toMatch(/argument x is NaN/);
  });

  it("does not end the lab when it asks to exit", () => {
    expect(failing("import sys\ndef f():\n    sys.exit(3)\n", call())).toMatchObject({ type: "SystemExit", line: 3 });
  });

  it("names an argument that the function does not take", () => {
    expect(failing("def f():\n    return 1\n", call({ y: 1 })).detail).toContain("unexpected keyword argument 'y'");
  });

  it("leaves the model before it in place", () => {
    python.load("edited", "def f():\n    return 7\n");
    failing("def f():\n    return 8 +\n");
    expect(python.call("edited", "f", {})).toBe(7);
  });

  it("can be replaced by one with dataclasses", () => {
    const dataclass = "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: float\n";
    python.load("edited", `${dataclass}def f():\n    return P(3).x\n`);
    expect(python.call("edited", "f", {})).toBe(3);
  });
});
