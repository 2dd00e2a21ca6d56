/** The fault script as the page meets it: a line typed, a line made at a packet, the lines of a link. */
import { FaultError, formatFault, parseFault, parseScript, type PacketKind } from "../../engine/faults/index.ts";

type FaultResult = { readonly lines: readonly string[] } | { readonly problem: string };

type Kinds = readonly PacketKind[];

/** Shown to somebody who has not written a line yet. @param kinds of the experiment’s packets */
export function faultExamples([asked = "call", answer = asked]: Kinds): readonly [string, string, string] {
  return [`drop ${asked}#2`, `delay ${answer}#1 by 5ms`, "lose 1% of packets"];
}

/**
 * The lines that `read` gives, or the sentence that says why the text means nothing. Other errors are our mistakes, and
 * are thrown on.
 */
function attempt(read: () => readonly string[]): FaultResult {
  try {
    return { lines: read() };
  } catch (error) {
    if (error instanceof FaultError) return { problem: error.message };
    throw error;
  }
}

/** The script with one more line, all in canonical form; a problem where they cannot be meant, or not together. */
export const withFault = (script: readonly string[], text: string, kinds: Kinds): FaultResult =>
  attempt(() => parseScript([...script, text], { kinds }).map(formatFault));

/** What is wrong with a fault that is not taken over. */
export const leftOut = (problem: string): string =>
  `${problem}${problem.endsWith(".") ? "" : "."} This fault is left out.`;

/** The lines that can stand together, in order, and what is wrong with the others. */
export function readScript(
  texts: readonly string[],
  kinds: Kinds,
): {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const readable = texts.flatMap((text) => {
    const one = attempt(() => [formatFault(parseFault(text, { kinds }))]);
    if ("problem" in one) problems.push(one.problem);
    return "lines" in one ? one.lines : [];
  });
  const whole = attempt(() => parseScript(readable, { kinds }).map(formatFault));
  if ("lines" in whole) return { lines: whole.lines, problems };
  let lines: readonly string[] = [];
  for (const text of readable) {
    const longer = withFault(lines, text, kinds);
    if ("lines" in longer) lines = longer.lines;
    else problems.push(longer.problem);
  }
  return { lines, problems };
}
