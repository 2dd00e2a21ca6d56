/** One run of a model's text: taken in, then called for every argument set. */
import { PythonError } from "../../engine/papers/python.ts";
import type { Python } from "../../engine/papers/python.ts";

/** One call of a function of a paper's model.py. */
export interface ModelCall {
  readonly paper: string;
  readonly function: string;
  readonly arguments: Readonly<Record<string, number | string>>;
}

export interface Evaluation {
  readonly name: string; // "firefly": the model is called that in messages
  readonly source: string | null; // null for the one that was taken in before
  readonly calls: readonly ModelCall[];
}

/** A fault of a text, and its place. Lines and columns count from 1; null where Python names none. */
export interface ModelProblem {
  readonly type: string; // "NameError"
  readonly detail: string;
  readonly line: number | null;
  readonly column: number | null;
}

export type Outcome =
  | { readonly tag: "values"; readonly values: readonly number[] } // in the order of the calls
  | { readonly tag: "problem"; readonly problem: ModelProblem };

/** Never throws for what the text does; anything else that goes wrong is thrown. */
export function evaluate(python: Python, { name, source, calls }: Evaluation): Outcome {
  try {
    if (source !== null) python.load(name, source);
    return { tag: "values", values: calls.map((call) => python.call(name, call.function, call.arguments)) };
  } catch (error) {
    if (!(error instanceof PythonError)) throw error;
    const { type, detail, line, column } = error;
    return { tag: "problem", problem: { type, detail, line, column } };
  }
}
