import type { Run } from "../../engine/experiments/types.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";

/**
 * The run that a campus is shown with: its call, the playhead's moment, and the row or machine that the page looks at.
 */
export interface ShownRun {
  readonly run: Run;
  readonly call: number; // from 1
  readonly time: number; // ns of the run
  readonly selected: Ref;
  readonly host: string | null;
  /** Looks at a machine of the trace; null for none. */
  readonly onHost: (machine: string | null) => void;
  /** Selects an event and goes to its moment. */
  readonly onGo: (ref: Ref) => void;
}
