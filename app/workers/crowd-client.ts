/** The page's side of runs that are told as crowds: a worker that makes one after the other, and is kept. */
import { startWorker } from "./engine-client.ts";
import type { Bench } from "./engine-client.ts";
import type { CrowdRun, RunRequest } from "./engine.worker.ts";
import { outlined } from "./outlined.ts";

type CrowdRequest = Omit<RunRequest, "keepCalls" | "openingCalls">;

export class CrowdClient {
  #bench: Bench | null = null;

  /** Rejects with Cancelled where the worker is ended, and where the run fails. */
  async run({ experiment, parameters, seed, faults }: CrowdRequest): Promise<CrowdRun> {
    const about = outlined(experiment, [parameters]);
    if (this.#bench?.isOver() === true) this.#bench = null;
    const { engine, ended } = (this.#bench ??= startWorker("crowd"));
    return Promise.race([engine.crowd(about, { experiment, parameters, seed, faults }), ended]);
  }

  end(): void {
    this.#bench?.end();
    this.#bench = null;
  }
}
