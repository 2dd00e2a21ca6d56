/**
 * A Python of the reader's own: it runs the text of the editor and nothing else, so that it can be ended at any moment
 * and no text can touch the values that the page computes from the papers' models.
 */
import { pythonOn } from "../../engine/papers/python.ts";
import type { Python } from "../../engine/papers/python.ts";
import { openPyodide } from "../workers/open-pyodide.ts";
import { expose } from "../workers/remote.ts";
import { evaluate } from "./evaluate.ts";
import type { Evaluation, Outcome } from "./evaluate.ts";

let python: Python | null = null;

const models = {
  async open(indexUrl: string, onBytes: (bytes: number) => void): Promise<void> {
    python = pythonOn(await openPyodide(indexUrl, onBytes, false));
  },

  evaluate(evaluation: Evaluation): Outcome {
    if (python === null) throw new Error("model worker: asked to evaluate before open() was done");
    return evaluate(python, evaluation);
  },
};

export type ModelWorker = typeof models;
expose(models);
