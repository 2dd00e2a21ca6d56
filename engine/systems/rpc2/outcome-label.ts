/** How the trace says what has become of a server that was called, by what its client knows; and how that is read. */
export type CallOutcome = "told" | "given up";

/** "server3 is told". */
export const outcomeLabel = (machine: string, outcome: CallOutcome): string => `${machine} is ${outcome}`;

/** The machine that a label speaks of, and what it says of it; null for a label that says something else. */
export function readOutcome(label: string): { readonly machine: string; readonly outcome: CallOutcome } | null {
  const found = /^(server\d+) is (told|given up)$/.exec(label);
  return found === null ? null : { machine: found[1] ?? "", outcome: found[2] as CallOutcome };
}
