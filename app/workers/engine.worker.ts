/** Runs experiments off the page's thread. The page talks to it through app/workers/engine-client.ts. */
import { loadReader, loadRunner, loadRuns } from "../../engine/experiments/load-runs.ts";
import type { CallOfCrowd } from "../../engine/experiments/crowd-calls.ts";
import type { Crowd } from "../../engine/experiments/crowd.ts";
import type { Outline } from "../../engine/experiments/outline.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { SweepRow } from "../../engine/experiments/export/sweep-csv.ts";
import { runIfFaultsFit } from "../../engine/experiments/sweep.ts";
import { resultOf } from "../../engine/experiments/sweep-result.ts";
import type { SweepResult } from "../../engine/experiments/sweep-result.ts";
import type { Shown } from "../../engine/experiments/call-facts.ts";
import type { Exploration } from "../../engine/explore/index.ts";
import type { exploreListed, fillMatrix, reachStates, ReachedStates } from "../../engine/explore/listed.ts";
import type { violationsListed } from "../../engine/explore/listed.ts";
import type { Experiment, OnProgress, ParamValues, Run, TracedRun } from "../../engine/experiments/types.ts";
import type { SweepJob } from "../../engine/experiments/sweep.ts";
import { expose, transfer } from "./remote.ts";

export interface RunRequest {
  readonly experiment: string;
  readonly parameters: ParamValues;
  readonly seed: number;
  readonly faults: readonly string[];
  readonly keepCalls: number;
  /** After so many calls the trace is told while the run goes on; it is not where this is left out. */
  readonly openingCalls?: number | undefined;
}

/** Hears of the trace of a run that goes on. */
export type OnOpening = (trace: TraceData) => void;

/** A run that is shown while a reader's hand moves: whole, or its opening where more calls follow. */
export type Previewed =
  { readonly tag: "whole"; readonly run: Run } | { readonly tag: "opening"; readonly run: TracedRun };

/** A run as the crowd of its calls. */
export interface CrowdRun extends Pick<Run, "parameters" | "measures"> {
  readonly crowd: Crowd;
}

/** One run of a sweep, without its trace. */
export interface SweepValue extends SweepRow, SweepResult {}

/** The buffers of a trace's columns, to hand over instead of copying. */
function buffersOf(run: TracedRun): ArrayBuffer[] {
  const { spans, packets, marks, calls, transitions, facts, frames } = run.trace;
  const tables = [spans, packets, marks, calls, transitions, facts];
  const columns = tables.flatMap((table) => Object.values(table) as unknown[]);
  const views = [...columns, frames].filter((column): column is ArrayBufferView => ArrayBuffer.isView(column));
  return [...new Set(views.map((view) => view.buffer))].filter((buffer) => buffer instanceof ArrayBuffer);
}

/** Most runs are shown as calls: these files come with the first crowd. */
const loadCrowd = () => import("../../engine/experiments/crowd.ts");

const { port1, port2 } = new MessageChannel();

/**
 * Lets messages in, so that a newer sweep can end this one. A timer would wait: browsers slow those that follow
 * others.
 */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

/** Often enough for a line that fills; each word costs the page a moment. */
const TELL_MS = 50;

/** Tells whole percents, and none that follows another closely: more would only hold run and page up. */
function inPercents(onProgress: OnProgress): OnProgress {
  let [told, toldAt] = [0, performance.now()];
  return (share) => {
    const percent = Math.floor(100 * share);
    if (percent === told || performance.now() - toldAt < TELL_MS) return;
    [told, toldAt] = [percent, performance.now()];
    onProgress(percent / 100);
  };
}

/** The opening of a run is there, and nobody waits for the rest: a run has no other way to be ended from within. */
class Enough extends Error {
  override readonly name = "Enough";
  readonly trace: TraceData;

  constructor(trace: TraceData) {
    super("The opening of the run is there.");
    this.trace = trace;
  }
}

/** Where this share of its calls has begun when the opening is there, the run goes on to its end: little is left. */
const MOSTLY = 0.5;

let latestSweep = 0;

const engine = {
  /** Fetches a family of experiments before any of them is asked for. Rejects where its files cannot be fetched. */
  async load(family: string): Promise<void> {
    await loadRuns(family);
  },

  async run(about: Outline, request: RunRequest, onProgress: OnProgress, onOpening: OnOpening): Promise<Run> {
    const { parameters, seed, faults, keepCalls, openingCalls } = request;
    const [runner, read] = await Promise.all([loadRunner(about.id), loadReader(faults)]);
    const opening = openingCalls === undefined ? {} : { opening: { calls: openingCalls, tell: onOpening } };
    const keep = { calls: keepCalls, ...opening };
    const run = runner(about, read, parameters, seed, faults, { keep, progress: inPercents(onProgress) });
    return transfer(run, buffersOf(run));
  },

  /** Runs as far as the first calls go, and to the end where that is near. */
  async preview(about: Outline, request: RunRequest): Promise<Previewed> {
    const { experiment, parameters, seed, faults, keepCalls, openingCalls = keepCalls } = request;
    const [runner, read] = await Promise.all([loadRunner(about.id), loadReader(faults)]);
    let begun = 0;
    const tell = (trace: TraceData): void => {
      if (begun < MOSTLY) throw new Enough(trace);
    };
    const keep = { calls: keepCalls, opening: { calls: openingCalls, tell } };
    try {
      const run = runner(about, read, parameters, seed, faults, { keep, progress: (share) => void (begun = share) });
      return transfer({ tag: "whole", run }, buffersOf(run));
    } catch (error) {
      if (!(error instanceof Enough)) throw error;
      const run = { experiment, parameters, seed, trace: error.trace };
      return transfer({ tag: "opening", run }, buffersOf(run));
    }
  },

  /** Runs to the end, and tells the crowd alone: its size does not depend on the number of calls. */
  async crowd(about: Outline, request: Omit<RunRequest, "keepCalls" | "openingCalls">): Promise<CrowdRun> {
    const { parameters, seed, faults } = request;
    const [runner, read, { crowdOf }] = await Promise.all([loadRunner(about.id), loadReader(faults), loadCrowd()]);
    const run = runner(about, read, parameters, seed, faults, { keep: "none" });
    return { parameters, measures: run.measures, crowd: crowdOf(run) };
  },

  /** Some calls of a run with their tries. It goes on until the first `keepCalls` of its calls have ended. */
  async callsOf(about: Outline, request: RunRequest, numbers: readonly number[]): Promise<readonly CallOfCrowd[]> {
    const { parameters, seed, faults, keepCalls } = request;
    const calls = import("../../engine/experiments/crowd-calls.ts");
    const [runner, read, { callsWithTries }] = await Promise.all([loadRunner(about.id), loadReader(faults), calls]);
    const tell = (trace: TraceData): void => {
      throw new Enough(trace);
    };
    try {
      const keep = { calls: keepCalls, opening: { calls: keepCalls, tell } };
      return callsWithTries(runner(about, read, parameters, seed, faults, { keep }).trace, numbers);
    } catch (error) {
      if (!(error instanceof Enough)) throw error;
      return callsWithTries(error.trace, numbers);
    }
  },

  /**
   * Tells the result of each run of a sweep as it is done, with its job's place among the jobs. Resolves to false where
   * a newer sweep took over, or none is wanted.
   */
  async sweep(
    about: Outline,
    jobs: readonly SweepJob[],
    onResult: (place: number, result: SweepResult) => void,
  ): Promise<boolean> {
    const mine = ++latestSweep;
    const lines = jobs.flatMap(({ faults }) => faults);
    const [runner, read] = await Promise.all([loadRunner(about.id), loadReader(lines)]);
    const found: Pick<Experiment, "run"> = { run: (...setup) => runner(about, read, ...setup) };
    if (mine !== latestSweep) return false;
    for (const [place, job] of jobs.entries()) {
      onResult(place, resultOf(runIfFaultsFit(found, job)));
      await breathe();
      if (mine !== latestSweep) return false;
    }
    return true;
  },

  /** Looks for faults that break an experiment's protocol, telling the number of states so far. */
  explore: async (...request: Parameters<typeof exploreListed>): Promise<Exploration> =>
    (await import("../../engine/explore/listed.ts")).exploreListed(...request),

  /** How a run shows what its protocol did, as plain data; null where nothing says it. */
  shown: async (run: Pick<Run, "experiment" | "parameters">): Promise<Shown | null> => {
    const found = (await import("../../engine/experiments/shown.ts")).shownBy(run);
    if (found === null) return null;
    const { hosts, roles, isToOne, steps, procedure } = found;
    return { hosts, steps, procedure, ...(roles && { roles }), ...(isToOne === undefined ? {} : { isToOne }) };
  },

  /** How many runs break a promise; null where the first call fails without a fault. */
  violations: async (...request: Parameters<typeof violationsListed>): Promise<number | null> =>
    (await import("../../engine/explore/listed.ts")).violationsListed(...request),

  /** Tells the rows of an experiment's matrix of rules and promises. */
  matrix: async (...request: Parameters<typeof fillMatrix>): Promise<void> =>
    (await import("../../engine/explore/listed.ts")).fillMatrix(...request),

  /** Finds out the states of an experiment's machines that a search reaches. */
  reach: async (...request: Parameters<typeof reachStates>): Promise<ReachedStates> =>
    (await import("../../engine/explore/listed.ts")).reachStates(...request),

  /** Ends the sweep under way. */
  dropSweep(): void {
    latestSweep++;
  },
};

export type EngineWorker = typeof engine;
expose(engine);
