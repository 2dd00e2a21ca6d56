/**
 * The papers' models in Python, off the page's thread. Pyodide comes from the files beside the page; nothing of it is
 * fetched before `open` is called.
 */
import { expose } from "comlink";
import { pythonOn } from "../../engine/papers/python.ts";
import type { PyodideLike, Python } from "../../engine/papers/python.ts";
import type { ModelArguments } from "../../engine/papers/types.ts";

const SOURCES = import.meta.glob<string>("../../engine/papers/*/model.py", {
  query: "?raw",
  import: "default",
  eager: true,
});

interface PyodideModule {
  readonly loadPyodide: (options: { readonly indexURL: string }) => Promise<PyodideLike>;
}

let python: Python | null = null;

const models = {
  /** Loads Python from the folder at `indexUrl`, and every paper's model.py into it. */
  async open(indexUrl: string): Promise<void> {
    if (python !== null) return;
    const { loadPyodide } = (await import(/* @vite-ignore */ `${indexUrl}pyodide.mjs`)) as PyodideModule;
    const opened = pythonOn(await loadPyodide({ indexURL: indexUrl }));
    for (const [path, source] of Object.entries(SOURCES)) {
      const paper = /papers\/([^/]+)\/model\.py$/.exec(path)?.[1];
      if (paper !== undefined) opened.load(paper, source);
    }
    python = opened;
  },

  /** Values of some calls of one paper's functions, in order. */
  values(
    calls: readonly { readonly paper: string; readonly function: string; readonly arguments: ModelArguments }[],
  ): number[] {
    const opened = python;
    if (opened === null) throw new Error("python worker: asked for a model before open() was done");
    return calls.map((call) => opened.call(call.paper, call.function, call.arguments));
  },
};

export type PythonWorker = typeof models;
expose(models);
