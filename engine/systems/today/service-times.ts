/** How long requests of a service take, before any is drawn. */
import { SLOW_SHARE, SLOW_TIMES } from "../../hardware/slow-requests.ts";

export type Distribution = "constant" | "exponential" | "tailed";

/** The mean of a service time, and the mean of its square, in ms. */
export function moments(distribution: Distribution, serverMs: number): readonly [mean: number, square: number] {
  if (distribution === "constant") return [serverMs, serverMs ** 2];
  if (distribution === "exponential") return [serverMs, 2 * serverMs ** 2];
  const of = (power: number): number => serverMs ** power * (1 - SLOW_SHARE + SLOW_SHARE * SLOW_TIMES ** power);
  return [of(1), of(2)];
}

interface Serving {
  readonly distribution: Distribution;
  readonly serverMs: number;
}

/** Requests that a server with one worker can serve in a second. */
export const carriedPerS = ({ distribution, serverMs }: Serving): number => 1000 / moments(distribution, serverMs)[0];
