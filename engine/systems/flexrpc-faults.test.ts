import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TraceData } from "../kernel/trace-data.ts";
import { latencyUs, labelsOf, run, violations } from "./flexrpc/testing.ts";
import { callsOf, packetsOf } from "./testing.ts";
import type { FlexrpcOptions } from "./flexrpc.ts";

const KB = 1024;
const CHAIN = { callees: 4, argumentBytes: 16 * KB, resultBytes: 4 * KB } as const;
const outcomes = (trace: TraceData): readonly string[] => callsOf(trace).map(({ outcome }) => outcome);
const failures = (trace: TraceData): readonly string[] =>
  labelsOf(trace).filter((label) => label.startsWith("call failed"));
const fateOf = (trace: TraceData, fate: string): readonly string[] =>
  packetsOf(trace).flatMap((packet) => (packet.fate === fate ? [`${packet.kind}#${packet.call}`] : []));

describe("a packet", () => {
  it("of an argument that is lost is missed by the third acknowledgement, and sent again at once", () => {
    const { trace, unusedFaults } = run(CHAIN, ["drop argument#1 send 4"]);
    expect(outcomes(trace)).toEqual(["returned"]);
    expect(fateOf(trace, "lost")).toEqual(["argument#1"]);
    expect(packetsOf(trace).filter(({ origin }) => origin === "retransmission")).toHaveLength(1);
    expect(callsOf(trace)[0]?.tookMs).toBeLessThan(latencyUs(run(CHAIN)) / 1000 + 0.5);
    expect(unusedFaults).toEqual([]);
  });

  it("that is damaged is dropped by its receiver’s controller, and TCP sends it again", () => {
    const [damaged, lost] = ["corrupt", "drop"].map((what) => run(CHAIN, [`${what} argument#1 send 4`]));
    expect(fateOf(damaged?.trace ?? run().trace, "lost")).toEqual(["argument#1"]);
    expect(labelsOf(damaged?.trace ?? run().trace)).toContain("damaged");
    expect(damaged?.elapsed).toBe(lost?.elapsed);
    expect(damaged?.answers).toEqual([4]);
  });

  it("that is the last of a stream costs 200 ms: nothing behind it tells that it is missed", () => {
    const { trace } = run({ argumentBytes: 4000 }, ["drop argument#1 send 3"]);
    expect(callsOf(trace)[0]?.tookMs).toBeGreaterThan(200);
    expect(callsOf(trace)[0]?.tookMs).toBeLessThan(201);
    expect(labelsOf(trace)).toContain("TCP timer");
  });

  it("that comes twice, late or out of turn changes nothing but the time", () => {
    for (const fault of [
      "duplicate argument#1 send 5",
      "delay argument#1 send 5 by 300us",
      "reorder result#1 send 2",
    ]) {
      const outcome = run(CHAIN, [fault]);
      expect(outcome.answers).toEqual([4]);
      expect(violations(outcome), fault).toEqual([]);
      expect(outcome.unusedFaults, fault).toEqual([]);
    }
  });

  it("that waits for another which never comes is lost", () => {
    const { trace } = run({}, ["reorder result#1"]);
    expect(callsOf(trace)[0]?.tookMs).toBeGreaterThan(200); // sent again, and then let through
    const never = run({}, ["reorder result#1", "crash caller at 135us", "crash callee1 at 136us"]);
    expect(fateOf(never.trace, "lost")).toEqual(["result#1"]);
  });

  it("is named by its kind, its call and how many of them were sent: over all links, copies not counted", () => {
    const { trace } = run(CHAIN);
    const arguments_ = packetsOf(trace).filter(({ kind }) => kind === "argument");
    const { trace: faulty } = run(CHAIN, ["drop argument#1 send 20"]);
    const row = packetsOf(faulty).findIndex(({ fate }) => fate === "lost");
    const count = packetsOf(faulty)
      .slice(0, row + 1)
      .filter(({ kind }) => kind === "argument").length;
    expect(count).toBe(20);
    expect(arguments_.length).toBeGreaterThan(20);
  });
});

describe("a callee whose process does not run", () => {
  it("breaks a chain: the exception names the last that answered, and the results up to it come", () => {
    const { trace, answers } = run({ ...CHAIN, refusing: [3] });
    expect(failures(trace)).toEqual(["call failed: callee 3 unreachable, callee 2 the last to answer"]);
    expect(answers).toEqual([2]);
    expect(packetsOf(trace).some(({ kind, from }) => kind === "reset" && from === "callee3")).toBe(true);
  });

  it("at the head of the chain leaves nothing", () => {
    const { trace, answers } = run({ ...CHAIN, refusing: [1] });
    expect(failures(trace)).toEqual(["call failed: callee 1 unreachable, nobody answered"]);
    expect(answers).toEqual([0]);
  });

  it("costs a parallel call one result, and one that wants fewer nothing", () => {
    const parallel: Partial<FlexrpcOptions> = { ...CHAIN, mode: "parallel", refusing: [3] };
    const all = run(parallel);
    expect([outcomes(all.trace), all.answers]).toEqual([["failed"], [3]]);
    const majority = run({ ...parallel, wanted: 3 });
    expect([outcomes(majority.trace), majority.answers]).toEqual([["returned"], [3]]);
  });

  it("is tried again by the next call", () => {
    const { trace, answers } = run({ ...CHAIN, refusing: [4], calls: 3 });
    expect(outcomes(trace)).toEqual(["failed", "failed", "failed"]);
    expect(answers).toEqual([3, 3, 3]);
  });
});

describe("a machine that is off", () => {
  it("is given up after 189 s: six requests to open, each twice as long after the one before", () => {
    const { trace, answers } = run({ ...CHAIN, silent: [4] });
    expect(callsOf(trace)[0]?.tookMs).toBeGreaterThan(189e3);
    expect(callsOf(trace)[0]?.tookMs).toBeLessThan(189.01e3);
    expect(answers).toEqual([3]);
    expect(packetsOf(trace).filter(({ kind, fate }) => kind === "open" && fate === "ignored")).toHaveLength(6);
  });

  it("does not hold up a parallel call that wants the others", () => {
    const { trace } = run({ ...CHAIN, mode: "parallel", silent: [1], wanted: 3 });
    expect(callsOf(trace)[0]?.tookMs).toBeLessThan(2);
  });
});

describe("a machine that crashes", () => {
  it("is missed after six sends, 12.6 s, and the call fails with what the others have", () => {
    const { trace, answers } = run(CHAIN, ["crash callee3 at 100us"]);
    expect(failures(trace)).toEqual(["call failed: callee 3 unreachable, callee 2 the last to answer"]);
    expect(callsOf(trace)[0]?.tookMs).toBeGreaterThan(12.6e3);
    expect(answers).toEqual([2]);
  });

  it("while nothing is on its way to it is missed by five probes that it does not answer", () => {
    const { trace, answers } = run({ ...CHAIN, slowCallee: 4, slowMs: 5000 }, ["crash callee4 at 1s"]);
    expect(packetsOf(trace).filter(({ kind, fate }) => kind === "probe" && fate === "ignored").length).toBeGreaterThan(
      3,
    );
    expect(answers).toEqual([3]);
  });

  it("and restarts knows nothing: it answers with a reset, and the next call goes well", () => {
    const { trace, answers } = run({ ...CHAIN, calls: 2 }, ["crash callee3 at 100us", "restart callee3 at 1ms"]);
    expect(outcomes(trace)).toEqual(["failed", "returned"]);
    expect(answers).toEqual([2, 4]);
  });

  it("sends nothing of what lay in its interface", () => {
    const { trace, resources } = run({ ...CHAIN, argumentBytes: 64 * KB }, ["crash caller at 100us"]);
    expect(outcomes(trace)).toEqual(["failed"]);
    const sent = packetsOf(trace).filter(({ from, departsMs }) => from === "caller" && departsMs > 0.1);
    expect(sent).toEqual([]);
    expect(resources.get("caller.cpu")?.busyNs).toBeLessThanOrEqual(100_000);
  });

  it("as a caller loses its call; restarted, it makes those that are left", () => {
    const { trace, answers } = run({ ...CHAIN, calls: 3 }, ["crash caller at 100us", "restart caller at 5ms"]);
    expect(outcomes(trace)).toEqual(["failed", "returned", "returned"]);
    expect(answers).toEqual([0, 4, 4]);
  });
});

describe("a machine that is slowed", () => {
  it("makes the whole chain slow: everybody’s bytes pass it", () => {
    const usual = latencyUs(run(CHAIN));
    expect(latencyUs(run(CHAIN, ["slow callee2 by 4 at 0ms"]))).toBeGreaterThan(1.5 * usual);
    expect(latencyUs(run(CHAIN, ["slow callee2 by 4 at 0ms", "slow callee2 by 1 at 10us"]))).toBeLessThan(1.1 * usual);
  });
});

describe("whatever goes wrong", () => {
  const kind = fc.constantFrom("argument", "result", "acknowledgement");
  const packet = fc.record({ kind, call: fc.integer({ min: 1, max: 2 }), send: fc.integer({ min: 1, max: 40 }) });
  const packetFault = fc
    .tuple(fc.constantFrom("drop", "duplicate", "reorder", "delay"), packet)
    .map(
      ([what, { kind: of, call, send }]) => `${what} ${of}#${call} send ${send}${what === "delay" ? " by 400us" : ""}`,
    );
  const machine = fc.constantFrom("caller", "callee1", "callee2", "callee3");
  const crash = fc
    .record({ name: machine, at: fc.nat(3000), restart: fc.option(fc.integer({ min: 1, max: 400 })) })
    .map(({ name, at, restart }) => [
      `crash ${name} at ${at}us`,
      ...(restart === null ? [] : [`restart ${name} at ${at + restart * 1000}us`]),
    ]);
  const faults = fc
    .tuple(
      fc.uniqueArray(packetFault, { maxLength: 6, selector: (text) => text.replace(/^\w+ | by .*$/g, "") }),
      fc.option(crash),
    )
    .map(([packets, crashes]) => [...packets, ...(crashes ?? [])]);
  const options = fc.record({
    mode: fc.constantFrom("serial" as const, "parallel" as const),
    callees: fc.constant(3),
    argumentBytes: fc.nat(20_000),
    resultBytes: fc.nat(9000),
    pipelined: fc.boolean(),
    wanted: fc.integer({ min: 1, max: 3 }),
    calls: fc.constant(2),
    refusing: fc.constantFrom([], [], [2]),
    slowCallee: fc.nat(3),
    slowMs: fc.constantFrom(0, 2, 1500),
  });

  it("every call ends, the trace keeps its laws, and the same faults give the same run", () => {
    fc.assert(
      fc.property(options, faults, (given, script) => {
        const outcome = run(given, script);
        expect(violations(outcome)).toEqual([]);
        expect(run(given, script, "none").trace.hash).toBe(outcome.trace.hash);
      }),
      { numRuns: 60 },
    );
  });
});
