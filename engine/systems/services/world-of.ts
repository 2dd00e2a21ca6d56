/** How every system of this folder comes to a run: its world, its parts, the machines of its script, its end. */
import type { Fault } from "../../faults/fault.ts";
import type { Keep } from "../../kernel/trace-keep.ts";
import { runWorld, type RunParts, type WorldRun } from "../world/world-run.ts";
import { World } from "../world/world.ts";

export interface ServicesRequest {
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly keep: Keep;
  readonly progress?: (share: number) => void;
}

/**
 * Runs a system in a world of its own.
 * @param parts puts the system into the world, and says what is left to ask when it has run
 */
export function runServices<Counted>(
  { faults, keep, seed }: ServicesRequest,
  parts: (world: World) => RunParts & { readonly counted: () => Counted },
): WorldRun & Counted {
  const world = new World({ faults, keep, seed, garbles: true });
  const { counted, ...system } = parts(world);
  world.scheduleMachineEvents();
  const done = runWorld(world, system);
  return { ...done, ...counted() };
}
