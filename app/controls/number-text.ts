/** Numbers as the controls show them: commas for thousands, as many decimals as the value has. */
import type { NumberParam } from "../../engine/experiments/types.ts";

export const numberText = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 10 });

/** "10 Mbit/s"; "4" where there is no unit. */
export const withUnit = (param: NumberParam, value: number): string =>
  param.unit === "" ? numberText(value) : `${numberText(value)} ${param.unit}`;
