/** The page's side of the sweeps behind a chart: workers that share the runs. They come with the first chart. */
import { firstJobs, furtherJobs, resultKey } from "../../engine/experiments/sweep.ts";
import type { ChartCurve, SweepJob } from "../../engine/experiments/sweep.ts";
import type { SweepResult } from "../../engine/experiments/sweep-result.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { Cancelled, endsSoon, startWorker } from "./engine-client.ts";
import type { Bench } from "./engine-client.ts";
import type { SweepValue } from "./engine.worker.ts";
import { keptResults } from "./kept-results.ts";
import type { KeptResults } from "./kept-results.ts";
import { outlined } from "./outlined.ts";

/** Workers that share a sweep: as many as there are processors, and no more than make a chart of eight points quick. */
const SWEEPERS = Math.min(4, Math.max(1, navigator.hardwareConcurrency));

/** Whether this is the result of a run: a damaged one is made anew. */
function isResult(kept: unknown): kept is SweepResult {
  if (typeof kept !== "object" || kept === null) return false;
  const { draws, measures } = kept as Partial<SweepResult>;
  return Number.isInteger(draws) && typeof measures === "object" && measures !== null;
}

/** The page's, made once: another chart of the page finds the storage open. */
let inBrowser: KeptResults | undefined;

export class SweepClient {
  readonly #kept: KeptResults;
  #sweeps: readonly Bench[] = [];
  #turn = 0;
  #sharing: Promise<unknown> | null = null;

  /** @param kept results of earlier runs; those of this browser where left out */
  constructor(kept: KeptResults = (inBrowser ??= keptResults())) {
    this.#kept = kept;
  }

  /**
   * Runs the sweeps of a chart's curves, telling each value as it comes: the first trial of every point, then the
   * others of those points that draw random numbers, a trial of each before the next trial, in no order among them.
   * Resolves to false where a newer sweep took over, or it was dropped; rejects with Cancelled where its workers ended.
   */
  async sweep(
    experiment: string,
    curves: readonly ChartCurve[],
    onValue: (value: SweepValue) => void,
  ): Promise<boolean> {
    const turn = ++this.#turn;
    await this.#free();
    if (turn !== this.#turn) return false;
    const first: SweepValue[] = [];
    const whole = await this.#results(experiment, firstJobs(curves), (value) => {
      first.push(value);
      onValue(value);
    });
    if (!whole || turn !== this.#turn) return false;
    const further = furtherJobs(curves, first);
    return further.length === 0 || this.#results(experiment, further, onValue);
  }

  /** The measures of single runs, in their order; null where newer work took over, or they were dropped. */
  async each(
    experiment: string,
    runs: readonly Pick<SweepJob, "parameters" | "seed">[],
  ): Promise<readonly SweepValue[] | null> {
    const turn = ++this.#turn;
    await this.#free();
    if (turn !== this.#turn) return null;
    const jobs = runs.map((run, value): SweepJob => ({ ...run, series: null, value, trial: 1, faults: [] }));
    const found: SweepValue[] = [];
    const whole = await this.#results(experiment, jobs, (value) => void found.push(value));
    return whole && turn === this.#turn ? found.toSorted((a, b) => Number(a.value) - Number(b.value)) : null;
  }

  /** Ends the runs of an older sweep: a worker that is deep in one hears of nothing newer, and is ended itself. */
  async #free(): Promise<void> {
    if (this.#sharing === null) return;
    this.#dropRuns();
    if (!(await endsSoon(this.#sharing))) this.#end();
  }

  /** Tells the results that are kept, has the others made, and keeps them. */
  async #results(
    experiment: string,
    jobs: readonly SweepJob[],
    onValue: (value: SweepValue) => void,
  ): Promise<boolean> {
    const turn = this.#turn;
    const tell = ({ series, value, trial, seed }: SweepJob, result: SweepResult): void =>
      onValue({ series, value, trial, seed, ...result });
    const keys = new Map(jobs.map((job) => [job, resultKey(experiment, job)]));
    const kept = await this.#kept.find([...keys.values()]);
    if (turn !== this.#turn) return false;
    const missing: SweepJob[] = [];
    for (const [job, key] of keys) {
      const result = kept.get(key);
      if (isResult(result)) tell(job, result);
      else missing.push(job);
    }
    if (missing.length === 0) return true;
    return this.#share(experiment, missing, (job, result) => {
      tell(job, result);
      this.#kept.keep(resultKey(experiment, job), result);
    });
  }

  /** Shares runs out to the workers in turn. */
  async #share(
    experiment: string,
    jobs: readonly SweepJob[],
    onResult: (job: SweepJob, result: SweepResult) => void,
  ): Promise<boolean> {
    if (this.#sweeps.some(({ isOver }) => isOver())) this.#end();
    if (this.#sweeps.length === 0)
      this.#sweeps = Array.from({ length: SWEEPERS }, (_, part) => startWorker(`sweep ${part + 1}`));
    const workers = this.#sweeps;
    const about = outlined(
      experiment,
      jobs.map(({ parameters }) => parameters),
    );
    const shares = workers.map(({ engine, ended }, part) => {
      const mine = jobs.filter((_, i) => i % SWEEPERS === part);
      return Promise.race([
        engine.sweep(about, mine, (place, result) => onResult(itemAt(mine, place, "job"), result)),
        ended,
      ]);
    });
    const sharing = Promise.all(shares);
    this.#sharing = sharing;
    try {
      return (await sharing).every((whole) => whole);
    } catch (error) {
      if (!(error instanceof Cancelled) && this.#sweeps === workers) this.#end();
      throw error;
    } finally {
      if (this.#sharing === sharing) this.#sharing = null;
    }
  }

  /** Ends a sweep that nobody waits for any more. */
  drop(): void {
    this.#turn++;
    this.#dropRuns();
  }

  #dropRuns(): void {
    for (const { engine } of this.#sweeps) void engine.dropSweep();
  }

  /** Ends all that is going on; its promise rejects with Cancelled. */
  cancel(): void {
    this.#turn++;
    this.#end();
  }

  #end(): void {
    for (const { end } of this.#sweeps) end();
    this.#sweeps = [];
  }
}
