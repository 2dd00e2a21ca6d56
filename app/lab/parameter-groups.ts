/** The parameters that a form shows, by group: all of an experiment, or those that a reader looks for. */
import { groupsOf } from "../../engine/experiments/groups.ts";
import type { Param, ParamTable, ParamValues } from "../../engine/experiments/types.ts";

/** A reader looks for parameters by these. */
export interface Filter {
  readonly text: string; // words that a parameter must have; "" for any
  readonly changed: boolean; // only parameters that differ from their defaults
}

export const NO_FILTER: Filter = { text: "", changed: false };

export interface ShownParam {
  readonly key: string;
  readonly param: Param;
}

export interface ShownGroup {
  readonly id: string;
  readonly name: string;
  readonly params: readonly ShownParam[]; // never empty
  readonly changed: number; // how many of them differ from their defaults
}

/** The words that a parameter can be found by. */
function wordsOf(key: string, param: Param, group: string): string {
  const options = param.kind === "choice" ? param.options.map(({ label }) => label) : [param.unit];
  return [key, param.label, group, param.why, ...options].join(" ").toLowerCase();
}

const isQuiet = (param: Param): boolean => param.kind === "choice" && param.quiet === true;

/** The groups of a table, without parameters that the filter leaves out, and without groups that this empties. */
export function shownGroups(table: ParamTable, values: ParamValues, filter: Filter): readonly ShownGroup[] {
  const wanted = filter.text.toLowerCase().split(/\s+/);
  const isChanged = ({ key, param }: ShownParam): boolean => values[key] !== param.default;
  const hides = ({ param }: ShownParam): boolean => filter.changed || (filter.text === "" && isQuiet(param));
  return groupsOf(table).flatMap(({ id, name, params }): ShownGroup[] => {
    const found = params
      .map(([key, param]) => ({ key, param }))
      .filter((one) => !hides(one) || isChanged(one))
      .filter(({ key, param }) => wanted.every((word) => wordsOf(key, param, name).includes(word)));
    return found.length === 0 ? [] : [{ id, name, params: found, changed: found.filter(isChanged).length }];
  });
}

/** The groups without some parameters that stand elsewhere, and without groups that this empties. */
export function without(groups: readonly ShownGroup[], elsewhere: readonly ShownParam[]): readonly ShownGroup[] {
  const keys = new Set(elsewhere.map(({ key }) => key));
  const left = groups.map((group) => ({ ...group, params: group.params.filter(({ key }) => !keys.has(key)) }));
  return left.filter(({ params }) => params.length > 0);
}

/** The number of parameters in groups. */
export const countIn = (groups: readonly ShownGroup[]): number =>
  groups.reduce((sum, { params }) => sum + params.length, 0);
