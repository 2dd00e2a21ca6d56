import type { Site, TracedRun } from "../../engine/experiments/types.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import type { Setup } from "../setup/setup.ts";

/** The kinds of figures: a table, a graph, a buffer. */
export type StateKind = "calls" | "graph" | "buffer";

/** The run and the moment that a state is shown at. While something is dragged, the run of the drag. */
export interface ShownState {
  readonly run: TracedRun;
  readonly site?: Site | undefined;
  readonly call: number; // from 1
  readonly time: number; // ns of the run
  readonly playing: boolean;
  /** The run that is asked for has yet to come. */
  readonly isLate: boolean;
  readonly onSelect: (ref: Ref) => void;
}

/** What a hand on a rim does; null where nothing may be changed. */
export interface RimHands {
  /** The setup that stands, and the run of it. */
  readonly setup: Setup;
  readonly before: TracedRun;
  /** Null: nothing is held any more. */
  readonly onPreview: (setup: Setup | null) => void;
  /** @param name equal for changes that are one step of undo; null for a step of its own */
  readonly onChange: (setup: Setup, name: string | null) => void;
}
