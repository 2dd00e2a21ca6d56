/** How the runs of an experiment show what their protocol did. */
import { EXPLORABLES } from "./all-explorables.ts";
import type { Explorable } from "./explorable.ts";
import { familyOf } from "./family.ts";
import type { AnyEnds } from "../protocols/ends.ts";
import type { ParamValues, Run } from "./types.ts";

/** Some set-ups have hosts that no search follows: their ends say so by an error. */
function endsOf({ ends }: Explorable, parameters: ParamValues): AnyEnds | null {
  try {
    const found = ends(parameters);
    return found.hosts.length > 0 ? found : null;
  } catch {
    return null;
  }
}

/** The words of its own ends, or else of its family’s; null where neither follows such a run. */
export function shownBy(
  { experiment, parameters }: Pick<Run, "experiment" | "parameters">,
  all: readonly Explorable[] = EXPLORABLES,
): AnyEnds | null {
  const own = all.filter(({ experiments }) => experiments.includes(experiment));
  const others = all.filter(({ experiments }) => experiments.some((one) => familyOf(one) === familyOf(experiment)));
  for (const explorable of [...own, ...others]) {
    const found = endsOf(explorable, parameters);
    if (found !== null) return found;
  }
  return null;
}
