/**
 * The few parameters that the question of an experiment is about: they stand in the form before its door. The axis of
 * its chart is the first; then what its crowd is steered by, the axes and curves of its other charts, and what tells
 * apart the rows of its published tables.
 */
import type { CrowdRoles } from "../../engine/experiments/crowd-roles.ts";
import type { Description, Param } from "../../engine/experiments/types.ts";

/** With fewer the form says little; with more they are not few. */
const LEAST = 3;
const MOST = 4;

const rolesOf = ({ load, blip, retries, budget, timeout }: CrowdRoles): readonly (string | undefined)[] => [
  load,
  blip?.length,
  retries,
  budget,
  timeout,
];

/** A text that a reader may write takes more room than a number. */
const hasOwnText = (param: Param | undefined): boolean => param?.kind === "choice" && param.own !== undefined;

/** The keys of three or four parameters, the first for the question first; fewer where there are fewer. */
export function firstParameters({ params, sweep, charts, crowd, answers }: Description): readonly string[] {
  const asked = [
    sweep.over,
    ...(crowd === undefined ? [] : rolesOf(crowd)),
    ...charts.flatMap((chart) => [chart.sweep?.over, chart.series?.parameter, chart.limit?.parameter]),
    ...answers.flatMap(({ set }) => Object.keys(set)),
  ].filter((key) => key !== undefined);
  const isOffered = (key: string): boolean => {
    const param = params[key];
    if (param === undefined || param.inert !== undefined) return false;
    return param.kind === "number" ? param.repeats !== true : param.quiet !== true;
  };
  const isShort = (key: string): boolean => isOffered(key) && !hasOwnText(params[key]);
  const first = [...new Set(asked)].filter(isShort).slice(0, MOST);
  const rest = Object.keys(params).filter((key) => !first.includes(key) && isOffered(key));
  return [...first, ...rest.slice(0, Math.max(0, LEAST - first.length))];
}
