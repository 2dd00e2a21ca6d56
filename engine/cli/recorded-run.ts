/** A run of an experiment as its own capture: for tests that ask what a capture tells of a cause that is known. */
import type { Recorded } from "../capture/ask/recorded.ts";
import type { Call } from "../capture/call.ts";
import { Dissection } from "../capture/dissection.ts";
import { toPcapng } from "../experiments/export/index.ts";
import { findExperiment } from "../experiments/index.ts";
import { checkedParameters } from "../experiments/parameters.ts";

export type Settings = Readonly<Record<string, string | number>>;

/** @param all with the calls of the binding, too */
export function recordedOf(id: string, set: Settings, faults: readonly string[], seed = 1, all = false): Recorded {
  const experiment = findExperiment(id);
  if (experiment === undefined) throw new Error(`there is no experiment ${id}.`);
  const recorded = recordedIn(toPcapng(experiment.run(checkedParameters(experiment, set, id), seed, faults, KEEP)));
  const isOwn = ({ programName, procedureName }: Call): boolean =>
    programName !== "PORTMAP" && procedureName?.startsWith("BIND") !== true;
  // A simulated network has no length worth the name: without the word, TCP’s slow opening would count as its way.
  return { ...recorded, calls: all ? recorded.calls : recorded.calls.filter(isOwn), place: "server" };
}

const KEEP = { keep: "all" } as const;

/** What a question is asked of, of a whole file. */
export function recordedIn(file: Uint8Array): Recorded {
  const calls: Call[] = [];
  const dissection = new Dissection((call) => calls.push(call));
  dissection.push(file);
  dissection.finish();
  const { unseenBytes, holes } = dissection.counts;
  return { calls, place: null, clockNs: dissection.clockNs(), endNs: dissection.endNs, unseenBytes, holes };
}
