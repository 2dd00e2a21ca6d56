/** Whether a description can be meant. `npm run catalogues`, the lab and a test ask, so no reader’s page has to. */
import { CATALOGUE as PAPERS } from "../papers/catalogue.ts";
import type { Description } from "./types.ts";
import { UNITS } from "./unit-text.ts";

/**
 * Throws RangeError where there is no such paper, where an experiment without one speaks of a paper’s numbers, and for
 * a unit that nobody knows.
 */
export function checkDescription(description: Description): void {
  checkPaper(description);
  const { id, params, measures } = description;
  for (const [key, param] of Object.entries(params)) {
    if (param.kind === "number") checkUnit(`${id}: the parameter ${key}`, param.unit);
  }
  for (const [key, { unit }] of Object.entries(measures)) checkUnit(`${id}: the measure ${key}`, unit);
}

function checkUnit(what: string, unit: string): void {
  if (UNITS.includes(unit)) return;
  throw new RangeError(
    `${what} is in ${JSON.stringify(unit)}, want one of ${UNITS.filter((known) => known !== "").join(", ")}, ` +
      'or "" for a plain count. A further unit goes into experiments/unit-text.ts.',
  );
}

function checkPaper({ id, paper, answers, charts, models }: Description): void {
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
