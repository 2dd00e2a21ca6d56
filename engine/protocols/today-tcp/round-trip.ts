/** The estimate of a connection’s round trip, and the time-out that follows from it (RFC 6298). */
import type { Nanos } from "../../kernel/time.ts";
import type { FlowState } from "../tcp/flow-state.ts";

const SMOOTHING = 1 / 8;
const VARIATION = 1 / 4;
const DEVIATIONS = 4;

/** A round trip was measured. */
export function measured(flow: FlowState, trip: Nanos): void {
  if (Number.isNaN(flow.smoothed)) {
    flow.smoothed = trip;
    flow.variation = trip / 2;
    flow.least = trip;
    return;
  }
  flow.variation += VARIATION * (Math.abs(flow.smoothed - trip) - flow.variation);
  flow.smoothed += SMOOTHING * (trip - flow.smoothed);
  flow.least = Math.min(flow.least, trip);
}

export interface TimeoutOptions {
  /** As Linux has it, the least of the part that the variation adds. */
  readonly minRto: Nanos;
  readonly maxRto: Nanos;
  /** Before a round trip was measured. */
  readonly firstRto: Nanos;
}

/** The time-out without back-off. */
export const timeoutOf = (
  { smoothed, variation }: Pick<FlowState, "smoothed" | "variation">,
  { minRto, maxRto, firstRto }: TimeoutOptions,
): Nanos =>
  Number.isNaN(smoothed) ? firstRto : Math.min(maxRto, Math.round(smoothed + Math.max(minRto, DEVIATIONS * variation)));

/** The time-out after so many in a row. */
export const backedOff = (timeout: Nanos, timeouts: number, maxRto: Nanos): Nanos =>
  Math.min(maxRto, timeout * 2 ** timeouts);
