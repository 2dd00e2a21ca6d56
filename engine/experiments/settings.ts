/** The settings of a run: defaults, what differs from them, and what has no effect. */
import type { Description, Param, ParamValue, ParamValues } from "./types.ts";

/** Every parameter of an experiment at its default. */
export const defaultsOf = ({ params }: Pick<Description, "params">): ParamValues =>
  Object.fromEntries(Object.entries(params).map(([key, param]) => [key, param.default]));

/** All parameters of a run that sets these: the others have their defaults. */
export const withDefaults = (experiment: Description, set: ParamValues): ParamValues => ({
  ...defaultsOf(experiment),
  ...set,
});

/** The parameters that differ from their defaults: links, file names and captions show them. */
export function changedParameters(experiment: Description, parameters: ParamValues): ParamValues {
  const changed: Record<string, ParamValue> = {};
  for (const [key, param] of Object.entries(experiment.params)) {
    const value = parameters[key];
    if (value !== undefined && value !== param.default) changed[key] = value;
  }
  return changed;
}

/** Why a parameter has no effect while the others have these values; null where it has one. */
export function idleWhy({ only }: Param, values: ParamValues): string | null {
  if (only === undefined) return null;
  const value = values[only.parameter];
  return value === undefined || only.values.includes(value) ? null : only.why;
}

/**
 * The parameters of a sweep's runs: the given ones with those that it fixes. A sweep fixes few repeats to be quick;
 * where more callers share them, each makes one, for else the sweep would not show that they are there.
 */
export function withFixed(
  { params }: Pick<Description, "params">,
  given: ParamValues,
  fixed: ParamValues = {},
): ParamValues {
  const callers = Object.entries(params).reduce(
    (product, [key, param]) =>
      param.kind === "number" && param.callers === true ? product * Number(given[key]) : product,
    1,
  );
  const repeated = Object.entries(fixed).flatMap(([key, value]) => {
    const param = params[key];
    if (param?.kind !== "number" || param.repeats !== true) return [];
    return [[key, Math.min(param.max, Math.max(Number(value), callers))] as const];
  });
  return { ...given, ...fixed, ...Object.fromEntries(repeated) };
}
