/**
 * A Python of the reader's own: it runs the text of the editor and nothing else, so that it can be ended at any moment
 * and no text can touch the values that the page computes from the papers' models.
 */
import { pythonOn } from "../../engine/papers/python.ts";
import type { PyodideLike, Python } from "../../engine/papers/python.ts";
import { countBytes } from "../workers/count-bytes.ts";
import { expose } from "../workers/remote.ts";
import { evaluate } from "./evaluate.ts";
import type { Evaluation, Outcome } from "./evaluate.ts";

interface PyodideModule {
  readonly loadPyodide: (options: {
    readonly indexURL: string;
    readonly stdout: () => void;
    readonly stderr: () => void;
  }) => Promise<PyodideLike>;
}

let python: Python | null = null;

const silent = (): void => undefined; // what a model prints goes nowhere

const models = {
  async open(indexUrl: string, onBytes: (bytes: number) => void): Promise<void> {
    countBytes(onBytes);
    const { loadPyodide } = (await import(/* @vite-ignore */ `${indexUrl}pyodide.mjs`)) as PyodideModule;
    python = pythonOn(await loadPyodide({ indexURL: indexUrl, stdout: silent, stderr: silent }));
  },

  evaluate(evaluation: Evaluation): Outcome {
    if (python === null) throw new Error("model worker: asked to evaluate before open() was done");
    return evaluate(python, evaluation);
  },
};

export type ModelWorker = typeof models;
expose(models);
