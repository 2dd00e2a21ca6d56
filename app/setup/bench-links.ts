/** Links to the source of a number: a run on the bench, a function in the model's text. */
import { descriptionsHere } from "../../engine/experiments/lookup.ts";
import type { Description } from "../../engine/experiments/types.ts";
import { withKeys } from "./link-table.ts";
import { hashOf } from "./location.ts";
import { defaultSetup } from "./setup.ts";
import type { Setup } from "./setup.ts";
import { writeLink } from "./write-link.ts";

/** The bench at a setup: opening it makes the run again, and shows the chart of this name. */
export const setupHref = (setup: Setup, chart?: string): string => hashOf(writeLink(setup, undefined, chart));

/** The bench at a setup whose run is lost from a moment on, in ns from its start; undefined where nobody knows one. */
export const lostHref = (setup: Setup, lost: number | undefined): string =>
  hashOf(writeLink(setup, undefined, null, lost));

/** The bench at a setup, with the model's text open at a function. */
export const modelAtHref = (setup: Setup, fn: string): string =>
  hashOf(withKeys<"bench">(writeLink(setup), { model: fn }));

const ofPaper = (paper: string | null): readonly Description[] =>
  descriptionsHere().filter((one) => one.paper === paper);

/** The functions of a paper’s model that some experiment calls; none of no paper. */
export const modelFunctions = (paper: string | null): readonly string[] => [
  ...new Set(
    ofPaper(paper).flatMap(({ models, charts }) =>
      [...models, ...charts.flatMap(({ models: own = [] }) => own)].map((link) => link.function),
    ),
  ),
];

/** A function of a paper's model, beside an experiment that calls it; the model's text where none calls this one. */
export function modelHref(paper: string, fn: string): string {
  const calls = (one: Description, name?: string): boolean =>
    one.models.some((link) => name === undefined || link.function === name);
  const found = ofPaper(paper).find((one) => calls(one, fn)) ?? ofPaper(paper).find((one) => calls(one));
  if (found === undefined) throw new Error(`sources: no experiment shows the model of the paper ${paper}.`);
  return modelAtHref(defaultSetup(found), calls(found, fn) ? fn : (found.models[0]?.function ?? fn));
}
