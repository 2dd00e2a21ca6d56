/**
 * The place of a number on its rail, and the step of each key. A linear parameter moves by equal steps; a logarithmic
 * one along 1, 2, 5, 10, so that a range of four decades takes a dozen presses, not thousands.
 */
import { snap } from "../../engine/experiments/parameters.ts";
import type { NumberParam, Param } from "../../engine/experiments/types.ts";
import { linearScale, logScale } from "../draw/scale.ts";
import type { Scale } from "../draw/scale.ts";
import { exactText } from "../words/numbers.ts";
import { allowedText } from "../../engine/experiments/parameters.ts";
import { unitText } from "../words/units.ts";

/** A number with its range, step and unit, in no group of a form. */
export type NumberRange = Omit<NumberParam, "group">;

/** Resolution of the rail, in thousandths of its length. */
export const RAIL = 1000;

const isLog = ({ scale, min }: NumberRange): boolean => scale === "log" && min >= 0;

const DECADES = 5; // of a logarithmic rail that begins at zero

/**
 * A logarithmic rail adds this to a value before it takes the logarithm: nothing, unless the rail begins at zero. Then
 * the first hundred-thousandth of the range is nearly linear.
 */
function lift(param: NumberRange): number {
  const { min, max, step } = param;
  return !isLog(param) || min > 0 ? 0 : Math.max(step, max / 10 ** DECADES);
}

/** Lifted values on the rail. */
function railOf(param: NumberRange): Scale {
  const up = lift(param);
  const ends = { domain: [param.min + up, param.max + up], range: [0, RAIL], clamp: true } as const;
  return isLog(param) ? logScale(ends) : linearScale(ends);
}

/** 0 at the least value, RAIL at the greatest. */
export function positionOf(param: NumberRange, value: number): number {
  return param.max === param.min ? 0 : railOf(param).at(value + lift(param));
}

/** The allowed value nearest to a place on the rail. */
export function valueAt(param: NumberRange, position: number): number {
  const value = railOf(param).valueAt(position) - lift(param);
  // On a long logarithmic rail one pixel is many steps: two figures are as fine as a hand can mean.
  return snap(param, isLog(param) ? Number(value.toPrecision(2)) : value);
}

type StepSize = "fine" | "step" | "large";

const SERIES = [1, 2, 5, 10] as const;

/** The next number of the series 1, 2, 5, 10, 20, … above (or below) `value`; below the least of them is 0. */
function alongSeries(value: number, up: boolean, least: number): number {
  if (value < least || (value === least && !up)) return up ? least : 0;
  const decade = 10 ** Math.floor(Math.log10(value) + 1e-9);
  const near = [...SERIES.map((n) => (n * decade) / 10), ...SERIES.map((n) => n * decade)].map((n) =>
    Number(n.toPrecision(6)),
  );
  const beyond = near.filter((n) => (up ? n > value * (1 + 1e-9) : n < value * (1 - 1e-9)));
  return up ? Math.min(...beyond) : Math.max(...beyond);
}

/** The value one press away, inside the limits. Always another value, unless it stands at the limit. */
export function stepped(param: NumberRange, value: number, size: StepSize, up: boolean): number {
  const sign = up ? 1 : -1;
  const byOne = snap(param, value + sign * param.step);
  if (size === "fine") return byOne;
  const range = param.max - param.min;
  const target = isLog(param)
    ? size === "large"
      ? Math.max(value, param.step) * 10 ** sign
      : alongSeries(value, up, param.step)
    : value + sign * Math.max(param.step, Math.ceil(range / (size === "large" ? 10 : 100) / param.step) * param.step);
  const moved = snap(param, target);
  return up ? Math.max(moved, byOne) : Math.min(moved, byOne);
}

/** The value that a key asks for; undefined for a key that moves nothing. */
export function keyValue(param: NumberRange, value: number, key: string, shift: boolean): number | undefined {
  const size = shift ? "fine" : "step";
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return stepped(param, value, size, true);
    case "ArrowLeft":
    case "ArrowDown":
      return stepped(param, value, size, false);
    case "PageUp":
      return stepped(param, value, "large", true);
    case "PageDown":
      return stepped(param, value, "large", false);
    case "Home":
      return param.min;
    case "End":
      return param.max;
    default:
      return undefined;
  }
}

/** "10 Mbit/s", "140.4 µs"; "4" where there is no unit. */
export const parameterText = (param: NumberRange, value: number): string =>
  param.unit === "" ? exactText(value) : `${exactText(value)} ${unitText(param.unit)}`;

/** The values that a reader may type: "1 to 100,000 KB, whole numbers", "private or shared". */
export function allowedHere(param: Param): string {
  if (param.kind === "choice") return allowedText(param);
  const whole = param.step === 1 ? ", whole numbers" : "";
  return `${exactText(param.min)} to ${parameterText(param, param.max)}${whole}`;
}
