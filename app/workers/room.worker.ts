/**
 * Python in the room. It has the files that it was handed and no way to any other: its content policy, that of the
 * room's page, allows no connection. The build bundles this file by itself (app/build/room.ts) and the page puts
 * Pyodide's script behind it, which gives the name Pyodide.
 */
import { pythonOn } from "../../engine/papers/python.ts";
import type { Python, PyodideLike } from "../../engine/papers/python.ts";
import { evaluate } from "./evaluate.ts";
import type { Evaluation } from "./evaluate.ts";
import type { Handed } from "./room-frame.ts";

declare const Pyodide: {
  readonly createPyodideModule: unknown;
  readonly loadPyodide: (
    options: Readonly<Record<string, unknown>>,
  ) => Promise<PyodideLike & { readonly _module: EmscriptenModule }>;
};

/** Pyodide asks for its files by an address. No request is made of it. */
const NOWHERE = "https://room.invalid/";

async function open(files: Handed["files"]): Promise<Python> {
  const asked: Readonly<Record<string, Response>> = {
    "pyodide.asm.wasm": new Response(files["pyodide.asm.wasm"], { headers: { "Content-Type": "application/wasm" } }),
    "python_stdlib.zip": new Response(files["python_stdlib.zip"]),
  };
  const plain = globalThis.fetch;
  globalThis.fetch = (address) => {
    const { href } = address instanceof URL ? address : new URL("", NOWHERE); // Pyodide asks by URL
    const response = asked[href.slice(NOWHERE.length)];
    return response === undefined ? Promise.reject(new TypeError("There is no such file.")) : Promise.resolve(response);
  };
  const silent = (): void => undefined;
  const pyodide = await Pyodide.loadPyodide({
    indexURL: NOWHERE,
    createPyodideModule: Pyodide.createPyodideModule,
    lockFileContents: new TextDecoder().decode(files["pyodide-lock.json"]),
    stdout: silent,
    stderr: silent,
  });
  globalThis.fetch = plain;
  takeScriptsOut(pyodide._module);
  return pythonOn(pyodide);
}

/** The part of Emscripten’s module by which a text finds functions of C: by ctypes, or by their names. */
interface EmscriptenModule {
  readonly LDSO: { readonly loadedLibsByName: { readonly __main__: { readonly exports: object } } };
}

/** Names of functions that run a text as a script. The room’s policy refuses that, and the browser may die of it. */
const RUNS_SCRIPTS = /run_script|load_script/;

function takeScriptsOut(module: EmscriptenModule): void {
  for (const names of [module, module.LDSO.loadedLibsByName.__main__.exports])
    for (const name of Object.keys(names)) if (RUNS_SCRIPTS.test(name)) Reflect.deleteProperty(names, name);
}

// A worker of a text would have this one's policy, and end with it. A text needs none, and no script of another file.
// Pyodide takes a worker that can import scripts for one that it does not support.
for (let scope: object | null = globalThis; scope !== null; scope = Reflect.getPrototypeOf(scope)) {
  for (const name of ["Worker", "importScripts"]) Reflect.deleteProperty(scope, name);
}

let python: Python | null = null;

async function answer(data: unknown): Promise<unknown> {
  if (python !== null) return evaluate(python, data as Evaluation);
  python = await open(data as Handed["files"]);
  return { tag: "open" };
}

/** Kept from before any text runs. */
const tell = globalThis.postMessage.bind(globalThis) as (text: string) => void;

globalThis.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  answer(data)
    .catch((error: unknown) => ({ tag: "failed", message: String(error).slice(0, 1000) }))
    .then((value) => tell(JSON.stringify(value)))
    .catch(() => undefined);
});
