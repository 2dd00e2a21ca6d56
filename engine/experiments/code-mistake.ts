/** Mistakes in the code of an experiment: its description, its run or its ends. They are not the lab’s. */
import { WireError } from "../wire/error.ts";

/** One line: whose code it is, and what it did wrong. The error that it threw is the cause. */
export class CodeMistake extends Error {
  override readonly name = "CodeMistake";
  readonly sentence: string;

  /** @param of the experiment, and what of it: "vmtp/call", "vmtp/call with bytes=8 and seed 3" */
  constructor(of: string, cause: unknown) {
    const said = cause instanceof Error ? cause.message : String(cause);
    const sentence = cause instanceof CodeMistake ? cause.sentence : withoutName(of, said);
    super(`a mistake in the code of ${of}: ${sentence}`, { cause });
    this.sentence = sentence;
  }
}

/** Sentences about an experiment begin with its name. */
const withoutName = (id: string, said: string): string =>
  said.startsWith(`${id}: `) ? said.slice(id.length + 2) : said;

/** What code throws that is wrong. Errors of other classes mean something to those who wait for them. */
const OF_CODE: readonly unknown[] = [Error, RangeError, TypeError, ReferenceError, SyntaxError, WireError];

/**
 * Does what the code of an experiment does. Throws CodeMistake where that fails. What a reader wrote wrongly, such as a
 * fault script, and what ends a run from outside have errors of classes of their own, and pass.
 */
export function byCodeOf<Result>(id: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof Error && OF_CODE.includes(error.constructor) ? new CodeMistake(id, error) : error;
  }
}
