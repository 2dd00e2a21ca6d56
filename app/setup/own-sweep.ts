/**
 * A sweep that the reader chooses: over any parameter, with a curve for each value of a second one, of any measure. It
 * is a chart like an experiment's own. A link carries it as "sweep=servers 1 2 5", "by=mode multi iterative" and
 * "of=speedup"; write-sweep.ts writes that.
 */
import { readValue, allowedText } from "../../engine/experiments/parameters.ts";
import type { ChartSpec, Description, ParamValue } from "../../engine/experiments/types.ts";
import { quote } from "../../engine/faults/quote.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { inSentence } from "../language/in-sentence.ts";
import { sweepOf, TRIALS } from "./charts.ts";
import { lastOf } from "./link-table.ts";

/** A parameter with the values that it takes in turn. */
export interface Swept {
  readonly parameter: string;
  readonly values: readonly ParamValue[];
}

export interface OwnSweep {
  readonly over: Swept;
  readonly by: Swept | null; // a curve for each; null for one curve
  readonly measure: string;
}

export const MOST_POINTS = 25;
export const MOST_CURVES = 6;
export const MOST_RUNS = 400;

/** The most runs that a sweep needs. It needs fewer where nothing is random. */
export const mostRuns = ({ over, by }: OwnSweep): number => over.values.length * (by?.values.length ?? 1) * TRIALS;

/** Why a sweep is not made; null where it is. */
export function sweepProblem(own: OwnSweep): string | null {
  const { over, by } = own;
  const [points, curves] = [over.values.length, by?.values.length ?? 1];
  if (points > MOST_POINTS) return `${points} points are too many: at most ${MOST_POINTS}.`;
  if (curves > MOST_CURVES) return `${curves} curves are too many: at most ${MOST_CURVES}.`;
  if (mostRuns(own) <= MOST_RUNS) return null;
  const asked = `${points} points, ${curves} curves and ${TRIALS} trials at each point are ${mostRuns(own)} runs`;
  return `${asked}; at most ${MOST_RUNS} are made. Take fewer points or fewer curves.`;
}

/** Measures that are numbers. */
export const measuresOf = ({ measures }: Description): readonly string[] =>
  Object.entries(measures).flatMap(([name, { unit }]) => (unit === "step" ? [] : [name]));

const textOf = ({ parameter, values }: Swept): string => [parameter, ...values].join(" ");

/** The chart of a reader's sweep. */
export function ownChart(experiment: Description, { over, by, measure }: OwnSweep): ChartSpec {
  const { params, measures, charts } = experiment;
  const param = params[over.parameter];
  const [label, said] = [param?.label ?? over.parameter, measures[measure]?.label ?? measure];
  const alike = charts.find((chart) => chart.y === measure && sweepOf(experiment, chart).over === over.parameter);
  return {
    id: [experiment.id, textOf(over), ...(by === null ? [] : [`by ${textOf(by)}`]), `of ${measure}`].join(" "),
    y: measure,
    title: param?.kind === "choice" ? `${said} over ${inSentence(label)}` : said, // an axis of words has no title
    points: by === null ? (alike?.points ?? []) : [],
    sweep: { over: over.parameter, values: over.values },
    ...(by === null ? {} : { series: { parameter: by.parameter, values: by.values } }),
    ...(param?.kind === "number" ? { crossing: true } : {}),
  };
}

/**
 * The sweep of a reader's chart, to be changed or written; for another chart the sweep that would begin in its place.
 */
export function ownOf(experiment: Description, chart: ChartSpec | undefined): OwnSweep {
  const { over, values } = sweepOf(experiment, chart);
  const series = chart?.series;
  return {
    over: { parameter: over, values },
    by: series === undefined ? null : { parameter: series.parameter, values: series.values },
    measure: chart?.y ?? itemAt(measuresOf(experiment), 0, "measure"),
  };
}

/** Reads a parameter and its values; null, with a problem, where they cannot be used. */
function readSwept(experiment: Description, key: "sweep" | "by", text: string, problems: string[]): Swept | null {
  const [parameter = "", ...texts] = text
    .trim()
    .split(/\s+/)
    .slice(0, 2 + MOST_POINTS); // one too many is told
  const param = Object.hasOwn(experiment.params, parameter) ? experiment.params[parameter] : undefined;
  if (param === undefined) {
    const known = Object.keys(experiment.params).join(", ");
    problems.push(`${key} = ${quote(text)} names no parameter of ${experiment.id}: it has ${known}. It is left out.`);
    return null;
  }
  const isPart = (one: string): boolean => param.kind === "number" && /^0\d/.test(one); // "000" of 1 000
  const read = texts.map((one) => (isPart(one) ? null : readValue(param, one)));
  const values = [...new Set(read.filter((value) => value !== null))];
  const least = key === "sweep" ? 2 : 1;
  if (read.includes(null) || values.length < least) {
    const allowed = `${least === 1 ? "values" : "two values or more"} of ${parameter}, ${allowedText(param)}`;
    problems.push(`${key} = ${quote(text)} is not allowed: ${allowed}, with spaces between. It is left out.`);
    return null;
  }
  return { parameter, values: param.kind === "number" ? values.toSorted((a, b) => Number(a) - Number(b)) : values };
}

function readMeasure(experiment: Description, name: string, problems: string[]): string {
  const known = measuresOf(experiment);
  const usual = experiment.charts[0]?.y ?? itemAt(known, 0, "measure");
  if (name === "" || known.includes(name)) return name === "" ? usual : name;
  problems.push(
    `of = ${quote(name)} is no measure of ${experiment.id}: it has ${known.join(", ")}. ${usual} is shown.`,
  );
  return usual;
}

/** The sweep that a link carries, as a chart; null where it carries none that can be made. */
export function readSweep(query: URLSearchParams, experiment: Description, problems: string[]): ChartSpec | null {
  const [sweep, by, of] = [lastOf(query, "sweep"), lastOf(query, "by"), lastOf(query, "of")];
  if (sweep === null) {
    for (const [key, text] of [["by", by] as const, ["of", of] as const])
      if (text !== null) problems.push(`${key} = ${quote(text)} says nothing without a sweep. It is left out.`);
    return null;
  }
  const over = readSwept(experiment, "sweep", sweep, problems);
  if (over === null) return null;
  const second = by === null ? null : readSwept(experiment, "by", by, problems);
  const twice = by !== null && second?.parameter === over.parameter;
  if (twice) problems.push(`by = ${quote(by)} names the parameter of sweep. It is left out.`);
  const own = { over, by: twice ? null : second, measure: readMeasure(experiment, of ?? "", problems) };
  const problem = sweepProblem(own);
  if (problem === null) return ownChart(experiment, own);
  problems.push(`The sweep of the link is left out: ${problem}`);
  return null;
}
