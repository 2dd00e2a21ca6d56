/** Runs of many systems, written as captures and opened again: the calls, sendings, replies and times of the run. */
import { describe, expect, it } from "vitest";
import type { Call } from "../capture/call.ts";
import { Dissection } from "../capture/dissection.ts";
import { toPcapng } from "../experiments/export/index.ts";
import { findExperiment } from "../experiments/index.ts";
import { checkedParameters } from "../experiments/parameters.ts";
import { itemAt, numberAt, timeAt } from "../kernel/reads.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import { DISSECTORS } from "../wire/dissectors.ts";
import type { Settings } from "./recorded-run.ts";

const SECOND = 1e9;
type Role = "request" | "reply";

/** When the packets of each call left, requests and replies apart, in the order of their first. */
type Times = readonly (readonly [sends: readonly number[], replies: readonly number[]])[];
const inOrder = (times: Times): Times => times.toSorted(([a], [b]) => (a[0] ?? 0) - (b[0] ?? 0));

function timesOfRun(trace: TraceData, system: string): Times {
  const roles = DISSECTORS.find(({ name }) => name === system)?.packetKinds ?? {};
  const { packets } = trace;
  // A call to many has an exchange with each of them.
  const calls = new Map<string, Record<Role, number[]>>();
  for (let row = 0; row < packets.count; row++) {
    const role = roles[itemAt(trace.packetKinds, numberAt(packets.kind, row), "packet kind")];
    const number = numberAt(packets.call, row);
    if (number === 0 || (role !== "request" && role !== "reply")) continue;
    const machine = (track: number): string => itemAt(trace.tracks, track, "track").machine;
    const [from, to] = [machine(numberAt(packets.from, row)), machine(numberAt(packets.to, row))];
    const key = JSON.stringify(role === "request" ? [number, from, to] : [number, to, from]);
    const times = calls.get(key) ?? { request: [], reply: [] };
    times[role].push(timeAt(packets.departs, row));
    calls.set(key, times);
  }
  const sorted = (times: readonly number[]): readonly number[] => times.toSorted((a, b) => a - b);
  return inOrder([...calls.values()].map(({ request, reply }) => [sorted(request), sorted(reply)] as const));
}

function timesOfCapture(file: Uint8Array, programName: string): Times {
  const calls: Call[] = [];
  const dissection = new Dissection((call) => calls.push(call));
  dissection.push(file);
  dissection.finish();
  const { start } = dissection.reader.facts;
  const startNs = start === null ? 0 : start.seconds * SECOND + start.ns;
  const own = calls.filter((call) => call.programName === programName);
  const at = ({ firstNs }: { readonly firstNs: number }): number => firstNs + startNs;
  return inOrder(own.map(({ sends, replies }) => [sends.map(at), replies.map(at)] as const));
}

const CASES: readonly (readonly [id: string, system: string, set: Settings, faults: readonly string[]])[] = [
  ["amoeba/call", "Amoeba", { calls: 6 }, ["drop request#2", "drop reply#4"]],
  ["cedar/call", "Cedar RPC", { calls: 6 }, ["drop call#2", "drop result#4"]],
  ["firefly/null", "Firefly RPC", { calls: 12, threads: 3 }, ["drop call#2", "drop result#4"]],
  ["sprite/call", "Sprite RPC", { calls: 6 }, ["drop request#2", "drop reply#4"]],
  ["written/call", "Written RPC", { calls: 6 }, ["drop call#2", "drop result#4"]],
  ["sweepstakes/null", "V interkernel", { system: "v", calls: 6 }, ["drop message#2", "drop reply#4"]],
  ["sweepstakes/null", "Peregrine RPC", { system: "peregrine", calls: 6 }, ["drop call#2", "drop result#4"]],
];

const STREAMS: readonly (readonly [id: string, system: string, set: Settings, faults: readonly string[]])[] = [
  ["flexrpc/multicast", "FlexRPC", {}, ["drop argument#2"]],
  ["many/call", "Gemini", { way: "gemini", callees: 3 }, ["drop reply#2"]],
  ["many/call", "Mercury", { way: "mercury", callees: 3 }, ["drop call#1"]],
  ["tcp/transfer", "Transfer", {}, []],
  ["today/call", "Streams of calls", { calls: 6, bytes: 5000, resultBytes: 9000 }, ["drop call#2", "drop reply#4"]],
];

function runOf(id: string, set: Settings, faults: readonly string[]) {
  const experiment = findExperiment(id);
  if (experiment === undefined) throw new Error(`there is no experiment ${id}.`);
  return experiment.run(checkedParameters(experiment, set, id), 1, faults, { keep: "all" });
}

describe("a run that is exported and opened again has the calls of the run", () => {
  it.each(CASES)("%s: %s", (id, system, set, faults) => {
    const run = runOf(id, set, faults);
    const wanted = timesOfRun(run.trace, system);
    expect(wanted.flatMap(([sends]) => sends.slice(1)).length).toBeGreaterThan(0); // the faults made it send again
    expect(timesOfCapture(toPcapng(run), system)).toEqual(wanted);
  });

  it.each(STREAMS)("%s: %s, on connections: when each call and its reply began", (id, system, set, faults) => {
    const run = runOf(id, set, faults);
    const begun = (times: Times): Times => times.map(([sends, replies]) => [sends.slice(0, 1), replies.slice(0, 1)]);
    const wanted = begun(timesOfRun(run.trace, system));
    expect(wanted.length).toBeGreaterThan(0);
    expect(timesOfCapture(toPcapng(run), system)).toEqual(wanted);
  });
});
