/** Which calls of a paper's model.py answer an experiment, and how a call is named in a table of values. */
import type { Experiment, ModelLink, ParamValues } from "../../engine/experiments/types.ts";

export interface ModelCall {
  readonly paper: string;
  readonly function: string;
  readonly arguments: Readonly<Record<string, number>>;
}

/** One text for one call: "firefly null_us ethernet_mbps=10". */
export function callKey(call: ModelCall): string {
  const given = Object.keys(call.arguments)
    .sort()
    .map((name) => `${name}=${call.arguments[name]}`);
  return [call.paper, call.function, ...given].join(" ");
}

/** As Python would be called: "null_us(ethernet_mbps=10)". */
export function callText(call: ModelCall): string {
  return `${call.function}(${Object.entries(call.arguments)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ")})`;
}

export function modelCall(link: ModelLink, parameters: ParamValues): ModelCall {
  return { paper: link.paper, function: link.function, arguments: link.arguments(parameters) };
}

/** The parameters at each point of the experiment's sweep. */
export function sweepPoints(experiment: Experiment, parameters: ParamValues): readonly ParamValues[] {
  const { over, values, fixed } = experiment.sweep;
  return values.map((value) => ({ ...parameters, ...fixed, [over]: value }));
}

/** Every call that the page needs for `parameters`: the model's answer there, and its curve over the sweep. */
export function modelCallsOf(experiment: Experiment, parameters: ParamValues): readonly ModelCall[] {
  const at = [parameters, ...sweepPoints(experiment, parameters)];
  const calls = experiment.models.flatMap((link) => at.map((point) => modelCall(link, point)));
  return [...new Map(calls.map((call) => [callKey(call), call])).values()];
}
