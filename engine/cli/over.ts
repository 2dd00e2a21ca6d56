/** Reads the parameter and the values of a sweep: `--over key=a..b`, `key=a..b:step` or `key=a,b,c`. */
import { allowedText, readValue, snap } from "../experiments/parameters.ts";
import type { Experiment, NumberParam, Param, ParamValue } from "../experiments/types.ts";
import { closestWord } from "../faults/closest-word.ts";
import { UsageError } from "./usage.ts";

interface Over {
  readonly key: string;
  readonly values: readonly ParamValue[];
}

export const OVER_FORM = "k=a..b[:step]|a,b,c";
const MOST_VALUES = 100_000;

function readOne(key: string, param: Param, text: string): ParamValue {
  const value = readValue(param, text);
  if (value !== null) return value;
  const got = `--over ${key} = ${JSON.stringify(text)}`;
  throw new UsageError(`lab sweep: ${got} is not allowed: ${allowedText(param)} (default ${param.default}).`);
}

/** The values from `from` to `to`, both included where the step meets them, on the parameter's own grid. */
function range(key: string, param: NumberParam, from: number, to: number, stepText: string | undefined): number[] {
  const step = stepText === undefined ? param.step : Number(stepText);
  if (!(step >= param.step && step <= param.max - param.min)) {
    throw new UsageError(
      `lab sweep: --over ${key}: step ${JSON.stringify(stepText)} is not allowed: ` +
        `${param.step} to ${param.max - param.min} (default ${param.step}).`,
    );
  }
  if (from > to) throw new UsageError(`lab sweep: --over ${key}: ${from}..${to} runs backwards; write ${to}..${from}.`);
  const count = Math.floor((to - from) / step + 1e-9) + 1; // 0.1 + 2 x 0.1 may pass 0.3 by a rounding error
  if (count > MOST_VALUES) {
    throw new UsageError(`lab sweep: --over ${key}: ${count} values; at most ${MOST_VALUES}. Give a larger step.`);
  }
  return Array.from({ length: count }, (_, i) => snap(param, from + i * step));
}

export function readOver(experiment: Experiment, text: string): Over {
  const [, key, what] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (key === undefined || what === undefined) {
    throw new UsageError(`lab sweep: --over ${JSON.stringify(text)} is not of the form ${OVER_FORM}.`);
  }
  const param = Object.hasOwn(experiment.params, key) ? experiment.params[key] : undefined;
  if (param === undefined) {
    const keys = Object.keys(experiment.params);
    const meant = closestWord(key, keys);
    const hint = meant === undefined ? `it has ${keys.join(", ")}.` : `did you mean ${meant}?`;
    throw new UsageError(`lab sweep: ${experiment.id} has no parameter ${JSON.stringify(key)}; ${hint}`);
  }
  const [, from, to, step] = /^(.+?)\.\.([^:]+)(?::(.+))?$/.exec(what) ?? [];
  if (param.kind === "choice" || from === undefined || to === undefined) {
    return { key, values: what.split(",").map((one) => readOne(key, param, one)) };
  }
  return { key, values: range(key, param, Number(readOne(key, param, from)), Number(readOne(key, param, to)), step) };
}
