import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";

/** The run, call and moment that the machines are shown at, and what a reader does with them. */
export interface MachineMoment {
  readonly trace: TraceData;
  readonly call: number; // from 1
  readonly time: number; // ns of the run
  readonly playing: boolean;
  /** Whether no timeline is on the page, which would move the playhead while time runs. */
  readonly alone: boolean;
  readonly theme: "light" | "dark";
  readonly onTime: (time: number) => void;
  readonly onPlaying: (playing: boolean) => void;
  readonly onSelect: (ref: Ref) => void;
  /** Looks at a machine of the trace. */
  readonly onHost: (machine: string) => void;
}
