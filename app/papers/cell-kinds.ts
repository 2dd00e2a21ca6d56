/** The kinds of published numbers: a word, what it means, and the shape that stands beside it. */
import type { CellKind } from "../../engine/experiments/reproduce.ts";

interface CellKindText {
  readonly word: string;
  readonly what: string;
}

export const CELL_KINDS: Readonly<Record<CellKind, CellKindText>> = {
  input: { word: "input", what: "a cost, a count or a size that the model and the simulation are given" },
  identity: { word: "identity", what: "follows from inputs by adding or dividing, so it predicts nothing" },
  calibrated: { word: "calibrated", what: "a constant was fitted to this number, so agreement proves nothing" },
  predicted: { word: "predicted", what: "computed without this number, then compared with it" },
  unsimulated: { word: "not simulated", what: "no run computes it; at most the paper’s own model does" },
};

/** A column of kinds is sorted in this order: given numbers first, numbers that a run must predict last. */
export const CELL_KIND_ORDER: readonly CellKind[] = ["input", "identity", "calibrated", "predicted", "unsimulated"];
