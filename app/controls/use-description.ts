import { use } from "react";
import { familyOf } from "../../engine/experiments/family.ts";
import { loadFamily } from "../../engine/experiments/load.ts";
import { findDescription } from "../../engine/experiments/lookup.ts";
import type { Description } from "../../engine/experiments/types.ts";
import { hereOrFetched } from "./fetched-once.ts";

/** The description of an experiment; suspends until it is here. Throws RangeError where there is no such experiment. */
export function useDescription(id: string): Description {
  const family = familyOf(id);
  use(hereOrFetched(findDescription(id) !== undefined, `family ${family}`, () => loadFamily(family)));
  const found = findDescription(id);
  if (found === undefined) throw new RangeError(`experiments: there is no ${JSON.stringify(id)}.`);
  return found;
}
