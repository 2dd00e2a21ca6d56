/** How times are spread around their mean: the nearest of the spreads that a graph of services knows. */

const SPREADS = ["constant", "exponential", "lognormal"] as const;
export type Spread = (typeof SPREADS)[number];

/** Quantiles of the normal distribution: where a share of its values lies below. */
const AT: readonly (readonly [share: number, normal: number])[] = [
  [0.1, -1.2816],
  [0.25, -0.6745],
  [0.5, 0],
  [0.75, 0.6745],
  [0.9, 1.2816],
  [0.99, 2.3263],
];

/** Of each spread, by the mean, as engine/systems/services/spread.ts draws it: the log-normal one has a sigma of 1. */
const QUANTILES: Readonly<Record<Spread, (share: number, normal: number) => number>> = {
  constant: () => 1,
  exponential: (share) => -Math.log(1 - share),
  lognormal: (_, normal) => Math.exp(normal - 0.5),
};

/** The value below which a share of sorted numbers lies. */
export function quantileOf(sorted: readonly number[], share: number): number {
  const place = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  return sorted[place] ?? Number.NaN;
}

const FEW = 5; // values say nothing of their spread

export function spreadOf(values: readonly number[]): Spread {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  if (values.length < FEW || mean <= 0) return "constant";
  const sorted = values.toSorted((a, b) => a - b);
  const offOf = (spread: Spread): number =>
    AT.reduce((sum, [share, normal]) => {
      return sum + Math.abs(quantileOf(sorted, share) / mean - QUANTILES[spread](share, normal));
    }, 0);
  return SPREADS.reduce((best, spread) => (offOf(spread) < offOf(best) ? spread : best));
}
