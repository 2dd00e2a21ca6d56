/** The runs behind a lesson’s figures on paper, made one after the other as the stage would make them. */
import { useEffect, useState } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import type { Lesson, Step } from "../../lessons/types.ts";
import type { ChartData } from "../chart/data.ts";
import { setupOf } from "../lesson/stage-state.ts";
import { KEPT_CALLS } from "../setup/setup.ts";
import { Cancelled, EngineClient } from "../workers/engine-client.ts";
import { SweepClient } from "../workers/sweep-client.ts";
import { messageOf } from "../words/message-of.ts";
import { isDrawn } from "./paper-figures.ts";
import { stepChart } from "./step-chart.ts";

/** What a figure is drawn from: the runs of a chart, or one run. */
export type StepData =
  { readonly kind: "chart"; readonly chart: ChartData } | { readonly kind: "run"; readonly run: Run };

interface Makers {
  readonly engine: EngineClient;
  readonly sweeps: SweepClient;
}

async function dataOf({ stage }: Step, { engine, sweeps }: Makers): Promise<StepData | null> {
  const setup = setupOf(stage);
  if (stage.hero === "chart") {
    const chart = await stepChart(setup, stage.chart ?? null, sweeps);
    return chart === null ? null : { kind: "chart", chart };
  }
  const run = await engine.run({ ...setup, keepCalls: Math.max(KEPT_CALLS, stage.call ?? 1) });
  return { kind: "run", run };
}

/** What has come so far, by the ids of the steps; null for the lesson of another address. */
export function useStepData(lesson: Lesson | null): {
  readonly data: ReadonlyMap<string, StepData>;
  readonly isDone: boolean;
  readonly problem: string | null;
} {
  const [data, setData] = useState<ReadonlyMap<string, StepData>>(new Map());
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const makers: Makers = { engine: new EngineClient(), sweeps: new SweepClient() };
    let isWanted = true;
    const make = async ({ steps }: Lesson): Promise<void> => {
      const known = new Map<string, StepData | null>();
      for (const step of steps.filter(isDrawn)) {
        const { hero, chart, call } = step.stage;
        const key = JSON.stringify([setupOf(step.stage), hero === "chart", chart, call]);
        const found = known.get(key) ?? (await dataOf(step, makers));
        known.set(key, found);
        if (!isWanted) return;
        if (found !== null) setData((before) => new Map(before).set(step.id, found));
      }
      setDone(true);
    };
    setData(new Map());
    setDone(false);
    setProblem(null);
    if (lesson !== null)
      make(lesson).catch((error: unknown) => {
        if (isWanted && !(error instanceof Cancelled)) setProblem(messageOf(error));
      });
    return () => {
      isWanted = false;
      makers.engine.cancel();
      makers.sweeps.cancel();
    };
  }, [lesson]);
  return { data, isDone, problem };
}
