/**
 * Counts how often the reader's 80 % intervals caught the truth. It gives no marks; it shows how far the reader's
 * certainty can be trusted.
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
  const intervals = first.filter(({ form }) => form === "number");
  return {
    caught: intervals.filter(({ right }) => right).length,
    given: intervals.length,
    noIdea: first.filter(({ form }) => form === "none").length,
  };
}

export function ledgerText({ caught, given, noIdea }: Ledger): string {
  const intervals =
    given === 0
      ? "No interval committed yet."
      : `${caught} of ${given} of your 80\u202f% intervals contain the true value.`;
  return noIdea === 0 ? intervals : `${intervals} ${noIdea} time${noIdea === 1 ? "" : "s"} you had no idea.`;
}
