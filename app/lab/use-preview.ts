/** The run of the place where a hand holds something: shown while it is held, and until the lab has the same run. */
import { useEffect, useRef, useState } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import { Cancelled, EngineClient } from "../workers/engine-client.ts";
import { KEPT_CALLS, setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { useBench, useBenchStore } from "./context.ts";
import { notify } from "./store.ts";
import { messageOf } from "../words/message-of.ts";

interface Previewed {
  readonly setup: Setup;
  readonly run: Run;
}

interface Preview {
  /** Null where the run of the bench is shown. */
  readonly run: Run | null;
  readonly setup: Setup;
  /** Whether the run of the place has yet to come. */
  readonly late: boolean;
  readonly show: (setup: Setup | null) => void;
}

export function usePreview(): Preview {
  const store = useBenchStore();
  const setup = useBench((state) => state.setup);
  const shownKey = useBench((state) => state.shown?.key ?? null);
  const [wish, setWish] = useState<Setup | null>(null);
  const [had, setHad] = useState<Previewed | null>(null);
  const latest = useRef<Setup | null>(null);
  const engine = useRef<EngineClient | null>(null);
  useEffect(() => () => engine.current?.cancel(), []);
  const show = (next: Setup | null): void => {
    const wanted = next !== null && setupKey(next) !== setupKey(setup) ? next : null;
    const isSame = wanted !== null && latest.current !== null && setupKey(latest.current) === setupKey(wanted);
    if (isSame || (wanted === null && latest.current === null)) return;
    latest.current = wanted;
    setWish(wanted);
    if (wanted === null) return setHad(null);
    engine.current ??= new EngineClient();
    engine.current
      .run({ ...wanted, keepCalls: KEPT_CALLS, openingCalls: undefined })
      .then((run) => setHad({ setup: wanted, run }))
      .catch((error: unknown) => {
        if (!(error instanceof Cancelled)) notify(store, { kind: "problem", text: messageOf(error) });
      });
  };
  // What was let go is the bench’s own setup now: its run may be on its way still.
  const isLetGo = wish !== null && setupKey(wish) === setupKey(setup);
  const isThere = isLetGo && shownKey === setupKey(setup);
  useEffect(() => {
    if (!isThere) return;
    latest.current = null;
    setWish(null);
    setHad(null);
  }, [isThere]);
  const isShown = had !== null && wish !== null && !isThere;
  const late = wish !== null && !isThere && (had === null || setupKey(had.setup) !== setupKey(wish));
  return { run: isShown ? had.run : null, setup: isShown ? had.setup : setup, late, show };
}
