/**
 * The large systems step their protocols' machines themselves (MODEL.md says why). This holds them to the ends, over
 * faults of each sort: beside.ts says how.
 */
import { expect, it } from "vitest";
import { withDefaults } from "../experiments/settings.ts";
import { boundParameters, NUMBERED } from "../experiments/explorable.ts";
import { EXPLORABLE } from "../experiments/explorable-ids.ts";
import { experimentOf } from "../experiments/testing.ts";
import type { Experiment, ParamValues, Run } from "../experiments/types.ts";
import { timeAt } from "../kernel/reads.ts";
import { ofHost, type AnyEnds } from "../protocols/ends.ts";
import { Walk } from "./beside.ts";
import { explorableOf } from "./index.ts";

/** Parameters that change how a protocol goes, besides the defaults. */
const VARIANTS: Readonly<Record<string, readonly ParamValues[]>> = {
  "cedar/call": [{}, { argumentPackets: 3 }, { argumentPackets: 3, underWay: "all" }],
  "flexrpc/multicast": [{}, { mode: "parallel" }, { results: "pipelined" }],
  "multirpc/call": [{}, { library: "2025" }, { clients: 2 }, { threads: 2 }],
  "sun-rpc/broadcast": [{ waitFor: 0 }, { waitFor: 2 }],
  "sun-rpc/call": [{}, { transport: "tcp" }, { duplicateCache: "on" }, { serverMs: 2000, retryS: 1 }],
};

/** So long a machine is down. TCP’s probes come each second, and at one of them the ends may be ahead of the system. */
const DOWN_US = 3_300_000;

/** Faults of each sort that the experiment knows. */
function scriptsFor({ trace }: Run, ends: AnyEnds, { packetKinds }: Experiment): readonly (readonly string[])[] {
  const [start, end] = [timeAt(trace.calls.start, 0), timeAt(trace.calls.end, 0)];
  const moments = [0.3, 0.7].map((share) => Math.round((start + share * (end - start)) / 1000));
  const kinds = packetKinds.filter((kind) => ends.kinds.includes(kind));
  const crashes = ends.crashable
    .map((host) => ofHost(ends.hosts, host))
    .flatMap((host) =>
      moments.map((at) => [`crash ${host} at ${at}us`, `restart ${host} at ${at + DOWN_US}us`] as const),
    );
  return [
    [],
    ...kinds.flatMap((kind) => [
      [`drop ${kind}#1`],
      [`drop ${kind}#1`, `drop ${kind}#1 send 2`],
      [`duplicate ${kind}#1 by 2ms`],
      [`delay ${kind}#1 by 20ms`],
      [`delay ${kind}#1 by 1500ms`],
    ]),
    ...crashes.flatMap(([crash, restart]) => [[crash], [crash, restart]]),
    ["lose 10% of packets"],
    ["lose 30% of packets"],
  ];
}

const CALLS = 4;
const SEEDS = [1, 2, 3];

/** The disagreements of a run and the ends, each with the run that shows it. */
function disagreementsOf(id: string, set: ParamValues, faults: readonly string[], leftOut: ParamValues = {}): string[] {
  const experiment = experimentOf(id);
  const explorable = explorableOf(id);
  const { parameters } = boundParameters(explorable, withDefaults(experiment, set), CALLS);
  const program = explorable.program?.(parameters) ?? NUMBERED;
  const seeds = faults.some((line) => line.startsWith("lose")) ? SEEDS : [1];
  return seeds.flatMap((seed) => {
    const { trace } = experiment.run(parameters, seed, faults, { keep: "all" });
    const walk = new Walk(trace, explorable.ends({ ...parameters, ...leftOut }), program);
    return walk.walk().map((text) => `${id} ${JSON.stringify(set)} --seed ${seed} [${faults.join("; ")}]: ${text}`);
  });
}

it.each(EXPLORABLE.flatMap((id) => (VARIANTS[id] ?? [{}]).map((set) => [id, set] as const)))(
  "the machines of %s with %j take the steps of the ends and send their packets",
  (id, set) => {
    const experiment = experimentOf(id);
    const explorable = explorableOf(id);
    const { parameters } = boundParameters(explorable, withDefaults(experiment, set), CALLS);
    const undisturbed = experiment.run(parameters, 1, [], { keep: "all" });
    const scripts = scriptsFor(undisturbed, explorable.ends(parameters), experiment);
    expect(scripts.flatMap((faults) => disagreementsOf(id, set, faults))).toEqual([]);
  },
);

it("ends that leave a rule out disagree with the system", () => {
  const wrong = disagreementsOf("firefly/null", {}, ["drop result#1"], { without: "heldReply" });
  expect(wrong.join()).toContain("Firefly server, done: retaining; the ends have Firefly server, done: settled");
});
