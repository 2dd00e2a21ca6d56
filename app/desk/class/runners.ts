/** The runs of a class’s reports, in a few workers at once: the page stays free, and all of them end together. */
import type { ProofEngine, Proven } from "../../../lessons/hand-in/proof.ts";
import type { JudgeRun } from "../../../lessons/judge.ts";
import { Cancelled, startWorker } from "../../workers/engine-client.ts";
import type { Bench } from "../../workers/engine-client.ts";
import { outlined } from "../../workers/outlined.ts";

const MOST = 4; // workers; each has the engine’s files in memory

interface Waiting {
  readonly take: (bench: Bench) => void;
  readonly give: (why: Error) => void;
}

async function provenBy({ engine, ended }: Bench, { search, ...run }: JudgeRun): Promise<Proven> {
  const { experiment, parameters } = run;
  const none = (): void => undefined;
  if (search !== undefined) {
    const value = await Promise.race([engine.violations(experiment, { parameters, faults: search }), ended]);
    return { measures: { violations: { value, unit: "" } }, trace: "" };
  }
  const about = outlined(experiment, [parameters]);
  const { measures, traceHash } = await Promise.race([engine.run(about, { ...run, keepCalls: 1 }, none, none), ended]);
  return { measures, trace: traceHash };
}

export class Runners {
  readonly #most = Math.max(1, Math.min(MOST, navigator.hardwareConcurrency));
  readonly #all = new Set<Bench>();
  readonly #idle: Bench[] = [];
  readonly #waiting: Waiting[] = [];

  /** Makes one run. Rejects where it fails, and with Cancelled where the workers were ended meanwhile. */
  readonly engine: ProofEngine = async (run) => {
    const bench = await this.#take();
    try {
      return await provenBy(bench, run);
    } finally {
      this.#give(bench);
    }
  };

  end(): void {
    for (const bench of this.#all) bench.end();
    for (const { give } of this.#waiting) give(new Cancelled());
    this.#all.clear();
    this.#idle.length = 0;
    this.#waiting.length = 0;
  }

  #take(): Promise<Bench> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return Promise.resolve(idle);
    if (this.#all.size < this.#most) return Promise.resolve(this.#start());
    return new Promise((take, give) => this.#waiting.push({ take, give }));
  }

  #start(): Bench {
    const bench = startWorker("check");
    this.#all.add(bench);
    return bench;
  }

  /** A worker that has ended leaves its place to a new one. */
  #give(bench: Bench): void {
    if (!this.#all.has(bench)) return;
    if (bench.isOver()) this.#all.delete(bench);
    const next = this.#waiting.shift();
    if (next !== undefined) next.take(bench.isOver() ? this.#start() : bench);
    else if (!bench.isOver()) this.#idle.push(bench);
  }
}
