/**
 * The page's side of the runs that are shown while a reader's hand moves: a worker of its own, which is kept, so that
 * its code is there and quick. At most one run is under way; of those asked for meanwhile only the newest follows.
 */
import { Cancelled, startWorker } from "./engine-client.ts";
import type { Bench } from "./engine-client.ts";
import type { Outline } from "../../engine/experiments/outline.ts";
import { outlined } from "./outlined.ts";
import type { RunRequest } from "./engine.worker.ts";

/** A browser makes code quick that runs often. */
const WARM_MS = 300;

/** A run that takes longer than this, and that nobody waits for any more, is ended with its worker. */
const PATIENCE_MS = 1500;

export interface Answer<Result> {
  readonly request: RunRequest;
  readonly result: Result;
}

interface Hears<Result> {
  readonly onAnswer: (answer: Answer<Result>) => void;
  /** @param isLost whether the worker has died: no run failed, and nobody has ended it */
  readonly onFailure: (error: unknown, request: RunRequest, isLost: boolean) => void;
}

/** What of the worker is asked. */
type Asks<Result> = (engine: Bench["engine"], about: Outline, request: RunRequest) => Promise<Result>;

export class PreviewClient<Result> {
  readonly #asks: Asks<Result>;
  #bench: Bench | null = null;
  #underway: RunRequest | null = null;
  #next: RunRequest | null = null;
  #patience: ReturnType<typeof setTimeout> | undefined;
  readonly #hears: Hears<Result>;

  constructor(asks: Asks<Result>, hears: Hears<Result>) {
    this.#asks = asks;
    this.#hears = hears;
  }

  /** Starts the worker and lets it run a request again and again for a while, before anybody waits for it. */
  async warm(request: RunRequest): Promise<void> {
    if (this.#bench !== null) return;
    const bench = this.#begin();
    const isFree = (): boolean => this.#bench === bench && this.#underway === null;
    const end = performance.now() + WARM_MS;
    while (isFree() && performance.now() < end) await this.#asked(bench, request).catch(() => undefined);
  }

  /** Asks for a run. An older request that has not begun is dropped. */
  ask(request: RunRequest): void {
    this.#next = request;
    if (this.#underway === null) void this.#run();
    else this.#waitForEnd();
  }

  /** Nobody waits for an answer any more; the worker stays. */
  drop(): void {
    this.#next = null;
    if (this.#underway !== null) this.#waitForEnd();
  }

  end(): void {
    this.drop();
    clearTimeout(this.#patience);
    this.#bench?.end();
    this.#bench = null;
  }

  /** Rejects with Cancelled where the worker is ended, and for parameters that are not those of the experiment. */
  async #asked({ engine, ended }: Bench, request: RunRequest): Promise<Result> {
    const about = outlined(request.experiment, [request.parameters]);
    return Promise.race([this.#asks(engine, about, request), ended]);
  }

  #begin(): Bench {
    if (this.#bench?.isOver() === true) this.#bench = null;
    return (this.#bench ??= startWorker("preview"));
  }

  /** Nobody waits for the run under way. */
  #waitForEnd(): void {
    this.#patience ??= setTimeout(() => {
      this.#bench?.end();
      this.#bench = null;
    }, PATIENCE_MS);
  }

  async #run(): Promise<void> {
    for (let request = this.#next; request !== null; request = this.#next) {
      this.#next = null;
      this.#underway = request;
      const bench = this.#begin();
      try {
        this.#hears.onAnswer({ request, result: await this.#asked(bench, request) });
      } catch (error) {
        this.#hears.onFailure(error, request, bench.isOver() && !(error instanceof Cancelled));
      }
      clearTimeout(this.#patience);
      this.#patience = undefined;
    }
    this.#underway = null;
  }
}
