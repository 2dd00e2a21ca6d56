/**
 * The library of 2025 learns of the way to a host: a smoothed round-trip time and its deviation, both of network time
 * only, because servers add the time that they took to the stamp that they echo. The gains are those of Jacobson
 * (1988), as in the library, and the estimate starts from nothing, as there.
 *
 * Simplified: the library also learns the rate at which bytes go; here it stays what the library begins with.
 */
import { seconds, type Nanos } from "../../kernel/time.ts";

export interface Estimate {
  readonly smoothed: Nanos;
  readonly deviation: Nanos;
}

export const NO_ESTIMATE: Estimate = { smoothed: 0, deviation: 0 };

const GAIN = 1 / 8;
const DEVIATION_GAIN = 1 / 4;
/** Bytes a second that the library begins with, in either direction. */
const FIRST_RATE = 100_000;
/** The bytes that the library reckons for IP and UDP around a packet. */
const WRAPPING = 40;

/** The estimate after one more round trip was measured. */
export function measured(estimate: Estimate, roundTrip: Nanos): Estimate {
  const error = roundTrip - estimate.smoothed;
  return {
    smoothed: Math.round(estimate.smoothed + error * GAIN),
    deviation: Math.round(estimate.deviation + (Math.abs(error) - estimate.deviation) * DEVIATION_GAIN),
  };
}

/** After how long a packet of `bytes` and an answer without a body should have come and gone. */
export function retryAfter({ smoothed, deviation }: Estimate, bytes: number): Nanos {
  const onTheWay = (bytes + 60 + 2 * WRAPPING) * (seconds(1) / FIRST_RATE);
  return smoothed + 2 * deviation + onTheWay;
}
