/**
 * The language of faults, for code that runs a script. A run without faults does not need it, so its file can be
 * fetched later: `eager.ts` loads it at once, the page's worker loads it with the first run that has a fault.
 */
import { NO_FAULTS, type Script } from "./fate.ts";
import type { Fault } from "./fault.ts";
import type { parseScript } from "./parse-script.ts";
import type { formatFault } from "./text.ts";

interface Language {
  readonly parseScript: typeof parseScript;
  readonly formatFault: typeof formatFault;
  readonly scriptOf: (faults: readonly Fault[]) => Script;
}

let here: Language | null = null;

export function takeInLanguage(language: Language): void {
  here = language;
}

function language(): Language {
  if (here === null)
    throw new Error("faults: the language of faults is not here. Take it in before a run with faults.");
  return here;
}

/** Reads a fault from every line. Throws FaultError for the first that cannot be meant. */
export const readFaults = (...[lines, vocabulary]: Parameters<typeof parseScript>): readonly Fault[] =>
  lines.length === 0 ? [] : language().parseScript(lines, vocabulary);

/** The script of a new run, of faults as `readFaults` gives them. */
export const scriptOf = (faults: readonly Fault[]): Script =>
  faults.length === 0 ? NO_FAULTS : language().scriptOf(faults);

/** The canonical text. */
export const faultText = (fault: Fault): string => language().formatFault(fault);
