/** The link to a run that answers a question. It needs no description of the experiment: the palette has none. */
import { placeAt, withKeys } from "../link-table.ts";
import { hashOf } from "../location.ts";
import type { AnsweringRun } from "./types.ts";

/** @param id of the question: the bench shows it with its answer */
export function answeringHref({ experiment, set, faults = [] }: AnsweringRun, id: string): string {
  const parameters = Object.entries(set).map(([key, value]) => [key, String(value)]);
  const { path } = placeAt("bench", [experiment]);
  return hashOf(
    withKeys<"bench">({ path, query: new URLSearchParams(parameters).toString() }, { fault: faults, asked: id }),
  );
}
