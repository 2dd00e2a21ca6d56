/** Where an answer stands on the scale of its question, from 0 to 1: for pictures, histograms and codes. */
import { itemAt, lastItem } from "../../engine/kernel/reads.ts";
import type { Lesson, Prediction } from "../types.ts";
import { drawnCrossing, truthCurve, truthOf } from "../verdict.ts";
import type { Committed } from "../verdict.ts";

/** Questions whose answers are numbers: of a curve, where it ends; of two curves, where they cross. */
export type Scaled = Exclude<Prediction, { readonly kind: "choice" }>;

export interface Scale {
  readonly least: number;
  readonly most: number;
  readonly log: boolean; // equal factors take equal room
  readonly unit: string;
}

/** Limits this many times as far as the truth leave no room for it on a scale of equal steps. */
const FAR = 20;
/** A logarithmic scale has four decades where its question begins at zero. */
const DECADES = 1e4;

export function scaleOf(lesson: Lesson, prediction: Scaled): Scale {
  if (prediction.kind === "curve") return { least: 0, most: prediction.max, log: false, unit: "" };
  if (prediction.kind === "crossing") {
    const { values, unit } = prediction.x;
    return { least: itemAt(values, 0, "value"), most: lastItem(values, "value"), log: false, unit };
  }
  const { min, max, unit } = prediction;
  const log = prediction.log === true || (min >= 0 && truthOf(lesson, prediction) < max / FAR);
  return { least: log ? Math.max(min, max / DECADES) : min, most: max, log, unit };
}

/** From 0 to 1; what lies beyond the scale stands at its end. */
export function shareOn({ least, most, log }: Scale, value: number): number {
  const share = log
    ? Math.log(Math.max(value, least) / least) / Math.log(most / least)
    : (value - least) / (most - least);
  return Math.min(1, Math.max(0, share));
}

export const valueAt = ({ least, most, log }: Scale, share: number): number =>
  log ? least * (most / least) ** share : least + share * (most - least);

/** The number of an answer; null for no idea, for two curves that do not cross, and for an answer of another kind. */
export function numberOf(prediction: Scaled, answer: Committed): number | null {
  if (prediction.kind === "number") return answer.kind === "number" ? answer.value : null;
  if (prediction.kind === "curve") return answer.kind === "curve" ? (answer.ys.at(-1) ?? null) : null;
  const found = answer.kind === "crossing" ? drawnCrossing(prediction, answer.curves) : null;
  return found !== null && "at" in found ? found.at : null;
}

export const truthNumber = (lesson: Lesson, prediction: Scaled): number =>
  prediction.kind === "curve" ? lastItem(truthCurve(lesson.paper, prediction), "point").y : truthOf(lesson, prediction);
