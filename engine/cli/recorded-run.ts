/** A run of an experiment as its own capture: for tests that ask what a capture tells of a cause that is known. */
import type { Recorded } from "../capture/ask/recorded.ts";
import type { Call } from "../capture/call.ts";
import { Dissection } from "../capture/dissection.ts";
import { toPcapng } from "../experiments/export/index.ts";
import { findExperiment } from "../experiments/index.ts";
import { checkedParameters } from "../experiments/parameters.ts";

export type Settings = Readonly<Record<string, string | number>>;

export function recordedOf(id: string, set: Settings, faults: readonly string[], seed = 1): Recorded {
  const experiment = findExperiment(id);
  if (experiment === undefined) throw new Error(`there is no experiment ${id}.`);
  const run = experiment.run(checkedParameters(experiment, set, id), seed, faults, { keep: "all" });
  const calls: Call[] = [];
  const dissection = new Dissection((call) => calls.push(call));
  dissection.push(toPcapng(run));
  dissection.finish();
  const { unseenBytes, holes } = dissection.counts;
  // The binding is no part of the change.
  const own = calls.filter(({ programName, procedureName }) => programName !== "PORTMAP" && procedureName !== "BIND");
  // A simulated network has no length worth the name: without the word, TCP’s slow opening would count as its way.
  return { calls: own, place: "server", clockNs: dissection.clockNs(), endNs: dissection.endNs, unseenBytes, holes };
}
