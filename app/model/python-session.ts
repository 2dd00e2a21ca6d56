/**
 * The page's side of the reader's Python: opens it when first needed, tells how much has come, and ends it where a text
 * runs too long. What comes after starts it anew; its files are then in the browser's cache.
 */
import type { Evaluation, Outcome } from "../workers/evaluate.ts";
import { Ended } from "../workers/read-answer.ts";
import { PythonRoom } from "../workers/room.ts";

/** Longer than any of the papers' models takes by a factor of a hundred. */
const LONGEST_SECONDS = 5;

/** The text ran longer than it may and was ended. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** A Python, as the session needs it. */
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
  constructor(start: () => Interpreter = startRoom, longestMs = LONGEST_SECONDS * 1000) {
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
      return await Promise.race([
        python.interpreter.evaluate(evaluation).catch((error: unknown) => this.#ended(python, error)),
        late,
      ]);
    } finally {
      clearTimeout(timer);
    }
  }

  #ended(python: Opened, error: unknown): never {
    if (this.#python === python) this.close();
    const why = error instanceof Ended ? error.message : "Your text ended Python itself.";
    throw new Stopped(`${why} The next run starts Python again.`);
  }

  close(): void {
    this.#python?.interpreter.end();
    this.#python = null;
  }
}

function startRoom(): Interpreter {
  let room: PythonRoom | null = null;
  return {
    open: (onBytes) => (room = new PythonRoom(onBytes)).opened,
    evaluate: (evaluation) => room?.evaluate(evaluation) ?? Promise.reject(new Ended("Python is not there.")),
    end: () => room?.end(),
  };
}
