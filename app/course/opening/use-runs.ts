/** The runs of the opening, made by the engine and kept: the two of the story, and what the reader makes of them. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { Run } from "../../../engine/experiments/types.ts";
import { tellLost } from "../../hand/lost.ts";
import { messageOf } from "../../words/message-of.ts";
import { EngineClient } from "../../workers/engine-client.ts";
import { keyOf, LOST, setupOf, UNHARMED } from "./call.ts";
import type { Change } from "./call.ts";
import { tell } from "./tale.ts";
import type { Tale } from "./tale.ts";

export interface Told {
  readonly run: Run;
  readonly tale: Tale;
}

export interface Runs {
  /** Undefined until it has come. */
  readonly of: (change: Change) => Told | undefined;
  /** The run that the reader wants; until it has come, the one before it. */
  readonly latest: Told | undefined;
  readonly failure: string | null;
  /** Runs what failed once more. */
  readonly again: () => void;
}

/** @param wanted by the reader; while one run is made, only the newest wish waits */
export function useRuns(wanted: Change): Runs {
  const client = useMemo(() => new EngineClient(), []);
  const [runs, setRuns] = useState<ReadonlyMap<string, Told>>(new Map());
  const [failure, setFailure] = useState<string | null>(null);
  const [latest, setLatest] = useState(keyOf(wanted));
  if (latest !== keyOf(wanted) && runs.has(keyOf(wanted))) setLatest(keyOf(wanted));
  const isBusy = useRef(false);
  useEffect(() => () => client.cancel(), [client]);
  const next = [UNHARMED, LOST, wanted].find((change) => !runs.has(keyOf(change)));
  useEffect(() => {
    if (next === undefined || isBusy.current || failure !== null) return;
    isBusy.current = true;
    const run = async (): Promise<Told> => {
      const made = await client.run({ ...(await setupOf(next)), keepCalls: 1 });
      return { run: made, tale: tell(made.trace) };
    };
    const put = (told: Told): void => setRuns((before) => new Map(before).set(keyOf(next), told));
    const fail = (error: unknown): void => {
      setFailure(messageOf(error));
      tellLost();
    };
    run()
      .finally(() => {
        isBusy.current = false;
      })
      .then(put, fail);
  }, [client, next, failure]);
  return {
    of: (change) => runs.get(keyOf(change)),
    latest: runs.get(latest),
    failure,
    again: () => setFailure(null),
  };
}
