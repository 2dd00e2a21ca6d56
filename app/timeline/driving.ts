/** How the playhead is driven: forward or back, to the end or to an event. */
import type { Goal } from "./goals.ts";

export type Way = 1 | -1;

export interface Driving {
  readonly way: Way;
  readonly goal: Goal;
  readonly setGoal: (goal: Goal) => void;
  /** A sentence on the last run to an event; "" for none. */
  readonly said: string;
  readonly play: () => void;
  readonly reverse: () => void;
  readonly runTo: (way: Way) => void;
}
