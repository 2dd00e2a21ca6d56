/** Finds the call of the paper's model that answers a published number. */
import type { Description } from "../../engine/experiments/types.ts";
import { answerTo, modelFor, settingsFor } from "../../engine/experiments/answering.ts";
import { withDefaults } from "../../engine/experiments/settings.ts";
import { addressText, modelFunction } from "../../engine/papers/lookup.ts";
import type { CellAddress, ModelArguments, Paper } from "../../engine/papers/types.ts";

/** A call of model.py that answers a cell; its value times `scale` is in the cell's unit. */
interface CellCall {
  readonly function: string;
  readonly arguments: ModelArguments;
  readonly unit: string; // of what the function returns
  readonly scale: number;
}

/** Null where the paper's model does not speak of the cell. */
export function modelCallOf(
  experiments: readonly Description[],
  papers: readonly Paper[],
  at: CellAddress,
): CellCall | null {
  const paper = papers.find((p) => p.id === at.paper);
  const unitOf = (name: string): string => modelFunction(at.paper, name, papers).unit;
  const answered = answerTo(experiments, at);
  if (answered !== null && answered.answer.compute === undefined) {
    const parameters = withDefaults(answered.experiment, settingsFor(answered, at.row));
    const link = modelFor(answered.experiment, answered.answer.measure, parameters);
    if (link !== undefined) {
      const args = link.arguments(parameters);
      const scale = link.scale * (answered.answer.scale ?? 1);
      return { function: link.function, arguments: args, unit: unitOf(link.function), scale };
    }
  }
  const here = addressText(at, papers);
  const found = paper?.modelCells.find((c) => addressText({ ...c, paper: at.paper }, papers) === here);
  if (found === undefined) return null;
  return { function: found.function, arguments: found.arguments, unit: unitOf(found.function), scale: 1 };
}
