/** A process as prof would see it: the routines that its segments ran, with their calls and times. */
import { segment, type Segment, type TimedStep } from "../../hardware/processors.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import { listUnder } from "../../kernel/tally.ts";

/** A step of a process, charged to a routine that was called so many times in it. */
export interface ProfiledStep extends TimedStep {
  readonly routine: string; // "_sendto"
  /** Routines that call it, each equally often; "" for none. */
  readonly calledBy: readonly string[];
  readonly calls: number;
  /** The time of an interrupt that always follows the step: prof charges it to the routine. */
  readonly interrupt?: Nanos;
}

/** A routine's row of a profile, for each routine that calls it. */
export interface RoutineTime {
  readonly routine: string;
  readonly calledBy: string;
  readonly calls: number;
  readonly nanos: Nanos;
}

/** Makes the segments of a process, and counts how often each has run. */
export class ProfileBook {
  private readonly recorder: TraceRecorder;
  private readonly steps = new Map<Segment, readonly ProfiledStep[]>();
  private runs = new Map<Segment, number>();

  constructor(recorder: TraceRecorder) {
    this.recorder = recorder;
  }

  segment(steps: readonly ProfiledStep[]): Segment {
    const made = segment(this.recorder, steps);
    this.steps.set(made, steps);
    return made;
  }

  /** The process runs a segment. */
  ran(segment: Segment): void {
    const before = this.runs.get(segment);
    this.runs.set(segment, before === undefined ? 1 : before + 1);
  }

  /** Counts anew from here on. */
  restart(): void {
    this.runs = new Map();
  }

  /** Routines in the order in which they first ran. */
  routines(): readonly RoutineTime[] {
    const found = new Map<string, RoutineTime>();
    for (const [segment, runs] of this.runs) {
      for (const { routine, calledBy: callers, calls, duration, interrupt = 0 } of listUnder(this.steps, segment)) {
        const share = runs / callers.length;
        for (const calledBy of callers) {
          const key = `${calledBy} ${routine}`;
          const before = found.get(key) ?? { routine, calledBy, calls: 0, nanos: 0 };
          const nanos = before.nanos + share * (duration + interrupt);
          found.set(key, { ...before, calls: before.calls + share * calls, nanos });
        }
      }
    }
    return [...found.values()];
  }
}
