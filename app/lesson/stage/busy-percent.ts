/** The use of a run's resources. */
import type { Run } from "../../../engine/experiments/types.ts";

/** Share of the run's time, in percent; null where the run has no such resource, or lasted no time. */
export function busyPercent({ resources, elapsedNs }: Run, resource: string): number | null {
  const busy = resources[resource]?.busyNs;
  return busy === undefined || elapsedNs <= 0 ? null : (100 * busy) / elapsedNs;
}
