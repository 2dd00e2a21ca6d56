/** Mistakes in the code of an experiment: its description, its run or its ends. They are not the lab’s. */

/** Thrown by those who are told of a run as it goes on, to end it: no mistake of the run. */
export class RunEnded extends Error {}

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

/**
 * Does what the code of an experiment does. Throws CodeMistake where that throws.
 * @param passes errors of a reader’s, such as a fault script that cannot be read
 */
export function byCodeOf<Result>(
  id: string,
  work: () => Result,
  passes: (error: unknown) => boolean = () => false,
): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof CodeMistake || error instanceof RunEnded || passes(error)) throw error;
    throw new CodeMistake(id, error);
  }
}
