/**
 * Counts how often the reader's intervals caught the truth, of those that were given. It gives no marks; it shows how
 * far the reader's certainty can be trusted.
 */
import type { Answers } from "../../record/record.ts";

interface Ledger {
  readonly caught: number;
  readonly given: number;
  readonly noIdea: number;
}

/** Over all lessons. First commitments count; what is answered after a reply does not. */
export function ledgerOf(lessons: Answers["lessons"]): Ledger {
  const first = Object.values(lessons).flatMap(({ log }) => log.filter(({ kind }) => kind === "prediction"));
  const intervals = first.filter(({ caught }) => caught !== null);
  return {
    caught: intervals.filter(({ caught }) => caught === true).length,
    given: intervals.length,
    noIdea: first.filter(({ form }) => form === "none").length,
  };
}

function intervalsText({ caught, given }: Ledger): string {
  if (given === 0) return "You have given no interval yet.";
  if (given === 1) return `Your interval ${caught === 1 ? "contained" : "did not contain"} the true value.`;
  if (caught === given) return `All of your ${given} intervals contained the true value.`;
  return `${caught === 0 ? "None" : caught} of your ${given} intervals contained the true value.`;
}

export function ledgerText(ledger: Ledger): string {
  const { noIdea } = ledger;
  const intervals = intervalsText(ledger);
  return noIdea === 0 ? intervals : `${intervals} You had no idea ${noIdea === 1 ? "once" : `${noIdea} times`}.`;
}
