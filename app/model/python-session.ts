/**
 * The page's side of the reader's Python: opens it when first needed, tells how much has come, and ends it where a text
 * runs too long. What comes after starts it anew; its files are then in the browser's cache.
 */
import { wrap } from "../workers/remote.ts";
import type { Evaluation, Outcome } from "./evaluate.ts";
import type { ModelWorker } from "./model.worker.ts";

/** Longer than any of the papers' models takes by a factor of a hundred. */
const LONGEST_SECONDS = 5;

/** The text ran longer than it may and was ended. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** A Python in a worker, as the session needs it. */
export interface Interpreter {
  /** Resolves when Python is there. */
  readonly open: (onBytes: (bytes: number) => void) => Promise<void>;
  readonly evaluate: (evaluation: Evaluation) => Promise<Outcome>;
  readonly end: () => void;
}

interface Opened {
  readonly interpreter: Interpreter;
  readonly opened: Promise<void>;
  /** Rejects `opened`; does nothing once Python is there. */
  readonly giveUp: () => void;
}

export class PythonSession {
  readonly #start: () => Interpreter;
  readonly #longestMs: number;
  #python: Opened | null = null;

  /** @param start begins a Python; tests give their own */
  constructor(start: () => Interpreter = startWorker, longestMs = LONGEST_SECONDS * 1000) {
    this.#start = start;
    this.#longestMs = longestMs;
  }

  /** Resolves when Python is ready; tells the bytes that have come. Where it rejects, it may be tried again. */
  open(onBytes: (bytes: number) => void): Promise<void> {
    if (this.#python === null) {
      const interpreter = this.#start();
      let giveUp = (): void => undefined;
      const givenUp = new Promise<never>((_, reject) => {
        giveUp = () => reject(new Stopped("Python was not started."));
      });
      const opened = Promise.race([interpreter.open(onBytes), givenUp]);
      opened.catch(() => this.close());
      this.#python = { interpreter, opened, giveUp };
    }
    return this.#python.opened;
  }

  /** Gives up the start: who waits for it gets Stopped. What has come is in the browser's cache. */
  cancel(): void {
    this.#python?.giveUp();
  }

  /**
   * One run at a time: the caller waits for one before it asks for the next. Rejects with Stopped after the limit, and
   * where the text ends Python itself.
   */
  async evaluate(evaluation: Evaluation): Promise<Outcome> {
    const python = this.#python;
    if (python === null) throw new Error("python session: asked to evaluate before open()");
    await python.opened;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.close();
        reject(new Stopped(`Your model ran longer than ${this.#longestMs / 1000} s and was stopped.`));
      }, this.#longestMs);
    });
    try {
      return await Promise.race([python.interpreter.evaluate(evaluation).catch(() => this.#ended()), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #ended(): never {
    this.close();
    throw new Stopped("Your text ended Python itself. The next run starts Python again.");
  }

  close(): void {
    this.#python?.interpreter.end();
    this.#python = null;
  }
}

function startWorker(): Interpreter {
  const worker = new Worker(new URL("./model.worker.ts", import.meta.url), { type: "module", name: "model" });
  const python = wrap<ModelWorker>(worker);
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener("error", (event) => reject(new Error(event.message || "The worker could not start.")));
  });
  failed.catch(() => undefined); // nobody may be waiting when it fails
  return {
    open: (onBytes) => Promise.race([python.open(new URL("pyodide/", document.baseURI).href, onBytes), failed]),
    evaluate: (evaluation) => Promise.race([python.evaluate(evaluation), failed]),
    end: () => worker.terminate(),
  };
}
