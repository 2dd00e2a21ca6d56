/** The parameter that a timer, a bar or a wire sets: its value, its place on the axis, and both in words. */
import { snap as allowed } from "../../../engine/experiments/parameters.ts";
import { placeOf, valueAt } from "../../../engine/experiments/stretched.ts";
import type { Pull } from "../../../engine/experiments/stretched.ts";
import type { NumberParam, Param, ParamValue } from "../../../engine/experiments/types.ts";
import { parameterText } from "../../controls/number-steps.ts";
import { exactText } from "../../words/numbers.ts";
import { unitText } from "../../words/units.ts";
import { experimentOf } from "../../setup/setup.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Handle, HandleValue } from "./handle.ts";

/** A handle of a parameter, with all that says where a value stands. */
export interface Pulled extends Pull {
  readonly key: string;
  /** The values that can stand at all: limits of a number, numbers among options. */
  readonly least: number;
  readonly most: number;
}

const optionsOf = (param: Param): readonly number[] =>
  param.kind === "number" ? [] : param.options.map(({ value }) => Number(value));

/** Whether its values are numbers, so that they have an order along the axis. */
export const hasNumbers = (param: Param): boolean => optionsOf(param).every(Number.isFinite);

export function limitsOf(param: Param): Pick<Pulled, "least" | "most"> {
  if (param.kind === "number") return { least: param.min, most: param.max };
  const options = optionsOf(param);
  return { least: Math.min(...options), most: Math.max(...options) };
}

/** Null for a handle that sets no parameter. */
export function pulledOf({ sets, to }: Pick<Handle, "sets" | "to">, setup: Setup): Pulled | null {
  if (sets.tag !== "parameter") return null;
  const { parameter: key, made, times } = sets;
  const param = experimentOf(setup).params[key];
  if (param === undefined) throw new Error(`handle: ${setup.experiment} has no parameter ${key}.`);
  return { key, param, now: Number(setup.parameters[key]), to, made, times, ...limitsOf(param) };
}

/** A value that the table allows: the nearest, or the nearest that is not smaller. */
export function allowedValue(param: Param, value: number, up = false): number {
  if (param.kind === "number") {
    const bounded = Math.min(param.max, Math.max(param.min, value));
    const near = allowed(param, bounded);
    return up && near < bounded - param.step * 1e-6 ? allowed(param, near + param.step) : near;
  }
  const near = (option: number): number => Math.abs(option - value);
  return optionsOf(param).reduce((best, option) => (near(option) < near(best) ? option : best));
}

/** The allowed value whose place is nearest: of a speed that is another than the nearest value. */
export function valueNear(pulled: Pulled, at: number): number {
  const { param } = pulled;
  if (param.kind === "number") return allowedValue(param, valueAt(pulled, at));
  const far = (option: number): number => Math.abs(placeOf(pulled, option) - at);
  return optionsOf(param).reduce((best, option) => (far(option) < far(best) ? option : best));
}

/** The value as the setup has it: a choice keeps the text of its option. */
export function settingOf(param: Param, value: number): ParamValue {
  if (param.kind === "number") return value;
  return param.options.find((option) => Number(option.value) === value)?.value ?? param.default;
}

/** "20 ms": the value of a choice of speeds has no unit in its table; its label has. */
export const labelOf = (param: Param, value: number): string =>
  param.kind === "number"
    ? parameterText(param, value)
    : (param.options.find((option) => Number(option.value) === value)?.label ?? exactText(value));

/** "timer 20 → 14.3 ms" */
export function changeLine({ param, now }: Pulled, value: number): string {
  const name = param.stretches?.name ?? param.label;
  const from = param.kind === "number" ? exactText(now) : labelOf(param, now);
  return `${name} ${from} → ${labelOf(param, value)}`;
}

export const defaultOf = (param: Param): number => Number(param.default);

export const limitSentence = ({ param }: Pulled, value: number, end: "least" | "most"): string =>
  `The ${end} is ${labelOf(param, value)}.`;

const LONG_UNITS: Readonly<Record<string, string>> = {
  us: "microseconds",
  ms: "milliseconds",
  s: "seconds",
  "Mbit/s": "megabits per second",
  "Gbit/s": "gigabits per second",
};

/** "20 milliseconds" */
const spokenValue = (param: NumberParam, value: number): string =>
  `${exactText(value)} ${LONG_UNITS[param.unit] ?? unitText(param.unit)}`;

export function handleValue(param: Param, now: number): HandleValue {
  const text = param.kind === "number" ? spokenValue(param, now) : labelOf(param, now);
  return { now, ...limitsOf(param), text };
}
