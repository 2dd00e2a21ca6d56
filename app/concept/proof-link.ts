/** The link to a run that proves a key. */
import { placeAt, withKeys } from "../setup/link-table.ts";
import { hashOf } from "../setup/location.ts";
import type { AnsweringRun } from "../setup/questions/types.ts";

export function proofHref({ experiment, set, faults = [] }: AnsweringRun): string {
  const { path } = placeAt("bench", [experiment]);
  const query = new URLSearchParams(Object.entries(set).map(([key, value]) => [key, String(value)])).toString();
  return hashOf(withKeys<"bench">({ path, query }, { fault: faults }));
}
