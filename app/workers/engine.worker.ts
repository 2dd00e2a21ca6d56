/** Runs experiments off the page's thread. The page talks to it through app/workers/engine-client.ts. */
import { expose, transfer } from "comlink";
import { findExperiment } from "../../engine/experiments/index.ts";
import { sweep } from "../../engine/experiments/sweep.ts";
import type { Experiment, ParamValue, ParamValues, Run } from "../../engine/experiments/types.ts";
import type { SweepRequest } from "../../engine/experiments/sweep.ts";

export interface RunRequest {
  readonly experiment: string;
  readonly parameters: ParamValues;
  readonly seed: number;
  readonly faults: readonly string[];
  readonly keepCalls: number;
}

/** One run of a sweep, without its trace. */
export interface SweepValue {
  readonly value: ParamValue;
  readonly trial: number;
  readonly seed: number;
  readonly measures: Run["measures"];
}

function experimentNamed(id: string): Experiment {
  const experiment = findExperiment(id);
  if (experiment === undefined) throw new Error(`engine worker: no experiment ${JSON.stringify(id)}`);
  return experiment;
}

/** The buffers of a trace's columns, to hand over instead of copying. */
function buffersOf(run: Run): ArrayBuffer[] {
  const { spans, packets, marks, calls, frames } = run.trace;
  const columns = [spans, packets, marks, calls].flatMap((table) => Object.values(table) as unknown[]);
  const views = [...columns, frames].filter((column): column is ArrayBufferView => ArrayBuffer.isView(column));
  return [...new Set(views.map((view) => view.buffer))].filter((buffer) => buffer instanceof ArrayBuffer);
}

/** Lets messages in, so that a newer sweep can end this one. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

let latestSweep = 0;

const engine = {
  run({ experiment, parameters, seed, faults, keepCalls }: RunRequest): Run {
    const run = experimentNamed(experiment).run(parameters, seed, faults, { keep: { calls: keepCalls } });
    return transfer(run, buffersOf(run));
  },

  /** Tells each point as it is done. Resolves to false where a newer sweep took over. */
  async sweep(experiment: string, request: SweepRequest, onValue: (value: SweepValue) => void): Promise<boolean> {
    const mine = ++latestSweep;
    for (const { value, trial, seed, run } of sweep(experimentNamed(experiment), request)) {
      if (mine !== latestSweep) return false;
      onValue({ value, trial, seed, measures: run.measures });
      await breathe();
      if (mine !== latestSweep) return false;
    }
    return true;
  },
};

export type EngineWorker = typeof engine;
expose(engine);
