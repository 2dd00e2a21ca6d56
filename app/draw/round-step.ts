/** Round steps, for figures that need no scale: the first view of a timeline is drawn without D3. */

const ROUND = [1, 2, 5, 10] as const;

/** The smallest of 1, 2, 5 times a power of ten that is at least `least`. */
export function roundStep(least: number): number {
  const exponent = Math.floor(Math.log10(least));
  // A negative power of ten is no binary number: to divide by 1000 is exact where to multiply by 0.001 is not.
  const scaled = (step: number): number => (exponent < 0 ? step / 10 ** -exponent : step * 10 ** exponent);
  return scaled(ROUND.find((step) => scaled(step) >= least * (1 - 1e-9)) ?? 10);
}
