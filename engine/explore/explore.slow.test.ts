import { describe, expect, it } from "vitest";
import { withDefaults } from "../experiments/settings.ts";
import { explorables as echoExplorables } from "../experiments/echo-fixture/explore.ts";
import { experiments as echoExperiments } from "../experiments/echo-fixture/experiments.ts";
import { experimentOf } from "../experiments/testing.ts";
import type { ParamValues, Run } from "../experiments/types.ts";
import { formatFault } from "../faults/text.ts";
import { boundParameters, NUMBERED } from "../experiments/explorable.ts";
import type { Property } from "../protocols/promises.ts";
import { timesOf } from "./call-times.ts";
import { EXPLORABLE } from "../experiments/explorable-ids.ts";
import { explorableOf, explore, type Exploration } from "./index.ts";
import { Net } from "./net.ts";
import { factsOf } from "../experiments/call-facts.ts";
import { search, type EndedRun, type Search, type Violation } from "./search.ts";
import { enumerated } from "./testing.ts";

const explored = (id: string, faults: number, set: ParamValues = {}, property: Property | null = null): Exploration => {
  const experiment = experimentOf(id);
  return explore(experiment, { parameters: withDefaults(experiment, set), faults, property });
};

describe("with all rules", () => {
  it.each([
    ["cedar/call", {}],
    ["firefly/null", {}],
    ["multirpc/call", {}],
    ["sun-rpc/call", { udpChecksums: "on" }],
    ["sun-rpc/call", { transport: "tcp" }],
  ])("no two faults break a call and the next of %s", (id, set: ParamValues) => {
    const { counterexample, violations, states, runs } = explored(id, 2, set);
    expect(counterexample).toBeNull();
    expect(Object.values(violations).every((count) => count === 0)).toBe(true);
    expect(states).toBeGreaterThan(1000);
    expect(runs).toBeGreaterThan(50);
  });

  it("so it is for larger calls and the other library", () => {
    expect(explored("firefly/max-arg", 1).counterexample).toBeNull();
    expect(explored("firefly/max-result", 1, { networkMbps: 1 }).counterexample).toBeNull();
    expect(explored("multirpc/call", 1, { library: "2025" }).counterexample).toBeNull();
    expect(explored("sun-rpc/call", 2, { duplicateCache: "on", udpChecksums: "on" }).counterexample).toBeNull();
  });
});

describe("a rule that is left out", () => {
  it.each([
    ["cedar/call", "sequenceCheck", "once", 1],
    ["cedar/call", "duplicateTable", "once", 1],
    ["cedar/call", "uniqueId", "once", 2],
    ["cedar/call", "heldReply", "returns", 1],
    ["firefly/null", "sequenceCheck", "once", 1],
    ["firefly/null", "duplicateTable", "once", 1],
    ["firefly/null", "uniqueId", "once", 2],
    ["firefly/null", "heldReply", "returns", 1],
    ["multirpc/call", "sequenceCheck", "once", 1],
    ["multirpc/call", "savedResult", "returns", 1],
    ["sun-rpc/call", "xidMatch", "ownResult", 1],
    ["sun-rpc/call", "savedResult", "onceWhileUp", 1],
  ])("%s without %s breaks %s by so few faults, and the whole system shows it: %i", (id, without, property, count) => {
    const cache = property === "onceWhileUp" ? { duplicateCache: "on" } : {};
    const { counterexample } = explored(id, count, { without, ...cache });
    expect(counterexample).toMatchObject({ property, isShown: true });
    expect(counterexample?.faults).toHaveLength(count);
  });

  it.each([
    ["amoeba/call", "threads", "sequenceCheck", "once"],
    ["cedar/call", "threads", "duplicateTable", "once"],
    ["firefly/null", "threads", "sequenceCheck", "once"],
    ["sprite/call", "threads", "heldReply", "returns"],
    ["sprite/call", "clients", "heldReply", "returns"],
    ["amoeba/call", "clients", "sequenceCheck", "once"],
    ["multirpc/call", "threads", "sequenceCheck", "once"],
    ["multirpc/call", "clients", "sequenceCheck", "once"],
  ])("two callers of %s (%s) without %s break %s by one fault, too", (id, callers, without, property) => {
    const { atOnce, counterexample } = explored(id, 1, { [callers]: 2, without });
    expect(atOnce).toBe(true);
    expect(counterexample).toMatchObject({ property, isShown: true });
  });

  it("Sun RPC without clientMatch gives a second client the result of the first: one client never finds it", () => {
    const on = { duplicateCache: "on", udpChecksums: "on", without: "clientMatch" };
    const { counterexample } = explored("sun-rpc/call", 0, { ...on, clients: 2 });
    expect(counterexample).toMatchObject({ property: "ownResult", call: 2, faults: [], isShown: true });
    expect(explored("sun-rpc/call", 2, on).counterexample).toBeNull();
    expect(explored("sun-rpc/call", 1, { ...on, clients: 2, without: "none" }).counterexample).toBeNull();
  });

  it.each([
    ["cedar/call", "pleaseAck"],
    ["firefly/null", "pleaseAck"],
    ["multirpc/call", "nak"],
  ])("%s without %s is only slower or sends more: no fault breaks it", (id, without) => {
    expect(explored(id, 1, { without }).counterexample).toBeNull();
  });
});

describe("a promise of Sun RPC", () => {
  it("is at least once: a lost reply makes the procedure run twice, and breaks nothing that is promised", () => {
    const { violations, counterexample } = explored("sun-rpc/call", 1, { udpChecksums: "on" });
    expect(counterexample).toBeNull();
    expect(Object.keys(violations)).toEqual(["ownResult", "atLeastOnce", "ends", "returns", "timers"]);
    const asked = explored("sun-rpc/call", 1, {}, "once");
    expect(asked.counterexample).toMatchObject({ faults: ["drop reply#1"], call: 1, isShown: true });
    expect(Object.keys(asked.violations)).toEqual(["once"]);
  });

  it("is once with a cache, while no machine crashes: a server that restarts has lost its cache", () => {
    const set = { duplicateCache: "on" };
    expect(explored("sun-rpc/call", 1, set, "once").counterexample).toBeNull();
    const { counterexample } = explored("sun-rpc/call", 2, set, "once");
    expect(counterexample).toMatchObject({ property: "once", call: 1, isShown: true });
    expect(counterexample?.faults.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
      "crash server",
      "restart server",
    ]);
  });

  it("needs a checksum: without, as SunOS has it, a damaged procedure makes a living server refuse the call", () => {
    const { counterexample } = explored("sun-rpc/call", 1);
    const found = { property: "returns", faults: ["garble call#1 byte 65"], call: 1, isShown: true };
    expect(counterexample).toMatchObject(found);
  });

  it("needs a time-out: a client that reads without select waits for ever where one packet is lost", () => {
    const { counterexample } = explored("sun-rpc/call", 1, { waiting: "block" });
    expect(counterexample).toMatchObject({ property: "ends", faults: ["drop call#1"], isShown: true });
  });
});

/** A search in an experiment as the explorer makes it, and the runs of the whole system with the same parameters. */
function searched(id: string, asked: number, set: ParamValues) {
  const experiment = experimentOf(id);
  const explorable = explorableOf(id);
  const { parameters, calls } = boundParameters(explorable, withDefaults(experiment, set), asked);
  const ends = explorable.ends(parameters);
  const run = (lines: readonly string[]): Run => experiment.run(parameters, 1, lines, { keep: "all" });
  const times = timesOf(run([]).trace, ends);
  const program = explorable.program?.(parameters) ?? NUMBERED;
  const shared = { faults: 1, calls, properties: ends.promises, program };
  const from = (options: object): Search => search(ends, times, { ...shared, ...options });
  return { ends, times, run, from };
}

describe("the search and the simulation", () => {
  it.each([
    ["cedar/call", {}],
    ["cedar/call", { serverMs: 20 }],
    ["firefly/null", {}],
    ["multirpc/call", {}],
    ["sun-rpc/call", {}],
    ["sun-rpc/call", { udpChecksums: "on" }],
    ["sun-rpc/call", { transport: "tcp" }],
    ["flexrpc/multicast", {}],
    ["flexrpc/multicast", { mode: "parallel" }],
    ["flexrpc/paxos-round", {}],
  ])("agree on every run of %s with one fault: %j", (id, set: ParamValues) => {
    const { ends, run, from } = searched(id, 2, set);
    const runs: EndedRun[] = [];
    from({ ended: (end: EndedRun) => void runs.push(end), followsIdle: true });
    expect(runs.length).toBeGreaterThan(10);
    for (const { faults, calls } of runs) {
      const what = faults.map(formatFault).join();
      const { unusedFaults, trace } = run(faults.map(formatFault));
      expect(unusedFaults, what).toEqual([]);
      const facts = factsOf(trace, ends);
      // The crash of the caller ends the run, and cuts off the record of a procedure that runs.
      const isCut = faults.some((fault) => fault.what === "crash" && fault.machine === "caller");
      for (const [i, { outcome, executions }] of calls.entries()) {
        expect(facts[i], what).toMatchObject(isCut ? { outcome } : { outcome, executions });
      }
    }
  });
});

it("every placement of three faults is followed: the search finds as many states as a slow enumeration", () => {
  const { ends, times, from } = searched("sun-rpc/call", 2, {});
  const options = { faults: 3, calls: 2, properties: ends.promises, program: NUMBERED };
  const net = new Net(ends, times, { ...options, takesAnew: true });
  expect(from({ ...options, followsIdle: true }).states).toBe(enumerated(net));
});

describe("equal keys", () => {
  it.each([
    ["firefly/null", "none"],
    ["firefly/null", "sequenceCheck"],
    ["firefly/null", "heldReply"],
    ["multirpc/call", "none"],
    ["multirpc/call", "savedResult"],
    ["sun-rpc/call", "none"],
  ] as const)("hide no violation from the search: %s without %s", (id, without) => {
    const { from } = searched(id, 1, { without });
    const [short, long] = [from({ deduplicates: true }), from({ deduplicates: false, followsIdle: true })];
    expect(long.deduplicated).toBe(0);
    expect(long.states).toBeGreaterThan(short.states);
    const kinds = ({ violations }: { readonly violations: readonly Violation[] }) =>
      new Set(violations.map(({ property, faults, call }) => `${property} ${faults.length} ${call}`));
    expect(kinds(short)).toEqual(kinds(long));
  });
});

describe("a new system", () => {
  const [echo] = echoExperiments;
  const [explorable] = echoExplorables;
  if (echo === undefined || explorable === undefined) throw new Error("The fixture has no experiment to explore.");
  const exploredEcho = (faults: number, property: Property | null = null, set: ParamValues = {}): Exploration =>
    explore(echo, { parameters: withDefaults(echo, set), faults, property }, explorable);

  it("is explored by its ends, and the whole system shows what breaks a promise that it does not make", () => {
    expect(exploredEcho(2).counterexample).toBeNull();
    const twice = exploredEcho(1, "once").counterexample;
    expect(twice).toMatchObject({ faults: ["drop result#1"], isShown: true });
    expect(exploredEcho(2, "returns").counterexample).toMatchObject({ call: 1, isShown: true });
  });

  it("is explored on two machines that call one server, by the parameter that says how many there are", () => {
    const { atOnce, counterexample, bounded } = exploredEcho(2, null, { clients: 2 });
    expect([atOnce, counterexample, bounded]).toEqual([true, null, []]);
    expect(exploredEcho(1, "once", { clients: 2 }).counterexample).toMatchObject({
      faults: [expect.stringMatching(/^drop result#/)],
      isShown: true,
    });
  });
});

describe("a multicast call of FlexRPC over TCP", () => {
  it.each([{}, { mode: "parallel" }, { results: "pipelined" }])("is broken by no fault: %j", (set: ParamValues) => {
    const { counterexample, violations, states } = explored("flexrpc/multicast", 1, set);
    expect(counterexample).toBeNull();
    expect(Object.keys(violations)).toEqual(["once", "atMostOnce", "ownResult", "ends", "returns"]);
    expect(states).toBeGreaterThan(1000);
  });

  it.each(["flexrpc/gfs-push", "flexrpc/paxos-round", "flexrpc/p2p-probe"])("so is none of %s", (id) => {
    const { counterexample, bounded } = explored(id, 1);
    expect(counterexample).toBeNull();
    expect(bounded.map(({ parameter }) => parameter)).toContain("callees");
  });

  it("counts what each callee has executed: a chain whose end crashes has run at its head alone", () => {
    const { ends, run } = searched("flexrpc/multicast", 1, {});
    const [call] = factsOf(run(["crash callee2 at 30us"]).trace, ends);
    expect(call).toMatchObject({ outcome: "failed", executions: [1, 0] });
  });
});

describe("a call to several machines", () => {
  it("of MultiRPC is broken by no fault, but by a limit that is shorter than a lost reply takes", () => {
    const { counterexample, bounded, states } = explored("multirpc/callback-break", 1);
    expect(counterexample).toBeNull();
    expect(states).toBeGreaterThan(300);
    expect(bounded.map(({ parameter }) => parameter)).toEqual(["workstations", "deadFraction", "procedure"]);
    const short = explored("multirpc/callback-break", 1, { timeoutMs: 400 });
    expect(short.counterexample).toMatchObject({ property: "returns", isShown: true });
  });

  it("of Sun RPC is a broadcast: it always ends, and has a reply where a machine lives", () => {
    const { counterexample, violations, bounded } = explored("sun-rpc/broadcast", 1);
    expect(counterexample).toBeNull();
    expect(Object.keys(violations)).toEqual(["ownResult", "ends", "returns"]);
    expect(bounded.map(({ parameter }) => parameter)).toEqual(["machines", "servers"]);
  });

  it("of Sun RPC may take two replies of one machine for those of two", () => {
    const { counterexample } = explored("sun-rpc/broadcast", 1, { waitFor: 2 }, "atLeastOnce");
    expect(counterexample).toMatchObject({ call: 1, isShown: true });
    const twice = explored("sun-rpc/broadcast", 1, { waitFor: 2 }, "onceWhileUp").counterexample;
    expect(twice).toMatchObject({ faults: ["drop reply#1 send 2"], isShown: true });
  });
});

describe("the calls of a graph of Olympus", () => {
  it("are under way at the same time, and each promises what a call of Sun RPC does", () => {
    const { counterexample, violations, bounded, calls } = explored("sun-rpc/olympus", 1);
    const refused = { property: "returns", faults: ["garble call#1 byte 65"], isShown: true }; // UDP has no checksums
    expect(counterexample).toMatchObject(refused);
    expect(violations).toMatchObject({ ownResult: 0, atLeastOnce: 0, ends: 0 });
    expect(calls).toBe(4);
    expect(bounded.map(({ parameter }) => parameter)).toEqual(["nodes", "servers"]);
    expect(explored("sun-rpc/olympus", 1, { graph: "chain" }).violations).toEqual(violations);
  });

  it("may run twice, each by itself", () => {
    const { ends, run } = searched("sun-rpc/olympus", 1, {});
    const facts = factsOf(run(["drop reply#3"]).trace, ends);
    expect(facts.map(({ executions }) => executions)).toEqual([[1], [1], [2], [1]]);
    expect(explored("sun-rpc/olympus", 1, {}, "once").counterexample).toMatchObject({ call: 1, isShown: true });
  });
});

it("only experiments whose family says how can be explored, where a call returns by itself", () => {
  expect(EXPLORABLE).toContain("flexrpc/multicast");
  expect(() => explorableOf("sun-rpc/nfs")).toThrow("sun-rpc/nfs cannot be explored");
  expect(() => explored("sun-rpc/call", 1, { serverMs: 30_000 })).toThrow("the first call fails without a fault");
});
