/** What queueing theory says of one service, before any run. */
import { squareOf } from "../../systems/services/spread.ts";
import type { Service } from "../../systems/services/graph.ts";

/** Erlang’s C: the chance that a request finds all of `workers` taken, at a load of `erlangs` below their number. */
export function erlangC(workers: number, erlangs: number): number {
  let inverse = 1; // of Erlang’s B, by its recursion
  for (let n = 1; n <= workers; n++) inverse = 1 + (inverse * n) / erlangs;
  const blocked = 1 / inverse;
  const load = erlangs / workers;
  return blocked / (1 - load * (1 - blocked));
}

/**
 * The mean time in a service, in ms; null where its load is 1 or more. Allen and Cunneen: the wait of exponential times
 * by the half of the squares of both variations. Exact for random arrivals at exponential times; for one worker and
 * random arrivals exact for all times (Pollaczek and Khinchine).
 * @param arrivalsSquare the square of the variation of the gaps: 1 at random, 0 even
 */
export function meanTimeMs(
  { servers, workers, ms, spread }: Pick<Service, "servers" | "workers" | "ms" | "spread">,
  perS: number,
  arrivalsSquare: number,
): number | null {
  const all = servers * workers;
  const erlangs = (perS * ms) / 1000;
  if (erlangs >= all) return null;
  const wait = (erlangC(all, erlangs) * ms) / (all - erlangs);
  return ms + (wait * (arrivalsSquare + squareOf(spread) - 1)) / 2;
}
