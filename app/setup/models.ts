/** The calls of a paper's model.py that answer an experiment, and their keys in a table of values. */
import type { ChartSpec, Description, ModelLink, ParamValue, ParamValues } from "../../engine/experiments/types.ts";
import type { ModelCall } from "../workers/python-client.ts";
import { changedParameters, modelFor } from "../../engine/experiments/answering.ts";
import { inSentence } from "../words/sentences.ts";
import { sweepOf } from "./charts.ts";

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

/** The parameters at each point of a chart's curve of a series; of its one curve where there are none. */
export function curvePoints(
  experiment: Description,
  chart: ChartSpec | undefined,
  parameters: ParamValues,
  series?: ParamValue,
): readonly ParamValues[] {
  const { over, values, fixed } = sweepOf(experiment, chart);
  const parameter = chart?.series?.parameter;
  const one = parameter === undefined || series === undefined ? {} : { [parameter]: series };
  return values.map((value) => ({ ...parameters, ...fixed, ...one, [over]: value }));
}

/** The calls behind a chart: the model's for every curve, and those of further models. */
export function callsOfChart(experiment: Description, chart: ChartSpec, parameters: ParamValues): readonly ModelCall[] {
  const each = chart.series?.values ?? [undefined];
  const own = each
    .flatMap((series) => curvePoints(experiment, chart, parameters, series))
    .flatMap((point) => {
      const link = modelFor(experiment, chart.y, point);
      return link === undefined ? [] : [modelCall(link, point)];
    });
  const further = (chart.models ?? []).flatMap((curve) =>
    curvePoints(experiment, chart, parameters, curve.series).map((point) => modelCall(curve, point)),
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
  const onCharts = [...experiment.charts, ...further].flatMap((chart) => callsOfChart(experiment, chart, parameters));
  return [...new Map([...here, ...onCharts].map((call) => [callKey(call), call])).values()];
}
