/**
 * The page's side of the engine: one worker for the run on the screen, one for the sweep behind the chart, so that a
 * long sweep never holds up a run. A worker that is deep in a run cannot listen, so it is ended and started anew.
 */
import { proxy, wrap } from "comlink";
import type { Remote } from "comlink";
import type { SweepRequest } from "../../engine/experiments/sweep.ts";
import type { Run } from "../../engine/experiments/types.ts";
import type { EngineWorker, RunRequest, SweepValue } from "./engine.worker.ts";

/** The work was given up because newer work replaced it or the reader cancelled it. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

interface Bench {
  readonly worker: Worker;
  readonly engine: Remote<EngineWorker>;
  /** Rejects when the worker is ended: a promise of a worker that is gone would otherwise wait forever. */
  readonly ended: Promise<never>;
  readonly end: () => void;
}

function startWorker(name: string): Bench {
  const worker = new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module", name });
  let end = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = () => {
      worker.terminate();
      reject(new Cancelled());
    };
    worker.addEventListener("error", (event) => reject(new Error(event.message)));
  });
  ended.catch(() => undefined); // nobody may be waiting when it ends
  return { worker, engine: wrap<EngineWorker>(worker), ended, end };
}

/** Ending a worker costs a new one; a run that is nearly done is left to finish. */
const PATIENCE_MS = 200;

export class EngineClient {
  #runs: Bench | null = null;
  #sweeps: Bench | null = null;
  #running: Promise<unknown> | null = null;
  #turn = 0;

  /** One run. A run asked for earlier and not yet done rejects with Cancelled. */
  async run(request: RunRequest): Promise<Run> {
    const turn = ++this.#turn;
    if (this.#running !== null) {
      const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, "late"));
      const came = await Promise.race([
        this.#running.then(
          () => "done",
          () => "done",
        ),
        patience,
      ]);
      if (turn !== this.#turn) throw new Cancelled();
      if (came === "late") this.#endRuns();
    }
    const bench = (this.#runs ??= startWorker("run"));
    const running = Promise.race([bench.engine.run(request), bench.ended]);
    this.#running = running;
    try {
      const run = await running;
      if (turn !== this.#turn) throw new Cancelled();
      return run;
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  /** Runs a sweep, telling each value as it comes. Resolves to false where a newer sweep took over. */
  async sweep(experiment: string, request: SweepRequest, onValue: (value: SweepValue) => void): Promise<boolean> {
    const bench = (this.#sweeps ??= startWorker("sweep"));
    return Promise.race([bench.engine.sweep(experiment, request, proxy(onValue)), bench.ended]);
  }

  /** Ends all that is going on; both promises reject with Cancelled. */
  cancel(): void {
    this.#turn++;
    this.#endRuns();
    this.#sweeps?.end();
    this.#sweeps = null;
  }

  #endRuns(): void {
    this.#runs?.end();
    this.#runs = null;
    this.#running = null;
  }
}
