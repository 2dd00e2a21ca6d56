/** Round steps, for figures that need no scale: the first view of a timeline is drawn without d3-scale. */
import { tickStep } from "d3-array";

/** The smallest of 1, 2, 5 times a power of ten that is at least `least`. */
export function roundStep(least: number): number {
  const near = tickStep(0, least, 1);
  return near >= least * (1 - 1e-9) ? near : tickStep(0, 2 * near, 1);
}
