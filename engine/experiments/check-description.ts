/** Whether a description can be meant. `npm run catalogues`, the lab and a test ask, so no reader’s page has to. */
import { present } from "../kernel/items.ts";
import { CATALOGUE as PAPERS } from "../papers/catalogue.ts";
import { isMachineName } from "../faults/fault.ts";
import { allowedText, readValue } from "./parameters.ts";
import type { Description, ParamValue } from "./types.ts";
import { UNITS } from "./unit-text.ts";

/**
 * Throws RangeError where there is no such paper, where an experiment without one speaks of a paper’s numbers, for a
 * unit that nobody knows, a default or a value of a sweep or a chart’s series that its parameter does not allow, and a
 * name of no parameter or measure.
 */
export function checkDescription(description: Description): void {
  checkPaper(description);
  const { id, params, measures } = description;
  for (const [key, param] of Object.entries(params)) {
    if (param.kind === "number") checkUnit(`${id}: the parameter ${key}`, param.unit);
    if (readValue(param, String(param.default)) === null)
      throw new RangeError(`${id}: the default of ${key} is ${param.default}, want ${allowedText(param)}.`);
  }
  for (const [key, { unit }] of Object.entries(measures)) checkUnit(`${id}: the measure ${key}`, unit);
  checkNames(description);
  const { mustRun } = description;
  if (mustRun !== undefined && !isMachineName(mustRun))
    throw new RangeError(`${id}: mustRun is "${mustRun}", want the name of a machine, such as client.`);
}

/** The compiler says the same, where it is asked. */
function checkNames({ id, params, measures, sweep, charts }: Description): void {
  const need = (what: string, name: string, known: object): void => {
    if (Object.hasOwn(known, name)) return;
    throw new RangeError(`${id}: ${what} is "${name}", want one of ${Object.keys(known).join(", ")}.`);
  };
  const sweeps = [sweep, ...present(charts, (chart) => chart.sweep)];
  const allow = (what: string, name: string, value: ParamValue | undefined): void => {
    const param = params[name];
    if (param === undefined || readValue(param, String(value)) !== null) return;
    throw new RangeError(`${id}: ${what} has ${name} ${String(value)}, want ${allowedText(param)}.`);
  };
  for (const { over, values, fixed = {} } of sweeps) {
    for (const name of [over, ...Object.keys(fixed)]) need("a parameter of its sweep", name, params);
    for (const value of values) allow(`the sweep over ${over}`, over, value);
    for (const [name, value] of Object.entries(fixed)) allow(`the sweep over ${over}`, name, value);
  }
  for (const { y, series } of charts) {
    need("the measure of a chart", y, measures);
    if (series === undefined) continue;
    const { parameter, values } = series;
    need("the parameter of a chart’s series", parameter, params);
    for (const value of values) allow(`the chart of ${y}`, parameter, value);
  }
  for (const [key, { atMost }] of Object.entries(measures))
    if (atMost !== undefined) need(`the parameter that ${key} never exceeds`, atMost, params);
  for (const [key, { needs, only }] of Object.entries(params)) {
    for (const name of Object.keys(needs?.with ?? {})) need(`a parameter that ${key} needs`, name, params);
    if (only !== undefined) need(`the parameter of ${key}’s \`only\``, only.parameter, params);
  }
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
