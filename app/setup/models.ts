/** The calls of a paper's model.py that answer an experiment, and their keys in a table of values. */
import type { ChartSpec, Description, ModelLink, ParamValues } from "../../engine/experiments/types.ts";
import type { ModelCall } from "../workers/evaluate.ts";
import { modelFor } from "../../engine/experiments/answering.ts";
import { changedParameters } from "../../engine/experiments/settings.ts";
import { inSentence } from "../language/in-sentence.ts";
import { chartRequest, pointsWith } from "./chart-request.ts";
import type { ChartRequest } from "./chart-request.ts";
import { defaultSetup } from "./setup.ts";

type Called = Pick<ModelLink, "paper" | "function" | "arguments">;

/** One text for one call: "firefly null_us ethernet_mbps=10". */
export function callKey(call: ModelCall): string {
  const given = Object.keys(call.arguments)
    .sort()
    .map((name) => `${name}=${call.arguments[name]}`);
  return [call.paper, call.function, ...given].join(" ");
}

/** A call as Python writes it: `null_us(ethernet_mbps=10)`, `rpc_us(machine="local")`. */
export function callText(call: ModelCall): string {
  return `${call.function}(${Object.entries(call.arguments)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(", ")})`;
}

export function modelCall(link: Called, parameters: ParamValues): ModelCall {
  return { paper: link.paper, function: link.function, arguments: link.arguments(parameters) };
}

/**
 * Labels of changed parameters that the model has no term for: with the default in their place it speaks too, and its
 * call is the same.
 */
export function unknownToModel(
  experiment: Description,
  link: Called & Pick<ModelLink, "when" | "regardlessOf">,
  parameters: ParamValues,
): readonly string[] {
  const here = callKey(modelCall(link, parameters));
  return Object.entries(changedParameters(experiment, parameters)).flatMap(([key]) => {
    const param = experiment.params[key];
    if (param === undefined || (param.kind === "number" && param.repeats)) return [];
    if (link.regardlessOf?.includes(key) === true) return [];
    const there = { ...parameters, [key]: param.default };
    const known = callKey(modelCall(link, there)) !== here || link.when?.(there) === false;
    return known ? [] : [inSentence(param.label)];
  });
}

/** The calls behind a chart: the model's for every curve, and those of further models. */
export function callsOfChart(request: ChartRequest): readonly ModelCall[] {
  const { experiment, spec, points, curves } = request;
  const each = spec.series === undefined ? [points] : curves.map((curve) => curve.points);
  const own = each.flat().flatMap(({ parameters }) => {
    const link = modelFor(experiment, spec.y, parameters);
    return link === undefined ? [] : [modelCall(link, parameters)];
  });
  const further = (spec.models ?? []).flatMap((model) =>
    pointsWith(request, model.series).map(({ parameters }) => modelCall(model, parameters)),
  );
  return [...own, ...further];
}

/** Every call that the page needs for `parameters`: the model's answers there, and its curves on these charts too. */
export function modelCallsOf(
  experiment: Description,
  parameters: ParamValues,
  further: readonly ChartSpec[] = [],
): readonly ModelCall[] {
  const here = experiment.models.flatMap((link) =>
    link.when?.(parameters) === false ? [] : [modelCall(link, parameters)],
  );
  const setup = { ...defaultSetup(experiment), parameters };
  const onCharts = [...experiment.charts, ...further].flatMap((chart) =>
    callsOfChart(chartRequest(experiment, chart, setup)),
  );
  return [...new Map([...here, ...onCharts].map((call) => [callKey(call), call])).values()];
}
