/** Which pinned runs can be drawn beside the answers, and how far the axis then reaches. */
import { curveValues } from "./data.ts";
import type { ChartData, PinnedRun } from "./data.ts";

/** Beyond this many times what else is on the chart a pinned run would flatten all of it: it is told instead. */
const REACH = 8;

const answers = (data: ChartData): readonly number[] => [
  ...data.paper.map((p) => p.y),
  ...data.model.map((p) => p.y),
  ...data.simulated.flatMap((p) => [p.low, p.high]),
  ...curveValues(data),
];

export function isNear(data: ChartData, { at, curve }: PinnedRun): boolean {
  const most = Math.max(0, data.tolerance ?? 0, ...answers(data).map(Math.abs));
  return most === 0 || [at, ...curve].every(({ y }) => Math.abs(y) <= most * REACH);
}

/** The values of the pinned runs that are drawn. */
export const pinnedValues = (data: ChartData): readonly number[] =>
  (data.pinned ?? []).flatMap((run) => (isNear(data, run) ? [run.at, ...run.curve].map(({ y }) => y) : []));
