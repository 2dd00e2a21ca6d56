/**
 * The work for the setup on the screen, as one state machine: its run is under way, done, waits for the reader's word,
 * was cancelled, or failed. In each state `shown` is the last run that finished: the figures show it.
 */
import type { Run, TracedRun } from "../../engine/experiments/types.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";

export interface FinishedRun {
  readonly key: string; // setupKey of the setup that it answers
  readonly run: Run;
  readonly keepCalls: number; // the first of its calls, whose trace is kept
}

/** The reader's viewpoint in a run. */
export interface Viewpoint {
  readonly call: number; // the call shown, from 1
  readonly time: number; // ns from the start of the run
  readonly playing: boolean;
  readonly selected: Ref;
}

/** The beginning of a run that goes on, with the call that is looked at; only the timeline shows it. */
interface Opening {
  readonly run: TracedRun;
  readonly viewpoint: Viewpoint;
}

/** The place of a new fault, where the reader shall look when its run comes. Parts that nobody knows yet are null. */
export interface Aim {
  readonly call: number | null;
  readonly time: number | null; // ns from the start of the run
  readonly selected: Ref;
}

/** A setup whose run is not done. */
interface Unfinished {
  readonly shown: FinishedRun | null; // of a setup before, or of this one with fewer calls kept
  readonly aim: Aim | null;
}

interface Running extends Unfinished {
  readonly tag: "running";
  readonly progress: number; // share of the calls that have begun
  readonly opening: Opening | null; // where it is shown before the rest is done
}

export type Work =
  | Running
  | { readonly tag: "done"; readonly shown: FinishedRun; readonly aim: null }
  | (Unfinished & { readonly tag: "held" }) // the run is large, and waits for the reader's word
  | (Unfinished & { readonly tag: "cancelled" }) // the reader gave up the run, or the runs of its chart
  | (Unfinished & { readonly tag: "failed"; readonly message: string }); // the run, or a run of its chart

/** The work of a page that begins. */
export const BEGUN: Work = { tag: "running", shown: null, aim: null, progress: 0, opening: null };

/** The opening on the screen; null where the timeline shows the run that finished last. */
export const openingIn = (work: Work): Opening | null => (work.tag === "running" ? work.opening : null);

/** No run comes unless the reader asks for it. */
export const isStopped = ({ tag }: Work): boolean => tag === "held" || tag === "cancelled" || tag === "failed";

/** A run is asked for. An opening of the run before stays until the new one has its own, so that nothing flashes up. */
export const asked = (work: Work, aim: Aim | null): Work => ({
  ...{ tag: "running", shown: work.shown, aim, progress: 0 },
  opening: openingIn(work),
});

/** News of a run under way. */
export const advanced = (work: Work, news: Partial<Pick<Running, "progress" | "opening">>): Work =>
  work.tag === "running" ? { ...work, ...news } : work;

/** The run has come. What failed meanwhile, a run of the chart, is said until the reader asks again. */
export const finished = (work: Work, shown: FinishedRun): Work =>
  work.tag === "failed" ? { ...work, shown, aim: null } : { tag: "done", shown, aim: null };

export const held = ({ shown, aim }: Work): Work => ({ tag: "held", shown, aim });
export const cancelled = ({ shown, aim }: Work): Work => ({ tag: "cancelled", shown, aim });
export const failed = ({ shown, aim }: Work, message: string): Work => ({ tag: "failed", shown, aim, message });
