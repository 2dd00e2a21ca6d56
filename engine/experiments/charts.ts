/** The charts of an experiment by their names. */
import type { ChartSpec, Description } from "./types.ts";

/** The name of a chart in links and lessons: its id, "figure-3a", or else its measure. */
export const chartKey = ({ id, y }: ChartSpec): string => id ?? y;

/** The chart of this name, or else the first of this measure; undefined where there is none. */
export const chartNamed = ({ charts }: Description, name: string): ChartSpec | undefined =>
  charts.find((chart) => chartKey(chart) === name) ?? charts.find(({ y }) => y === name);
