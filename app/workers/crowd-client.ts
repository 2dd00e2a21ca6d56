/** The page's side of runs that are told as crowds: a worker that makes one after the other, and is kept. */
import { startWorker } from "./engine-client.ts";
import type { CallOfCrowd } from "../../engine/experiments/crowd-calls.ts";
import type { Bench } from "./engine-client.ts";
import type { CrowdRun, RunRequest } from "./engine.worker.ts";
import { outlined } from "./outlined.ts";

type CrowdRequest = Omit<RunRequest, "keepCalls" | "openingCalls">;

export class CrowdClient {
  #bench: Bench | null = null;

  /** Rejects with Cancelled where the worker is ended, and where the run fails. */
  async run({ experiment, parameters, seed, faults }: CrowdRequest): Promise<CrowdRun> {
    const about = outlined(experiment, [parameters]);
    const { engine, ended } = this.#begun();
    return Promise.race([engine.crowd(about, { experiment, parameters, seed, faults }), ended]);
  }

  /** Some calls of a run with their tries. @param until so many of its first calls are run to their end */
  async callsOf(setup: CrowdRequest, until: number, numbers: readonly number[]): Promise<readonly CallOfCrowd[]> {
    const { experiment, parameters, seed, faults } = setup;
    const about = outlined(experiment, [parameters]);
    const { engine, ended } = this.#begun();
    const request = { experiment, parameters, seed, faults, keepCalls: until };
    return Promise.race([engine.callsOf(about, request, numbers), ended]);
  }

  #begun(): Bench {
    if (this.#bench?.isOver() === true) this.#bench = null;
    return (this.#bench ??= startWorker("crowd"));
  }

  end(): void {
    this.#bench?.end();
    this.#bench = null;
  }
}
