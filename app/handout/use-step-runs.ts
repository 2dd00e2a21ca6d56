/** The runs of a lesson’s steps, made one after the other as the stage would make them. */
import { useEffect, useState } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import type { Lesson, Shown, Step } from "../../lessons/types.ts";
import { setupOf } from "../lesson/stage-state.ts";
import { KEPT_CALLS } from "../setup/setup.ts";
import { Cancelled, EngineClient } from "../workers/engine-client.ts";
import { messageOf } from "../words/message-of.ts";

/** Figures that are no timeline of one call: these steps have none on paper. */
const NO_CALL: ReadonlySet<Shown> = new Set<Shown>([
  ...(["chart", "crowd", "distribution"] as const),
  ...(["rules", "specification", "table", "use"] as const),
]);

/** Whether a step is about one call, and nothing of it is covered until a question is answered. */
export const isDrawn = ({ stage, cover }: Step): boolean => !NO_CALL.has(stage.hero) && cover?.after === undefined;

/** What has come so far, by the ids of the steps; null for the lesson of another address. */
export function useStepRuns(lesson: Lesson | null): {
  readonly runs: ReadonlyMap<string, Run>;
  readonly isDone: boolean;
  readonly problem: string | null;
} {
  const [runs, setRuns] = useState<ReadonlyMap<string, Run>>(new Map());
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const client = new EngineClient();
    let isWanted = true;
    const make = async ({ steps }: Lesson): Promise<void> => {
      const known = new Map<string, Run>();
      for (const step of steps.filter(isDrawn)) {
        const request = { ...setupOf(step.stage), keepCalls: Math.max(KEPT_CALLS, step.stage.call ?? 1) };
        const key = JSON.stringify(request);
        const run = known.get(key) ?? (await client.run(request));
        known.set(key, run);
        if (!isWanted) return;
        setRuns((before) => new Map(before).set(step.id, run));
      }
      setDone(true);
    };
    setRuns(new Map());
    setDone(false);
    setProblem(null);
    if (lesson !== null)
      make(lesson).catch((error: unknown) => {
        if (isWanted && !(error instanceof Cancelled)) setProblem(messageOf(error));
      });
    return () => {
      isWanted = false;
      client.cancel();
    };
  }, [lesson]);
  return { runs, isDone, problem };
}
