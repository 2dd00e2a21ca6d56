/** `lab trace --graph`: the nearest graph of services, and what a run of it takes beside what was recorded. */
import { itemAt } from "../kernel/reads.ts";
import { experiments } from "../experiments/index.ts";
import { defaultsOf } from "../experiments/settings.ts";
import { fittedParameters, graphOf, p50And99, withoutClients } from "../spans/graph.ts";
import type { FittedGraph } from "../spans/graph.ts";
import { nanosText } from "../spans/number.ts";
import type { Trace } from "../spans/tree.ts";
import { graphLines, readServiceGraph } from "../systems/services/graph.ts";
import { textTable } from "./text-table.ts";
import { UsageError } from "./usage.ts";
import type { Io } from "./verb.ts";

const EXPERIMENT = "services/graph";

interface Twin {
  readonly fitted: FittedGraph;
  readonly graph: string;
  readonly recordedNs: readonly number[]; // p50, p99
  readonly simulatedNs: readonly (number | null)[];
}

/** Throws UsageError where the traces have nothing to make a graph of. */
export function twinOf(traces: readonly Trace[]): Twin {
  const fitted = graphOf(traces);
  const experiment = experiments.find(({ id }) => id === EXPERIMENT);
  if (experiment === undefined) throw new Error(`trace: there is no experiment ${EXPERIMENT}.`);
  if (fitted === null) throw new UsageError("lab trace: --graph: no trace of the file has a root with a length.");
  const parameters = fittedParameters(fitted);
  const { measures } = experiment.run({ ...defaultsOf(experiment), ...parameters }, 1, [], { keep: "none" });
  const simulatedNs = ["p50Ms", "p99Ms"].map((name) => withoutClients(fitted, measures[name]?.value));
  return { fitted, graph: parameters.graph, recordedNs: p50And99(fitted), simulatedNs };
}

export function graphJson({ fitted, graph, recordedNs, simulatedNs }: Twin) {
  const { operation, tookNs, settings, said } = fitted;
  const [p50Ns, p99Ns] = recordedNs;
  const [simulatedP50Ns, simulatedP99Ns] = simulatedNs;
  return {
    ...{ experiment: EXPERIMENT, operation, traces: tookNs.length },
    parameters: { graph: JSON.parse(graph) as unknown, ...settings },
    recorded: { p50Ns, p99Ns },
    simulated: { p50Ns: simulatedP50Ns, p99Ns: simulatedP99Ns },
    said,
  };
}

const percentText = (recorded: number, simulated: number): string => {
  const percent = (100 * (simulated - recorded)) / recorded;
  return `${percent >= 0 ? "+" : "-"}${Math.abs(percent).toFixed(1)} %`;
};

export function printGraph({ fitted, graph, recordedNs, simulatedNs }: Twin, io: Io): void {
  io.out(`\nthe nearest graph of services, for ${EXPERIMENT}:`);
  io.out(graphLines(readServiceGraph(graph)));
  const set = Object.entries(fitted.settings).map(([key, value]) => `--set ${key}=${value}`);
  io.out(`lab run ${EXPERIMENT} --set 'graph=${graph}' ${set.join(" ")}`);
  for (const sentence of fitted.said) io.out(sentence);
  const text = (nanos: number): string => nanosText(BigInt(Math.round(nanos)));
  const rows = ["half within", "99 % within"].map((name, i) => {
    const [recorded, simulated] = [itemAt(recordedNs, i, "share"), itemAt(simulatedNs, i, "share")];
    if (simulated === null) return [`  ${name}`, text(recorded), "none", ""];
    return [`  ${name}`, text(recorded), text(simulated), percentText(recorded, simulated)];
  });
  io.out(textTable(["", "recorded", "simulated", "difference"], rows));
}
