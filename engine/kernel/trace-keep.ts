/** A run keeps all, a part or nothing of its trace, and may show its opening while it goes on. */
import type { TraceData } from "./trace-data.ts";

/** Told of the trace once, amid the run: when its first `calls` calls have ended. */
interface Opening {
  readonly calls: number;
  readonly tell: (trace: TraceData) => void;
}

/** The rows to keep: all, none, or those until a call begins when the first `calls` calls have all ended. */
export type Keep = "all" | "none" | { readonly calls: number; readonly opening?: Opening };

/** The number of calls whose rows are kept. Throws RangeError for none. */
export function callsOf(keep: Keep): number {
  const calls = keep === "all" ? Infinity : keep === "none" ? 0 : keep.calls;
  if (calls === Infinity || (Number.isInteger(calls) && calls >= 0)) return calls;
  throw new RangeError(`trace: keep.calls = ${calls}, want an integer >= 0, or "all" or "none".`);
}

/** Counts the first calls of a run until they have ended. */
export class FirstCalls {
  private left: number;
  private readonly calls: number;

  constructor(calls: number) {
    this.calls = calls;
    this.left = calls;
  }

  /** Whether with this call, which has ended, the last of them has. */
  endWith(call: number): boolean {
    return call <= this.calls && --this.left === 0;
  }
}
