/**
 * Runs the papers' models in a Python that the caller has opened. The same Python text serves the page's worker, the
 * headless lab and CPython: it takes a request and gives an answer, both JSON, so numbers cross as exact decimals.
 */
import type { ModelArguments } from "./types.ts";

/** The part of Pyodide that we use. */
export interface PyodideLike {
  /** Runs a program; gives the value of its last expression. */
  runPython(code: string): unknown;
}

export interface Python {
  /** Loads the source of a model, or replaces it. Throws PythonError where it does not compile or run. */
  load(model: string, source: string): void;
  /** Calls a function that returns a finite number. Throws PythonError where it raises or returns anything else. */
  call(model: string, name: string, args: ModelArguments): number;
  /** Calls a function that returns a dictionary of finite numbers. */
  parts(model: string, name: string, args: ModelArguments): Readonly<Record<string, number>>;
  close(): void;
}

/** A Python exception, with the place in the model's file where it came from. */
export class PythonError extends Error {
  override readonly name = "PythonError";
  readonly type: string; // "ValueError"
  readonly detail: string; // Python's own message
  readonly model: string; // "firefly"
  readonly line: number | null; // from 1; null where no line of the model was running
  readonly column: number | null; // from 1

  constructor(model: string, failure: Omit<PythonFailure, "ok">) {
    const { type, message, line, column } = failure;
    const place = line === null ? "" : `, line ${line}${column === null ? "" : `, column ${column}`}`;
    super(`${model}/model.py${place}: ${type}: ${message}`);
    this.type = type;
    this.detail = message;
    this.model = model;
    this.line = line;
    this.column = column;
  }
}

type PythonRequest =
  | { readonly do: "load"; readonly model: string; readonly source: string }
  | { readonly do: "call"; readonly model: string; readonly name: string; readonly arguments: ModelArguments };

interface PythonFailure {
  readonly ok: false;
  readonly type: string;
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
}

type PythonAnswer =
  { readonly ok: true; readonly value: number | Readonly<Record<string, number>> | null } | PythonFailure;

/** Defines `_roundtrip(request: str) -> str`. Needs Python 3.11 or later for columns. */
export const PYTHON_RUNNER = `
import json as _json
import sys as _sys
import types as _types


class _Refused(Exception):
    pass


def _place(error, file, source):
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno, error.offset
    line, column, trace = None, None, error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == file:
            line = trace.tb_lineno
            at = list(code.co_positions())[trace.tb_lasti // 2][2]
            text = source.split("\\n")[line - 1].encode()
            column = None if at is None else len(text[:at].decode(errors="ignore")) + 1
        trace = trace.tb_next
    return line, column


def _finite(value, name):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _Refused(f"{name}() returned {type(value).__name__}, want a number")
    if value != value or value in (float("inf"), float("-inf")):
        raise _Refused(f"{name}() returned {value}, want a finite number")
    return value


def _short(message, most=1000):
    return message if len(message) <= most else f"{message[:most]}… ({len(message)} characters in all)"


_models = {}


def _load(model, source):
    module = _types.ModuleType("model_" + model)
    # Dataclasses look their module up while the source runs; a model that fails leaves the one before in place.
    before = _sys.modules.get(module.__name__)
    _sys.modules[module.__name__] = module
    try:
        exec(compile(source, model + "/model.py", "exec"), module.__dict__)
    except BaseException:
        _sys.modules[module.__name__] = before
        raise
    _models[model] = (module, source)


def _call(model, name, arguments):
    if model not in _models:
        raise _Refused(f"no model {model!r} is loaded; there is {', '.join(_models) or 'none'}")
    module = _models[model][0]
    own = {
        key: value
        for key, value in vars(module).items()
        if isinstance(value, _types.FunctionType) and value.__module__ == module.__name__ and key[0] != "_"
    }
    if name not in own:
        raise _Refused(f"no function {name!r}; there is {', '.join(own)}")
    value = own[name](**arguments)
    if isinstance(value, dict):
        return {str(key): _finite(part, name) for key, part in value.items()}
    return _finite(value, name)


def _roundtrip(text):
    request = _json.loads(text)
    model = request["model"]
    source = request["source"] if request["do"] == "load" else _models.get(model, (None, ""))[1]
    try:
        if request["do"] == "load":
            value = _load(model, source)
        else:
            value = _call(model, request["name"], request["arguments"])
        return _json.dumps({"ok": True, "value": value})
    except BaseException as error:
        line, column = _place(error, model + "/model.py", source)
        kind = "TypeError" if isinstance(error, _Refused) else type(error).__name__
        message = _short(error.msg if isinstance(error, SyntaxError) else str(error))
        return _json.dumps({"ok": False, "type": kind, "message": message, "line": line, "column": column})
`;

/** The models in a Python that is already open. `close` frees our function in it; the caller ends the Python. */
export function pythonOn(pyodide: PyodideLike): Python {
  const runner = pyodide.runPython(`${PYTHON_RUNNER}\n_roundtrip`);
  if (!isRunner(runner)) throw new TypeError("Python gave no function back for the runner. Is this Pyodide?");
  return pythonBy(
    (request) => runner(request),
    () => runner.destroy?.(),
  );
}

/** A Python behind a function that carries a request to `_roundtrip` and its answer back. */
export function pythonBy(ask: (request: string) => string, close: () => void): Python {
  const send = (request: PythonRequest) => {
    const answer = JSON.parse(ask(JSON.stringify(request))) as PythonAnswer;
    if (!answer.ok) throw new PythonError(request.model, answer);
    return answer.value;
  };
  const call = (model: string, name: string, args: ModelArguments) => {
    checkFinite(model, name, args);
    return send({ do: "call", model, name, arguments: args });
  };
  return {
    load: (model, source) => void send({ do: "load", model, source }),
    call: (model, name, args) => {
      const value = call(model, name, args);
      if (typeof value === "number") return value;
      throw new PythonError(model, failure(`${name}() returned a dictionary, want a number`));
    },
    parts: (model, name, args) => {
      const value = call(model, name, args);
      if (typeof value === "object" && value !== null) return value;
      throw new PythonError(model, failure(`${name}() returned a number, want a dictionary`));
    },
    close,
  };
}

interface Runner {
  (request: string): string;
  readonly destroy?: () => void;
}

function isRunner(value: unknown): value is Runner {
  return typeof value === "function";
}

/** JSON has no NaN and no infinity: they would reach Python as None. */
function checkFinite(model: string, name: string, args: ModelArguments): void {
  for (const [key, value] of Object.entries(args)) {
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw new PythonError(model, failure(`${name}(): argument ${key} is ${value}, want a finite number`));
    }
  }
}

function failure(message: string): Omit<PythonFailure, "ok"> {
  return { type: "TypeError", message, line: null, column: null };
}
