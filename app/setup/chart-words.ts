/** The names of a chart, its axis and its curves. */
import type { ChartSpec, Description, Param, ParamValue } from "../../engine/experiments/types.ts";
import { groupsIn } from "../../engine/kernel/items.ts";
import { plainText } from "../words/numbers.ts";
import { inSentence } from "../language/in-sentence.ts";
import { unitText } from "../words/units.ts";

/** The value of a parameter among others: "7 callees", "serial". */
export function valueName(param: Param, value: ParamValue): string {
  if (param.kind === "choice") {
    const option = param.options.find((one) => one.value === value) ?? param.own;
    return inSentence(option?.label ?? String(value));
  }
  if (param.unit !== "") return `${plainText(Number(value))} ${unitText(param.unit)}`;
  const label = inSentence(param.label);
  return `${value} ${value === 1 ? label.replace(/ies$/, "y").replace(/s$/, "") : label}`;
}

/** The place of a swept parameter's value on its axis: a number at itself, a word at its place among the options. */
export function xOf(param: Param | undefined, value: ParamValue | undefined): number | null {
  if (typeof value === "number") return value;
  const at = param?.kind === "choice" ? param.options.findIndex((option) => option.value === value) : -1;
  return at < 0 ? null : at;
}

/** The value at a place on the axis. */
export const valueAtX = (param: Param | undefined, x: number): ParamValue =>
  (param?.kind === "choice" ? param.options[x]?.value : undefined) ?? x;

/** "figure-3a" as the paper calls it, "Figure 3(a)"; else the measure that the chart is of. */
export function chartLabel({ measures, charts }: Description, { id, y, title }: ChartSpec): string {
  const [, number, part] = groupsIn(/^figure-(\d+)([a-z])?$/, id ?? "");
  const alone = charts.filter((chart) => chart.y === y).length === 1;
  if (number === undefined) return alone ? (measures[y]?.label ?? y) : title;
  return `Figure ${number}${part === undefined ? "" : `(${part})`}`;
}
