/** Series of an experiment: numbers over the time of a run, typed in its description as measures are. */
import { brokenLine, type SeriesLine } from "../kernel/series.ts";

/** A number over the time of a run: a load, the length of a queue, the state of a breaker. */
export interface SeriesInfo {
  readonly label: string; // "Requests that wait"
  readonly unit: string; // "calls/s"; "" for counts and states
  readonly what: string; // how it is taken
  /** The words for its values, where 0, 1, 2 stand for states: ["closed", "half open", "open"]. */
  readonly states?: readonly string[];
}

/** Series by their names. */
export type SeriesTable = Readonly<Record<string, SeriesInfo>>;

/** A series as a run has it. */
export interface Series {
  readonly unit: string;
  readonly lines: readonly SeriesLine[];
}

/** The series of a run, by their names. Throws where the run gives a series no lines, or a line is broken. */
export function seriesOf(
  id: string,
  units: Readonly<Record<string, string>>,
  outcome: object,
): Readonly<Record<string, Series>> {
  const given = "series" in outcome ? (outcome.series as Readonly<Record<string, readonly SeriesLine[]>>) : {};
  const entries = Object.entries(units).map(([name, unit]): [string, Series] => {
    const lines = given[name];
    if (lines === undefined)
      throw new Error(`${id}: its run says nothing of the series ${name}. Give it a list of lines.`);
    const broken = lines.map(brokenLine).find((one) => one !== null);
    if (broken !== undefined) throw new Error(`${id}: the series ${name} is no series: ${broken}.`);
    return [name, { unit, lines }];
  });
  return Object.fromEntries(entries);
}
