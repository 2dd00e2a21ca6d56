/**
 * What a student’s code draws for a checkpoint: stands in own.ts beside the lesson, for each checkpoint that has more
 * to draw than the seeds of its runs. Texts name what is drawn in braces; arithmetic on it sets the runs and bounds.
 */
import type { CheckpointPart, Prose } from "../types.ts";

/** The numbers that one is drawn from; none of them is the lesson’s own, so that nobody has its example. */
interface Draw {
  readonly from: readonly number[];
  readonly unit: string;
}

/** Arithmetic on what is drawn, by name: "1000 * late". */
type OfDrawn = string;

/** What a part has otherwise than in the lesson. */
export interface OwnPart {
  readonly title?: Prose;
  readonly set?: Readonly<Record<string, OfDrawn>>; // of the part, and of those of its conditions that set anything
  readonly begin?: Readonly<Record<string, OfDrawn>>;
  readonly bounds?: readonly (OfDrawn | null)[]; // by condition; null for the lesson’s
  readonly within?: Readonly<Record<string, readonly [OfDrawn, OfDrawn]>>;
  readonly neighbour?: NonNullable<CheckpointPart["neighbour"]>;
  /** The answer that is tried first when the variant is proven; others are searched for where it fails. */
  readonly solution?: Readonly<Record<string, OfDrawn>>;
  /** Likewise, of a part that is broken: fault lines with arithmetic in braces, "crash server at {ms + 1}ms". */
  readonly breaks?: readonly string[];
}

/** The texts that speak of what is drawn. */
interface OwnTexts {
  readonly question: Prose;
  readonly hints: readonly Prose[];
  readonly solution: Prose; // the way to the answer: the answer itself is another for each
}

export interface OwnCheckpoint {
  readonly draws: Readonly<Record<string, Draw>>;
  /** What the texts say besides, computed from what is drawn. */
  readonly also?: Readonly<Record<string, { readonly is: OfDrawn; readonly unit: string }>>;
  /** The seeds to draw from, where chance enters; left out: any. */
  readonly seeds?: readonly number[];
  readonly texts?: OwnTexts; // left out where only seeds are drawn
  readonly parts: Readonly<Record<string, OwnPart>>;
}

/** By the checkpoint’s id. */
export type OwnCheckpoints = Readonly<Record<string, OwnCheckpoint>>;

/** Numbers from one to another, both included. */
export const everyFrom = (least: number, most: number, by = 1): readonly number[] =>
  Array.from({ length: Math.floor((most - least) / by + 1e-9) + 1 }, (_, i) => Number((least + i * by).toFixed(6)));
