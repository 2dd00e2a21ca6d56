/**
 * The page's side of the engine: a worker for the run on the screen. The sweep behind the chart has others
 * (sweep-client.ts), so that it never holds up a run. A worker that is deep in a run cannot listen, so it is ended and
 * started anew.
 */
import type { OnProgress, Run } from "../../engine/experiments/types.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { outlined } from "./outlined.ts";
import { started } from "./started.ts";
import { wrap } from "./remote.ts";
import type { Remote } from "./remote.ts";
import type { EngineWorker, OnOpening, RunRequest } from "./engine.worker.ts";

/** The work was given up because newer work replaced it or the reader cancelled it. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** A worker that runs experiments. */
export interface Bench {
  readonly worker: Worker;
  readonly engine: Remote<EngineWorker>;
  /** Rejects when the worker is ended: a promise of a worker that is gone would otherwise wait forever. */
  readonly ended: Promise<never>;
  readonly end: () => void;
  /** Whether it has ended, by itself or by us: it answers nothing more. */
  readonly isOver: () => boolean;
}

/** A browser says nothing of why a worker's file did not come. */
const NOT_FETCHED = "the file that runs the simulation could not be fetched. Check the network and try again.";
/** Nor of why one ended that had worked before. */
const DIED = "the browser ended the part of the page that runs the simulation. The next run begins it anew.";

declare global {
  /** The worker that the page's head has started (app/build/place-preloads.ts), until a run takes it. */
  var earlyEngine: Worker | undefined;
}

function early(): Worker | undefined {
  const worker = globalThis.earlyEngine;
  globalThis.earlyEngine = undefined;
  return worker;
}

/** Starts a worker with this name, or takes the one that the page's head has started. */
export function startWorker(name: string): Bench {
  const worker =
    early() ?? started(() => new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module", name }));
  let end = (): void => undefined;
  let [isOver, hasSpoken] = [false, false];
  worker.addEventListener("message", () => (hasSpoken = true), { once: true });
  const ended = new Promise<never>((_, reject) => {
    end = () => {
      isOver = true;
      worker.terminate();
      reject(new Cancelled());
    };
    worker.addEventListener("error", (event: Partial<ErrorEvent>) => {
      const { message = "" } = event; // an event without one tells of a file that did not come, or of a worker’s end
      isOver = true;
      reject(new Error(message === "" ? (hasSpoken ? DIED : NOT_FETCHED) : message));
    });
  });
  ended.catch(() => undefined); // nobody may be waiting when it ends
  return { worker, engine: wrap<EngineWorker>(worker), ended, end, isOver: () => isOver };
}

/** Ending a worker costs a new one; a run that is nearly done is left to finish. */
const PATIENCE_MS = 200;

/** Whether work ends, in whatever way, while one has patience. */
export function endsSoon(work: Promise<unknown>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false));
  return Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    late,
  ]);
}

export class EngineClient {
  #runs: Bench | null = null;
  #running: Promise<unknown> | null = null;
  #turn = 0;

  /** One run, telling how far it is. A run asked for earlier and not yet done rejects with Cancelled. */
  async run(
    request: RunRequest,
    onProgress: OnProgress = () => undefined,
    onOpening: OnOpening = () => undefined,
  ): Promise<Run> {
    const about = outlined(request.experiment, [request.parameters]);
    const turn = ++this.#turn;
    if (this.#running !== null) {
      const isDone = await endsSoon(this.#running);
      if (turn !== this.#turn) throw new Cancelled();
      if (!isDone) this.#endRuns();
    }
    if (this.#runs?.isOver() === true) this.#endRuns();
    const bench = (this.#runs ??= startWorker("run"));
    const told = (share: number): void => {
      if (turn === this.#turn) onProgress(share);
    };
    const opened = (trace: TraceData): void => {
      if (turn === this.#turn) onOpening(trace);
    };
    const running = Promise.race([bench.engine.run(about, request, told, opened), bench.ended]);
    this.#running = running;
    try {
      const run = await running;
      if (turn !== this.#turn) throw new Cancelled();
      return run;
    } catch (error) {
      // A worker that failed may never answer again: the next run gets a new one.
      if (!(error instanceof Cancelled) && this.#runs === bench) this.#endRuns();
      throw error;
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  /** Nobody waits for the run that is going on: its promise rejects with Cancelled, and it ends with the next. */
  drop(): void {
    this.#turn++;
  }

  /** Ends the run that is going on; its promise rejects with Cancelled. */
  cancel(): void {
    this.#turn++;
    this.#endRuns();
  }

  #endRuns(): void {
    this.#runs?.end();
    this.#runs = null;
    this.#running = null;
  }
}
