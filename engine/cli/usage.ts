/** The end of a command: its exit codes, the error for bad usage, and the line for a mistake in code. */
import { groupsIn, present } from "../kernel/items.ts";
import { CodeMistake } from "../experiments/code-mistake.ts";
import { closestWord } from "../faults/closest-word.ts";

export const DONE = 0;
export const CHECK_FAILED = 1; // the answer is there, and it is no
export const BAD_USAGE = 2;
export const CODE_MISTAKE = 3; // in the lab, or in the experiment

/** Signals that end long work, and the exit codes that shells know for them: 128 and the signal's number. */
export const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Bad usage. The message is one line that names the value, what is allowed and the default. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  /** A word of the reader's that is far too long is cut. */
  constructor(message: string) {
    super(message.replaceAll(LONG_WORD, (word) => `${word.slice(0, SHOWN)}…`));
  }
}

const SHOWN = 100;
const LONG_WORD = new RegExp(`\\S{${2 * SHOWN},}`, "g");

/** "did you mean X?" or the whole list, to stand after a semicolon. */
export function suggestion(word: string, known: readonly string[]): string {
  const meant = closestWord(word, known);
  const all = known.length === 0 ? "there are none" : `there are ${known.join(", ")}`;
  return meant === undefined ? `${all}.` : `did you mean ${meant}? (${all})`;
}

/** The text on one line. */
export const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, " ");

/** A sentence without its full stop, to go on with. */
const endless = (text: string): string => text.replace(/[.]$/, "");

/** The environment variable that asks for the lines of our program which led to a mistake. */
export const STACK = "ROUNDTRIP_STACK";

/** A file of a system in a stack, from the engine's folder on, with the line. */
const FRAME = /[/](engine[/](?:(?:experiments|protocols|systems)[/][^/:]+|hardware|wire)[/][^/:]+:\d+)/;

/**
 * A sentence for an error of code that was loaded: with the place in the file whose own lines were running, where the
 * stack tells one.
 */
export function loadMistake(error: unknown): string {
  const what = oneLine(error instanceof Error ? error.message : String(error));
  const { stack = "" } = error instanceof Error ? error : {};
  const frames = present(stack.split("\n"), (line) => groupsIn(FRAME, line)[1]);
  const [place] = frames.slice(-1);
  if (place === undefined || what.includes(place)) return what;
  return `${place}: ${what}`;
}

/** One line for an error that no reader can cause: it is in the code of an experiment, or in that of the lab. */
export function mistakeText(verb: string, error: unknown): string {
  if (error instanceof CodeMistake) {
    return `lab ${verb}: ${endless(oneLine(error.message))}. ${STACK}=1 before the command shows where in the code.`;
  }
  const what = endless(oneLine(error instanceof Error ? error.message : String(error)));
  return (
    `lab ${verb}: this is our mistake: ${what}. Please report it to those who gave you Roundtrip, with this line, ` +
    `your command, and what it prints with ${STACK}=1 before it.`
  );
}
