/** The calls of a capture simulated: the experiments run in the worker that has the capture. */
import type { Recorded } from "../../engine/capture/ask/recorded.ts";
import type { Median } from "../../engine/capture/twin/fit.ts";
import { twinOf, type RunTwin } from "../../engine/capture/twin/twin.ts";
import { loadDescription } from "../../engine/experiments/load.ts";
import { loadReader, loadRunner } from "../../engine/experiments/load-runs.ts";
import { outlineOf } from "../../engine/experiments/outline.ts";
import { checkedParameters } from "../../engine/experiments/parameters.ts";
import type { ParamValues } from "../../engine/experiments/types.ts";
import { elapsedOf, outcomeOf } from "../../engine/kernel/reads.ts";
import { shownAnswer } from "./capture-rows.ts";
import type { CaptureAnswer } from "./capture-rows.ts";

interface TwinSetup {
  readonly experiment: string;
  readonly parameters: ParamValues; // complete
  readonly seed: number;
  readonly faults: readonly string[];
}

/** Calls of one procedure, recorded and simulated. Times in nanoseconds. */
export interface KindOfCalls {
  readonly name: string; // "NFS 3 READ over TCP"
  readonly setup: TwinSetup;
  readonly recorded: number; // median
  readonly simulated: number; // median
  /** Of the differences, simulated less recorded: the median, and its interval of 95 %; null for too few calls. */
  readonly difference: Median;
  readonly isFar: boolean; // the two fitted numbers do not fit it
  readonly calls: readonly { readonly call: number; readonly recorded: number; readonly simulated: number }[];
}

export interface ShownTwin {
  readonly answer: CaptureAnswer;
  readonly kinds: readonly KindOfCalls[];
}

const runTwin: RunTwin = async ({ experiment, parameters, faults, seed }) => {
  const [description, runner, read] = await Promise.all([
    loadDescription(experiment),
    loadRunner(experiment),
    loadReader(faults),
  ]);
  const checked = checkedParameters(description, parameters, experiment);
  const { trace } = runner(outlineOf(description), read, checked, seed, faults, { keep: "none" });
  return Array.from({ length: trace.calls.count }, (_, row) =>
    outcomeOf(trace, row) === "returned" ? elapsedOf(trace, row) : null,
  );
};

export async function shownTwin(recorded: Recorded): Promise<ShownTwin> {
  const { answer, kinds } = await twinOf(recorded, runTwin);
  const shown = kinds.map(async ({ name, setup, calls, recordedNs, simulatedNs, ...rest }): Promise<KindOfCalls> => {
    const { experiment, parameters, seed, faults } = setup;
    const description = await loadDescription(experiment);
    return {
      name,
      setup: { experiment, parameters: checkedParameters(description, parameters, experiment), seed, faults },
      ...{ recorded: recordedNs, simulated: simulatedNs, difference: rest.difference, isFar: rest.isFar },
      calls: calls.map((one) => ({
        ...{ call: one.call.number, recorded: one.recordedNs, simulated: one.simulatedNs },
      })),
    };
  });
  const all = await Promise.all(shown);
  return { answer: shownAnswer(answer), kinds: all.filter(({ calls }) => calls.length > 0) };
}
