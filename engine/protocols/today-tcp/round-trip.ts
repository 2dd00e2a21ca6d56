/** The estimate of a connection’s round trip, and the time-out that follows from it (RFC 6298). */
import type { Nanos } from "../../kernel/time.ts";
import type { FlowState } from "../tcp/flow.ts";

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

/**
 * How long a sender waits that nobody answers, until it gives up: it sends again so many times, each time after twice
 * as long, `most` at the longest, and waits once more.
 */
export function givesUpAfter(first: Nanos, retries: number, most: Nanos): Nanos {
  let sum = 0;
  for (let timeouts = 0; timeouts <= retries; timeouts++) sum += backedOff(first, timeouts, most);
  return sum;
}
