/** Which traces are told on a rung of the ladder (rungs.ts). */
import type { TraceData } from "../../engine/kernel/trace-data.ts";

const rungs = new WeakMap<TraceData, number>();

/** Notes that a trace is told on a rung. */
export const tellOn = (trace: TraceData, rung: number): void => void rungs.set(trace, rung);

/** The rung that a trace is told on; null for a trace as it was recorded. */
export const rungOf = (trace: TraceData): number | null => rungs.get(trace) ?? null;
