import { useEffect, useState } from "react";
import type { Push } from "../../../lessons/types.ts";
import { useBench } from "../../lab/context.ts";
import { setupKey } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { EngineClient } from "../../workers/engine-client.ts";
import { savingsOf } from "./savings.ts";
import type { Savings } from "./savings.ts";

/** Runs a setup once, and remembers its time in µs. An engine of its own: runs of a checkpoint are not ended by it. */
function timing(measure: string) {
  const client = new EngineClient();
  const known = new Map<string, number>();
  return {
    timeOf: async (setup: Setup): Promise<number> => {
      const key = setupKey(setup);
      const before = known.get(key);
      if (before !== undefined) return before;
      const { measures } = await client.run({ ...setup, keepCalls: 1 });
      const time = 1000 * Number(measures[measure]?.value ?? NaN);
      known.set(key, time);
      return time;
    },
    stop: () => client.cancel(),
  };
}

/** Of the setup on the stage, or of the last one whose runs are there; null before the first. */
export function useSavings(push: Push): Savings | null {
  const setup = useBench((bench) => bench.setup);
  const [savings, setSavings] = useState<Savings | null>(null);
  const [{ timeOf, stop }] = useState(() => timing(push.measure));
  useEffect(() => stop, [stop]);
  useEffect(() => {
    let gone = false;
    savingsOf(setup, push, timeOf).then(
      (found) => {
        if (!gone) setSavings(found);
      },
      () => undefined, // newer work ended a run; what is shown stays
    );
    return () => {
      gone = true;
    };
  }, [setup, push, timeOf]);
  return savings;
}
