/** What the page hands to the timeline and its companions. Times are absolute nanoseconds of the run. */
import type { Run } from "../../engine/experiments/types.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";

/** A run and the call of it that is shown: calls count from 1, as in the trace. */
export interface ShownCall {
  readonly run: Run;
  readonly call: number;
}

/** What is selected; NO_REF for nothing. */
export interface Selection {
  readonly selected: Ref;
  readonly onSelect: (ref: Ref) => void;
}

export interface TimelineProps extends ShownCall, Selection {
  /** The moment under the playhead, in nanoseconds from the start of the run. */
  readonly time: number;
  readonly onTime: (time: number) => void;
  readonly playing: boolean;
  readonly onPlaying: (playing: boolean) => void;
  /** The theme that stands, where the page knows it: a change asks for a new drawing. Otherwise it is watched for. */
  readonly theme?: "light" | "dark" | undefined;
}

export interface WaterfallProps extends ShownCall, Selection {
  /** What the paper measured, in milliseconds, where it did. */
  readonly paperMs?: number | undefined;
  /** What the paper's model gives, in milliseconds, where it has one. */
  readonly modelMs?: number | undefined;
}

export interface EventListProps extends ShownCall, Selection {
  readonly time: number;
}

export interface InspectorProps extends Selection {
  readonly run: Run;
  /** Called with one line of a fault script: "drop call#1". */
  readonly onFault: (line: string) => void;
}
