/**
 * The check that no chart shows a number without an address: every point of every chart an experiment describes must
 * lead to a published cell, a function of the paper's model, or a run. It ends the build with what to do about it.
 */
import { answersOfColumn, paperOf } from "../../engine/experiments/answering.ts";
import { descriptions } from "../../engine/experiments/descriptions.ts";
import type { ChartSpec, Description } from "../../engine/experiments/types.ts";
import { PaperError, papers, table } from "../../engine/papers/index.ts";
import { chartRequest } from "../setup/chart-request.ts";
import { paperSeries } from "../setup/chart-series.ts";
import { defaultSetup } from "../setup/setup.ts";

/** One line for each number without an address. */
interface Unaddressed {
  readonly where: string; // 'firefly/null, chart "Calls of Null()"'
  readonly what: string;
  readonly todo: string;
}

type Say = (what: string, todo: string) => void;

const unaddressedText = ({ where, what, todo }: Unaddressed): string => `${where}: ${what} ${todo}`;

function checkPoints(experiment: Description, spec: ChartSpec, say: Say): void {
  const { over } = spec.sweep ?? experiment.sweep;
  for (const point of spec.points) {
    const { table: id, column, scale = 1, x } = point;
    const name = `the points of ${id}, ${column},`;
    try {
      const { columns } = table(paperOf(experiment), id);
      if (!columns.some(({ key }) => key === column)) {
        const known = columns.map(({ key }) => key).join(", ");
        say(`${name} name a column that the table does not have.`, `It has ${known}.`);
        continue;
      }
    } catch (error) {
      if (!(error instanceof PaperError)) throw error;
      say(`${name} name no table: ${error.message}.`, "Correct the table.");
      continue;
    }
    const answers = answersOfColumn(experiment, { table: id, column, measure: spec.y });
    const hasPlace = answers.some(({ set, fixed }) => set[over] !== undefined || fixed?.[over] !== undefined);
    const [answer] = answers;
    if (answer === undefined) {
      say(
        `${name} come from no answer of ${spec.y}, so nothing says which cell a point is.`,
        `Add { table: "${id}", column: "${column}", measure: "${spec.y}" } to the experiment’s answers.`,
      );
    } else if (!hasPlace && x === undefined) {
      say(
        `${name} have no place on the axis.`,
        `Let their answer set ${over} from a key column of the table, or fix it.`,
      );
    } else if (Math.abs(scale * (answer.scale ?? 1) - 1) > 1e-9) {
      say(`${name} are scaled by ${scale}, their answer by ${answer.scale ?? 1}.`, "Let one undo the other.");
    } else if (
      paperSeries(chartRequest(experiment, { ...spec, points: [point] }, defaultSetup(experiment))).points.length === 0
    ) {
      say(`${name} are drawn nowhere, not even at the defaults.`, "Name a column of numbers, or leave them out.");
    }
  }
}

function checkChart(experiment: Description, spec: ChartSpec, say: Say): void {
  const measure = Object.hasOwn(experiment.measures, spec.y) ? experiment.measures[spec.y] : undefined;
  if (measure === undefined) {
    const known = Object.keys(experiment.measures).join(", ");
    return say(`its points are of "${spec.y}", which no run measures.`, `Measures: ${known}.`);
  }
  if (measure.what.trim() === "") say(`nothing says how ${spec.y} is computed.`, "Say it in the measure’s what.");
  checkPoints(experiment, spec, say);
  const { limit } = spec;
  if (limit === undefined) return;
  const param = Object.hasOwn(experiment.params, limit.parameter) ? experiment.params[limit.parameter] : undefined;
  if (param?.kind !== "number") {
    const known = Object.keys(experiment.params).join(", ");
    say(`its limit "${limit.label}" is set by "${limit.parameter}", which is no number.`, `Parameters: ${known}.`);
  } else if (param.unit !== measure.unit) {
    say(`its limit is in ${param.unit}, its points in ${measure.unit}.`, "Give both one unit.");
  }
}

function checkModels(experiment: Description, say: Say): void {
  const functions = papers.find(({ id }) => id === experiment.paper)?.modelFunctions ?? [];
  const further = experiment.charts.flatMap(({ y, models = [] }) => models.map((curve) => ({ ...curve, measure: y })));
  for (const link of [...experiment.models, ...further]) {
    const found = functions.find(({ name }) => name === link.function);
    if (found === undefined || found.returns !== "number") {
      const known = functions.filter(({ returns }) => returns === "number").map(({ name }) => name);
      say(`its curve of ${link.measure} is ${link.function}, no number of the model.`, `There is ${known.join(", ")}.`);
    }
    if (link.paper !== experiment.paper)
      say(
        `its model is of ${link.paper}, so its text cannot be opened here.`,
        `Link a function of ${experiment.paper}.`,
      );
    if (!Object.hasOwn(experiment.measures, link.measure))
      say(`its model speaks of "${link.measure}", which no run measures.`, "Name a measure.");
  }
}

/** Every number of the experiments' charts that would stand there without an address. */
export function unaddressedIn(some: readonly Description[]): readonly Unaddressed[] {
  const found: Unaddressed[] = [];
  for (const experiment of some) {
    const at =
      (where: string): Say =>
      (what, todo) =>
        void found.push({ where, what, todo });
    for (const spec of experiment.charts) checkChart(experiment, spec, at(`${experiment.id}, chart "${spec.title}"`));
    checkModels(experiment, at(`${experiment.id}, models`));
  }
  return found;
}

/** Throws with a line for each number of a chart that has no address. */
export function checkCharts(): void {
  const found = unaddressedIn(descriptions);
  if (found.length > 0)
    throw new Error(["A chart shows numbers without an address.", ...found.map(unaddressedText)].join("\n"));
}
