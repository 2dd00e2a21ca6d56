/** A bench reads the experiments that it shows as it draws, so those of its address have to be here first. */
import { familyOf } from "../../engine/experiments/family.ts";
import { loadFamily } from "../../engine/experiments/load.ts";
import { loadPaperOf } from "../../engine/papers/load.ts";
import { useDescription } from "../controls/use-description.ts";
import { pinnedPaths } from "../setup/pins.ts";
import type { PagePlace } from "../setup/location.ts";
import { listedAt } from "../setup/link.ts";

/** Fetches what the bench of a place begins with. Rejects where it does not come. */
export async function experimentsAhead(place: PagePlace): Promise<void> {
  const listed = listedAt(place);
  await Promise.all([loadFamily(familyOf(listed.id)), loadPaperOf(listed)]);
}

/** Suspends until the experiments of a place are here: its own, and those of the runs that it pins. */
export function useExperimentsHere({ path, query }: PagePlace): void {
  for (const one of [path, ...pinnedPaths(new URLSearchParams(query))]) useDescription(listedAt({ path: one }).id);
}
