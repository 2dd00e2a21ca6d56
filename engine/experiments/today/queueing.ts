/** What queueing theory and Little’s law say of a service, before any run. Times in ms. */
import { millis, toMillis } from "../../kernel/time.ts";
import { pauseBefore } from "../../protocols/today-service/client.ts";
import { moments, type Distribution } from "../../systems/today/service.ts";
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

/**
 * Requests a second of callers of whom none gets a reply in time, by what the server can do: each caller makes its
 * attempts, waits and pauses, and thinks before its next call.
 */
export function stormLoad(values: StormValues): number {
  const { thinkMs, serverMs, distribution, timeoutMs, attempts, retry, pauseMs, budget } = values;
  const made = Math.min(attempts, 1 + budget);
  const pauses = Array.from({ length: Math.max(0, Math.ceil(made) - 1) }, (_, i) =>
    toMillis(pauseBefore(i + 1, millis(pauseMs))),
  );
  const part = { fixed: 0, backoff: 1, jitter: 0.5 }[retry];
  const cycle = thinkMs + made * timeoutMs + part * pauses.reduce((sum, pause) => sum + pause, 0);
  return (callersOf(values) * made * moments(distribution, serverMs)[0]) / cycle;
}
