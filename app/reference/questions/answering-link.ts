/** The link to a run that answers a question. It needs no description of the experiment: the palette has none. */
import { placeAt, withKeys } from "../../setup/link-table.ts";
import { hashOf } from "../../setup/location.ts";
import type { AnsweringRun } from "./types.ts";

export function answeringHref({ experiment, set, faults = [] }: AnsweringRun): string {
  const parameters = Object.entries(set).map(([key, value]) => [key, String(value)]);
  const { path } = placeAt("bench", [experiment]);
  return hashOf(withKeys<"bench">({ path, query: new URLSearchParams(parameters).toString() }, { fault: faults }));
}
