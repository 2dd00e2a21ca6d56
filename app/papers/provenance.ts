/** Which experiment answers a published number, with which parameters, and which call of the paper's model. */
import { modelLink } from "../bench/models.ts";
import { defaultParameters } from "../bench/setup.ts";
import type { Answer, Experiment, ParamValues } from "../../engine/experiments/types.ts";
import { addressText } from "../../engine/papers/lookup.ts";
import type { CellAddress, ModelArguments, Paper, RowKey } from "../../engine/papers/types.ts";

/** An experiment and the answer of it that speaks of a cell. */
export interface Answered {
  readonly experiment: Experiment;
  readonly answer: Answer;
}

/** Null where no experiment's measure answers the cell. */
export function answerOf(experiments: readonly Experiment[], at: CellAddress): Answered | null {
  for (const experiment of experiments.filter((e) => e.paper === at.paper)) {
    const answer = experiment.answers.find(
      ({ table, column, only = {} }) =>
        table === at.table &&
        column === at.column &&
        Object.entries(only).every(([key, value]) => at.row[key] === value),
    );
    if (answer !== undefined) return { experiment, answer };
  }
  return null;
}

/** All parameters of the run that answers a row: the defaults, what the answer fixes, what the row sets. */
export function parametersOf({ experiment, answer }: Answered, row: RowKey): ParamValues {
  const set = Object.entries(answer.set).map(([parameter, column]) => [parameter, row[column]]);
  return { ...defaultParameters(experiment), ...answer.fixed, ...Object.fromEntries(set) } as ParamValues;
}

/** A call of model.py that answers a cell; its value times `scale` is in the cell's unit. */
export interface CellCall {
  readonly function: string;
  readonly arguments: ModelArguments;
  readonly unit: string; // of what the function returns
  readonly scale: number;
}

/** Null where the paper's model does not speak of the cell. */
export function modelCallOf(
  experiments: readonly Experiment[],
  papers: readonly Paper[],
  at: CellAddress,
): CellCall | null {
  const paper = papers.find((p) => p.id === at.paper);
  const unitOf = (name: string): string => paper?.modelFunctions.find((f) => f.name === name)?.unit ?? "";
  const answered = answerOf(experiments, at);
  if (answered !== null) {
    const parameters = parametersOf(answered, at.row);
    const link = modelLink(answered.experiment, answered.answer.measure, parameters);
    if (link === undefined) return null;
    const args = link.arguments(parameters);
    const scale = link.scale * (answered.answer.scale ?? 1);
    return { function: link.function, arguments: args, unit: unitOf(link.function), scale };
  }
  const here = addressText(at, papers);
  const found = paper?.modelCells.find((c) => addressText({ ...c, paper: at.paper }, papers) === here);
  if (found === undefined) return null;
  return { function: found.function, arguments: found.arguments, unit: unitOf(found.function), scale: 1 };
}
