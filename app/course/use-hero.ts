/** The runs of the hero: an empty call, and the same with whatever was lost; made by the engine, kept by faults. */
import { useEffect, useMemo, useState } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import { loadDescription } from "../../engine/experiments/load.ts";
import { defaultSetup } from "../setup/setup.ts";
import { Cancelled, EngineClient } from "../workers/engine-client.ts";

const HERO = "firefly/null";

type HeroRun = Run | "running" | { readonly failure: string };

interface HeroCall {
  readonly run: HeroRun;
  /** The call without faults; null until it has run. */
  readonly whole: Run | null;
  /** Runs what failed once more. */
  readonly again: () => void;
}

/** @param faults lines of a fault script */
export function useHero(faults: readonly string[]): HeroCall {
  const client = useMemo(() => new EngineClient(), []);
  const [runs, setRuns] = useState<Readonly<Record<string, HeroRun>>>({});
  const [tries, setTries] = useState(0);
  const key = faults.join("\n");
  useEffect(() => () => client.cancel(), [client]);
  useEffect(() => {
    const put = (run: HeroRun): void => setRuns((before) => ({ ...before, [key]: run }));
    const run = async (): Promise<Run> => {
      const { parameters, seed } = defaultSetup(await loadDescription(HERO));
      const faulted = key === "" ? [] : key.split("\n");
      const request = { experiment: HERO, parameters: { ...parameters, calls: 1 }, seed, faults: faulted };
      return client.run({ ...request, keepCalls: 1 });
    };
    run().then(put, (error: unknown) => {
      if (!(error instanceof Cancelled)) put({ failure: error instanceof Error ? error.message : String(error) });
    });
  }, [client, key, tries]);
  const again = (): void => {
    setRuns({});
    setTries(tries + 1);
  };
  const whole = runs[""];
  const isRun = whole !== undefined && whole !== "running" && !("failure" in whole);
  return { run: runs[key] ?? "running", whole: isRun ? whole : null, again };
}
