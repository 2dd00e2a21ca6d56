/** A measure or a bound of a checkpoint, as its line and its table show it. */
import { unitText } from "../../lessons/named.ts";
import type { Condition } from "../../lessons/types.ts";
import { plainText } from "./numbers.ts";
import { millisText } from "./times.ts";

/** With its unit. Of a number, as many digits as tell it from its bound. */
export function boundText(value: number | string | null, unit: string): string {
  if (value === null) return "none";
  if (typeof value === "string") return value;
  const rounded = Number(value.toPrecision(4));
  if (unit === "ms") return millisText(rounded).replace(" ", "\u202f");
  return `${plainText(rounded)}${unit === "" || unit === "step" ? "" : `\u202f${unitText(unit)}`}`;
}

/** "at most 5"; where one value is asked for, that value. */
export const goalText = ({ test, bound }: Pick<Condition, "test" | "bound">, unit: string): string =>
  `${test === "is" ? "" : `${test} `}${boundText(bound, unit)}`;
