/** What decides a checkpoint, measured while the reader changes things: nobody need submit to see how far it is. */
import { useEffect, useMemo, useState } from "react";
import { measureNow } from "../../../lessons/judge.ts";
import type { Attempt, BoundResult, RunEngine } from "../../../lessons/judge.ts";
import type { CheckpointPart } from "../../../lessons/types.ts";
import { useBench, useBenchStore } from "../../lab/context.ts";
import { presentRun } from "../../lab/store.ts";
import type { BenchStore } from "../../lab/store.ts";
import { setupKey } from "../../setup/setup.ts";
import { useLesson } from "../context.ts";

interface Live {
  readonly results: Readonly<Record<string, readonly BoundResult[]>>; // by part
  /** Whether the reader has changed something since they were measured. */
  readonly isOld: boolean;
}

/** The reader may still be turning a number. */
const REST_MS = 250;
const NOTHING = { results: {} as Live["results"], asked: "" };

/** Each run once; the one on the stage is there already. */
function remembering(store: BenchStore, run: RunEngine): RunEngine {
  const known = new Map<string, Awaited<ReturnType<RunEngine>>>();
  return async (asked) => {
    const key = `${setupKey(asked)} ${asked.search ?? ""}`;
    const there = asked.search === undefined ? presentRun({ work: store.getState().work, setup: asked }) : null;
    const measures = known.get(key) ?? there?.measures ?? (await run(asked));
    known.set(key, measures);
    return measures;
  };
}

/** @param attemptOf what would be submitted now */
export function useLive(parts: readonly CheckpointPart[], attemptOf: (part: CheckpointPart) => Attempt): Live {
  const store = useBenchStore();
  const { live: run } = useLesson();
  const measures = useMemo(() => remembering(store, run), [store, run]);
  const running = useBench((bench) => bench.work.tag === "running"); // the stage's run comes first
  const [live, setLive] = useState(NOTHING);
  const asked = JSON.stringify(parts.map(attemptOf));
  useEffect(() => {
    if (running) return;
    let gone = false;
    const measure = async (): Promise<void> => {
      const attempts = JSON.parse(asked) as readonly Attempt[];
      for (const [i, part] of parts.entries()) {
        const attempt = attempts[i];
        if (gone || attempt === undefined) return;
        const results = await measureNow(part, attempt, measures);
        if (!gone) setLive((before) => ({ ...before, results: { ...before.results, [part.id]: results } }));
      }
      if (!gone) setLive((before) => ({ ...before, asked }));
    };
    // A run that fails, or that newer work ends, tells nothing: what is submitted says why it fails.
    const timer = window.setTimeout(() => void measure().catch(() => undefined), REST_MS);
    return () => {
      gone = true;
      window.clearTimeout(timer);
    };
  }, [parts, asked, running, measures]);
  return { results: live.results, isOld: running || live.asked !== asked };
}
