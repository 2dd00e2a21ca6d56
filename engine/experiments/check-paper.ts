/** Whether a description fits the papers; whoever puts all together checks it, so that no reader's page has to. */
import { CATALOGUE as PAPERS } from "../papers/catalogue.ts";
import type { Description } from "./types.ts";

/** Throws RangeError where there is no such paper, and where an experiment without one speaks of a paper’s numbers. */
export function checkPaper({ id, paper, answers, charts, models }: Description): void {
  if (paper !== null) {
    if (PAPERS.some((one) => one.id === paper)) return;
    const known = PAPERS.map((one) => one.id).join(", ");
    throw new RangeError(
      `${id}: there is no paper "${paper}"; there is ${known}, or null for an experiment without one.`,
    );
  }
  const ofPapers = charts.flatMap(({ points, models: curves = [], lost }) => [...points, ...curves, lost ?? []].flat());
  if (answers.length + models.length + ofPapers.length === 0) return;
  throw new RangeError(
    `${id}: it has no paper, so it can have no answers, no models and no published points or curves.`,
  );
}
