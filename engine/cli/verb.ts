/** A verb: its table of operands and flags, and a function from arguments to an exit code. */
import type { Arguments, Shape } from "./arguments.ts";
import type { OpenOutFile } from "./out-file.ts";

/** The reason that ends long work early: a signal, or a reader of standard output who has gone. */
export interface Stop {
  readonly why: string; // "interrupted"
  readonly code: number; // the exit code
}

/** The outputs of a verb: text, files, progress. A test passes its own. */
export interface Io {
  readonly out: (text: string) => void; // one line or several, without the last line break
  readonly err: (text: string) => void;
  readonly open: OpenOutFile;
  /** The path of a file that the reader names. */
  readonly path: (name: string) => string;
  /** The words that start this lab from any folder: ["node", "/…/lab.mjs"]. */
  readonly command: readonly string[];
  readonly progress: ((text: string) => void) | null; // where standard error is a terminal: one line, written over
  /**
   * Long work asks between its parts whether it is to end. From the first time on, Ctrl+C no longer ends the process at
   * once; the work does, when it asks again.
   */
  readonly stopped: () => Promise<Stop | null>;
}

export interface Verb extends Shape {
  readonly run: (args: Arguments, io: Io) => number | Promise<number>;
}

/** Shows how far a long piece of work is: on a terminal, or line by line where --progress asks for it. */
export function progressOf(args: Arguments, io: Io): (text: string) => void {
  return io.progress ?? (args.has("progress") ? io.err : () => undefined);
}

/** JSON as the verbs print it: indented, so that it can be read and compared line by line. */
export const printJson = (io: Io, value: unknown): void => io.out(JSON.stringify(value, null, 2));

/** Whether a file that --out names can be written at all: asked before the work. Throws UsageError where it cannot. */
export const checkOut = (io: Io, verb: string, name: string): void => io.open(verb, name).discard();

/** Writes a whole file that --out names. */
export function saveTo(io: Io, verb: string, name: string, content: string | Uint8Array): void {
  const file = io.open(verb, name);
  try {
    file.write(content);
  } catch (error) {
    file.discard();
    throw error;
  }
  file.finish();
}
