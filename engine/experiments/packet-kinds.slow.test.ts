/** The kinds of packets that an experiment names are those that its runs send, neither fewer nor more. */
import { expect, it } from "vitest";
import { FaultError, PACKET_KINDS } from "../faults/index.ts";
import { withDefaults } from "./settings.ts";
import { EVERY, fuzzCase } from "./fuzz-cases.ts";
import type { Experiment, ParamValues } from "./types.ts";

/** Of each experiment so many random cases are looked at, or fewer, where all its kinds have been sent. */
const CASES = 150;

interface Rare {
  readonly set: ParamValues;
  readonly faults: readonly string[];
}

/** A copy of a call finds its procedure still running, whose machine is slow: then its caller probes. */
const SLOW_COPY = ["slow server by 300 at 15505us", "delay call#1 by 889ms", "duplicate call#1 by 559ms"];

/** Runs that send a kind which hardly any random case sends. */
const RARE: Readonly<Record<string, readonly Rare[]>> = {
  "multirpc/callback-ways": [
    {
      set: { way: "broadcast", confirm: "calls", workstations: 1, campus: 40, computeMs: 10_000 },
      faults: ["crash server1 at 15s", "restart server1 at 16s"],
    },
  ],
  "many/call": [
    { set: { way: "v-group", callees: 1, slow: 1 }, faults: [] },
    {
      set: { way: "circus", callees: 6, dead: 1, calls: 12, receiveBuffers: 31, clients: "2" },
      faults: ["lose 60% of packets to callee4", "corrupt pending#1 send 2"],
    },
  ],
  "tcp/incast": [
    { set: { servers: 2, calls: 2, blockKB: 32 }, faults: ["crash server1 at 200us", "restart server1 at 400us"] },
  ],
  "sweepstakes/throughput": [
    { set: { system: "rpc2", calls: 4 }, faults: ["slow server1 by 300 at 1ms"] },
    { set: { system: "v", calls: 2 }, faults: ["slow server by 900 at 0ms"] },
    {
      set: { system: "amoeba", bytes: "4096", calls: 12 },
      faults: ["crash server at 11728us", "restart server at 20870us"],
    },
    {
      set: { system: "peregrine", calls: 12, callers: "8" },
      faults: ["crash server at 20us", "restart server at 25386us"],
    },
    { set: { system: "amoeba", calls: 10, normalise: "all", stubs: "all" }, faults: ["crash server at 50340us"] },
  ],
  "machine/call": [
    { set: { protocol: "v", bytes: 345, resultBytes: 1024, calls: 9, medium: "ethernet-10" }, faults: [] },
    { set: { protocol: "amoeba", serverMs: 60_000, calls: 1 }, faults: [] },
    { set: { protocol: "amoeba", calls: 3 }, faults: ["crash server at 500us", "restart server at 30s"] },
    { set: { protocol: "rpc2", serverMs: 5000 }, faults: [] },
    { set: { protocol: "rpc2", serverMs: 1000 }, faults: ["crash server1 at 100ms", "restart server1 at 150ms"] },
  ],
  "sweepstakes/null": [
    { set: { system: "rpc2", calls: 1 }, faults: ["crash server1 at 21us", "restart server1 at 42us"] },
    { set: { system: "rpc2", calls: 3 }, faults: ["slow server1 by 300 at 1ms"] },
    { set: { system: "cedar", calls: 2 }, faults: ["slow server by 300 at 0ms"] },
    { set: { system: "v", calls: 1 }, faults: ["slow server by 900 at 0ms"] },
    { set: { system: "peregrine", calls: 5 }, faults: ["crash server at 9us", "restart server at 495us"] },
  ],
  "firefly/null": [{ set: { calls: 6, threads: 8, serverProcessors: 2 }, faults: SLOW_COPY }],
  "firefly/max-result": [
    { set: { calls: 6, threads: 8, serverProcessors: 2 }, faults: SLOW_COPY },
    {
      set: {
        calls: 1,
        resultBytes: 1,
        arrayType: "fixed",
        controller: "deqna",
        cpuSpeed: 1,
        networkMbps: 226.6,
        stubs: "generated",
      },
      faults: ["crash server at 11us", "restart server at 1587us", "slow caller by 33 at 1291us"],
    },
  ],
  "firefly/max-arg": [
    {
      set: { calls: 1, pauseMs: 20_000, cpuSpeed: 7.1, networkMbps: 1000, stubs: "exerciser" },
      faults: ["crash server at 11us", "restart server at 17us"],
    },
    {
      set: { threads: 8, calls: 8, argumentBytes: 1, callerProcessors: 1, serverProcessors: 1 },
      faults: ["slow server by 31 at 2641us"],
    },
    {
      set: { calls: 1, transport: "byte-stream", callerProcessors: 1, serverProcessors: 1 },
      faults: ["slow server by 35 at 98us"],
    },
  ],
  "firefly/marshal": [
    {
      set: { argumentBytes: 14_400, calls: 1, transport: "byte-stream" },
      faults: ["crash server at 30us", "restart server at 36us"],
    },
    {
      set: {
        argumentType: "record",
        argumentBytes: 13_552,
        arguments: 5,
        passing: "both",
        calls: 8,
        processors: 1,
        transport: "byte-stream",
      },
      faults: ["slow server by 12 at 2320us"],
    },
  ],
};

/** The kinds that a fault can name and a run sends; none where the script is refused. */
function kindsOf(experiment: Experiment, parameters: ParamValues, seed: number, faults: readonly string[]) {
  try {
    const { packetKinds } = experiment.run(parameters, seed, faults, { keep: "none" }).trace;
    return PACKET_KINDS.filter((kind) => packetKinds.includes(kind));
  } catch (error) {
    if (error instanceof FaultError) return [];
    throw error;
  }
}

it.each(EVERY.map((experiment, i) => [experiment.id, experiment, i] as const))(
  "%s sends the packets that it names, and no others that a fault could name",
  (id, experiment, first) => {
    const rare = RARE[id] ?? [];
    const seen = new Set(
      rare.flatMap(({ set, faults }) => kindsOf(experiment, withDefaults(experiment, set), 1, faults)),
    );
    for (let i = 0; i < CASES && !experiment.packetKinds.every((kind) => seen.has(kind)); i++) {
      const { parameters, seed, faults } = fuzzCase(first + i * EVERY.length);
      for (const kind of kindsOf(experiment, parameters, seed, faults)) seen.add(kind);
    }
    const unnamed = [...seen].filter((kind) => !experiment.packetKinds.includes(kind));
    expect(unnamed, `${id}: its runs send these; add them to packetKinds in its describe.ts`).toEqual([]);
    const unsent = experiment.packetKinds.filter((kind) => !seen.has(kind));
    expect(unsent, `${id}: no run here sends these; take them out of packetKinds, or add a run to RARE`).toEqual([]);
  },
);
