/**
 * A curve drawn by hand is judged by what it says: where it starts, how steeply it rises, where it bends and where it
 * ends up. Least squares would call a curve of the right shape wrong for standing a little to the side.
 */
import { itemAt } from "../engine/kernel/reads.ts";
import { crossings } from "../engine/experiments/crossing.ts";

export interface CurvePoint {
  readonly x: number;
  readonly y: number;
}

const FEATURES = ["start", "slope", "knee", "plateau"] as const;
export type Feature = (typeof FEATURES)[number];
type CurveFeatures = Readonly<Record<Feature, number>>;

/** The knee is the first x at which the curve has come this much of the way from its start to its plateau. */
const KNEE_SHARE = 0.9;
/** The plateau is the mean over this last share of the points. */
const PLATEAU_SHARE = 0.25;
/** The allowed error of each feature: a share of the truth; for the knee, steps of the sweep. */
const TOLERANCE: CurveFeatures = { start: 0.2, slope: 0.3, knee: 1, plateau: 0.15 };

/** Features of a curve of at least two points, ascending in x. Throws RangeError for fewer. */
export function featuresOf(points: readonly CurvePoint[]): CurveFeatures {
  const [first, second] = points;
  if (first === undefined || second === undefined) {
    throw new RangeError(`curve: ${points.length} points, want at least 2 to have a slope.`);
  }
  const tail = points.slice(-Math.max(1, Math.round(points.length * PLATEAU_SHARE)));
  const plateau = tail.reduce((sum, { y }) => sum + y, 0) / tail.length;
  const far = KNEE_SHARE * Math.abs(plateau - first.y);
  const knee = points.find(({ y }) => Math.abs(y - first.y) >= far)?.x ?? points.at(-1)?.x ?? first.x;
  return { start: first.y, slope: (second.y - first.y) / (second.x - first.x), knee, plateau };
}

export interface FeatureVerdict {
  readonly feature: Feature;
  readonly drawn: number;
  readonly truth: number;
  readonly hit: boolean;
}

/** Each feature beside the truth's. Both curves stand over the same x values. */
export function judgeCurve(drawn: readonly CurvePoint[], truth: readonly CurvePoint[]): readonly FeatureVerdict[] {
  const [mine, theirs] = [featuresOf(drawn), featuresOf(truth)];
  const place = (x: number): number => truth.findIndex((point) => point.x === x);
  return FEATURES.map((feature) => {
    const [a, b] = [mine[feature], theirs[feature]];
    const off =
      feature === "knee" ? Math.abs(place(a) - place(b)) : Math.abs(a - b) / Math.max(Math.abs(b), Number.EPSILON);
    return { feature, drawn: a, truth: b, hit: off <= TOLERANCE[feature] + 1e-9 };
  });
}

/** A curve says the truth where all four features do. */
export const isHit = (verdicts: readonly FeatureVerdict[]): boolean => verdicts.every(({ hit }) => hit);

/** One curve is ahead throughout, or the curves cross once, and the first is ahead before. */
export type Crossing = { readonly ahead: "first" | "second" } | { readonly at: number };

export function crossingOf(first: readonly CurvePoint[], second: readonly CurvePoint[]): Crossing | null {
  const differences = first.map(({ y }, i) => y - itemAt(second, i, "point").y).filter((one) => one !== 0);
  const [start] = differences;
  if (start === undefined) return null;
  const [at, ...more] = crossings(first, second);
  if (at === undefined) return { ahead: start > 0 ? "first" : "second" };
  return more.length === 0 && start > 0 ? { at } : null;
}
