/** What queueing theory and Little’s law say of a service, before any run. Times in ms. */
import { millis, toMillis } from "../../kernel/time.ts";
import { pauseBefore } from "../../protocols/today-service/client.ts";
import { moments, type Distribution } from "../../systems/today/service-times.ts";
import type { StormValues } from "./service-params.ts";

/** The mean time in a system of one server with random arrivals (Pollaczek and Khinchine); null where it has none. */
export function meanInSystem(distribution: Distribution, serverMs: number, load: number): number | null {
  const [mean, square] = moments(distribution, serverMs);
  return load >= 1 ? null : mean + ((load / mean) * square) / (2 * (1 - load));
}

/** Of more callers than calls the last ones make none. */
export const callersOf = ({ callers, calls }: Pick<StormValues, "callers" | "calls">): number =>
  Math.min(callers, calls);

/** Calls a second of callers that think, then wait for a call that is served at once (Little’s law). */
export const askedPerS = (values: StormValues): number =>
  (1000 * callersOf(values)) / (values.thinkMs + moments(values.distribution, values.serverMs)[0]);

/** The chance that a failed attempt is tried again, where a call may be tried again so often and a budget pays. */
function chanceOfRetry(retries: number, budget: number): number {
  if (budget >= retries) return 1;
  let [low, high] = [0, 1];
  for (let halves = 0; halves < 50; halves++) {
    const middle = (low + high) / 2;
    let [made, share] = [0, 1]; // retries of a call, and the calls that come to the last of them
    for (let retry = 1; retry <= retries; retry++) {
      share *= middle;
      made += share;
    }
    if (made < budget) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Requests a second of callers of whom none gets a reply in time, by what the server can do: each caller makes its
 * attempts, waits and pauses, and thinks before its next call.
 */
export function stormLoad(values: StormValues): number {
  const { thinkMs, serverMs, distribution, timeoutMs, attempts, retry, pauseMs, budget } = values;
  const made = Math.min(attempts, 1 + budget);
  const chance = chanceOfRetry(attempts - 1, budget);
  const part = { fixed: 0, backoff: 1, jitter: 0.5 }[retry];
  let [pauses, share] = [0, part];
  for (let i = 1; i < attempts; i++) {
    share *= chance;
    pauses += share * toMillis(pauseBefore(i, millis(pauseMs)));
  }
  const cycle = thinkMs + made * timeoutMs + pauses;
  return (callersOf(values) * made * moments(distribution, serverMs)[0]) / cycle;
}
