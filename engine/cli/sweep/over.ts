/**
 * Reads the parameter and the values of a sweep: `--over key=a..b`, `key=a..b:step`, `key=a..b/9` (nine values at equal
 * distances), `key=a..b*9` (nine, each so many times the one before) or `key=a,b,c`.
 */
import { groupsIn } from "../../kernel/items.ts";
import { allowedText, numberAdvice, readValue, snap } from "../../experiments/parameters.ts";
import type { Description, NumberParam, Param, ParamValue } from "../../experiments/types.ts";
import { spread } from "../../experiments/spread.ts";
import { quote } from "../../faults/quote.ts";
import { readPlain } from "../../faults/number-text.ts";
import { closestWord } from "../../faults/closest-word.ts";
import { UsageError } from "../usage.ts";

interface Over {
  readonly key: string;
  readonly values: readonly ParamValue[];
}

export const OVER_FORM = "k=a..b[:step|/points|*points]|a,b,c";
const MOST_VALUES = 100_000;

function readOne(key: string, param: Param, text: string): ParamValue {
  const value = readValue(param, text);
  if (value !== null) return value;
  const got = `--over ${key} = ${quote(text)}`;
  throw new UsageError(
    `lab sweep: ${got} is not allowed: ${allowedText(param)} (default ${param.default}).${numberAdvice(param, text)}`,
  );
}

/** An item of a list; the end of a number that was written with a comma is none: "000" of 1,000. */
function wholeItem(key: string, param: Param, item: string, all: string): string {
  if (param.kind === "choice" || !/^0\d/.test(item)) return item;
  throw new UsageError(
    `lab sweep: --over ${key}=${all} is not allowed: a comma stands between two values, and ${quote(item)} begins ` +
      `with 0. Write a number without group marks: ${all.replaceAll(",", "")}.`,
  );
}

/** The values from `from` to `to`, both included where the step meets them, on the parameter's own grid. */
function range(key: string, param: NumberParam, from: number, to: number, stepText: string | undefined): number[] {
  const most = snap({ ...param, min: 0 }, param.max - param.min);
  const read = readPlain(stepText ?? String(param.step), { min: param.step, max: most, step: param.step });
  if ("why" in read) {
    throw new UsageError(
      `lab sweep: --over ${key}: step ${quote(stepText ?? "")} is not allowed: ${param.step} to ${most} ` +
        `(default ${param.step}).${read.why === "" ? "" : ` ${read.why}`}`,
    );
  }
  const step = read.value;
  if (from > to) throw new UsageError(`lab sweep: --over ${key}: ${from}..${to} runs backwards; write ${to}..${from}.`);
  const count = Math.floor((to - from) / step + 1e-9) + 1; // 0.1 + 2 x 0.1 may pass 0.3 by a rounding error
  if (count > MOST_VALUES) {
    throw new UsageError(`lab sweep: --over ${key}: ${count} values; at most ${MOST_VALUES}. Give a larger step.`);
  }
  return Array.from({ length: count }, (_, i) => snap(param, from + i * step));
}

/** So many values from `from` to `to`. */
function pointsOf(key: string, param: NumberParam, from: number, to: number, text: string): readonly number[] {
  const points = /^[/*]\d{1,6}$/.test(text) ? Number(text.slice(1)) : NaN;
  const spacing = text.startsWith("*") ? "factors" : "steps";
  const got = `--over ${key}=${from}..${to}${text}`;
  if (!(points >= 2 && points <= MOST_VALUES)) {
    throw new UsageError(`lab sweep: ${got} is not allowed: 2 to ${MOST_VALUES} points.`);
  }
  if (from >= to) throw new UsageError(`lab sweep: ${got} is not allowed: the second limit must be greater.`);
  if (spacing === "factors" && from <= 0) {
    throw new UsageError(`lab sweep: ${got} is not allowed: factors begin above 0. Write ${from}..${to}/${points}.`);
  }
  return spread(param, { from, to, points, spacing });
}

export function readOver(experiment: Description, text: string): Over {
  const [, key, what] = groupsIn(/^([^=]+)=(.+)$/s, text);
  if (key === undefined || what === undefined) {
    throw new UsageError(`lab sweep: --over ${quote(text)} is not of the form ${OVER_FORM}.`);
  }
  const param = Object.hasOwn(experiment.params, key) ? experiment.params[key] : undefined;
  if (param === undefined) {
    const keys = Object.keys(experiment.params);
    const meant = closestWord(key, keys);
    const hint = meant === undefined ? `it has ${keys.join(", ")}.` : `did you mean ${meant}?`;
    throw new UsageError(`lab sweep: ${experiment.id} has no parameter ${quote(key)}; ${hint}`);
  }
  const [, from, to, points, step] = groupsIn(/^(.+?)\.\.([^:/*]+)(?:([/*].*)|:(.+))?$/, what);
  if (param.kind === "choice" || from === undefined || to === undefined) {
    return { key, values: what.split(",").map((one) => readOne(key, param, wholeItem(key, param, one, what))) };
  }
  const [low, high] = [Number(readOne(key, param, from)), Number(readOne(key, param, to))];
  return {
    key,
    values: points === undefined ? range(key, param, low, high, step) : pointsOf(key, param, low, high, points),
  };
}
