/** The kinds of published numbers: a word, what it means, and the shape that stands beside it. */
import type { CellKind } from "../../engine/experiments/reproduce.ts";

interface Kind {
  readonly word: string;
  readonly what: string;
}

export const KINDS: Readonly<Record<CellKind, Kind>> = {
  input: { word: "input", what: "a cost, a count or a size that the model and the simulation are given" },
  identity: { word: "identity", what: "follows from inputs by adding or dividing; tests the wiring, predicts nothing" },
  calibrated: { word: "calibrated", what: "a constant was fitted to it, so that it comes out proves nothing" },
  predicted: { word: "predicted", what: "computed without it; the paper's value was only compared" },
  unsimulated: { word: "not simulated", what: "no run answers it; at most the paper's own model does" },
};

/** From what is given to what has to come out: the order in which a column of kinds is sorted. */
export const KIND_ORDER: readonly CellKind[] = ["input", "identity", "calibrated", "predicted", "unsimulated"];
