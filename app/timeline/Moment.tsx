import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { clockUnit, onClock } from "../words/times.ts";

interface Props {
  readonly trace: TraceData;
  readonly call: number;
  readonly at: number;
}

/** A moment since the call began; since the run began where it belongs to none. */
export function Moment({ trace, call, at }: Props) {
  const from = call > 0 ? (trace.calls.start[call - 1] ?? 0) : 0;
  const unit = clockUnit(Math.abs(at - from));
  return (
    <>
      {onClock(at - from, unit)} {unit.name}
    </>
  );
}
