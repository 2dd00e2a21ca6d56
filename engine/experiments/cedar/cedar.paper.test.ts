/** What the slides say of Cedar RPC, tried on the simulation. One test a claim, named by it. */
import { describe, expect, it } from "vitest";
import { itemAt, numberAt, timeAt } from "../../kernel/reads.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { cell } from "../../papers/index.ts";
import { packetsUntilAnswer } from "../../systems/testing.ts";
import { measureOf, runOf } from "../testing.ts";
import type { Run } from "../types.ts";

const run = (set: Readonly<Record<string, string | number>> = {}, faults: readonly string[] = []): Run =>
  runOf("cedar/call", { set: { load: 0, calls: 1, ...set }, faults });

const published = (procedure: string, column: string): number =>
  cell({ paper: "cedar", table: "table-i", row: { procedure }, column }).value as number;

/** Kinds of the packets until the last answer, in their order, other hosts' left out. */
const kindsOf = (trace: TraceData): readonly string[] =>
  packetsUntilAnswer(trace).flatMap(({ kind }) => (kind === "other traffic" ? [] : [kind]));

/** The words of the states that instances of a protocol came to. */
function statesOf({ transitions, words }: TraceData, protocol: string): readonly string[] {
  const word = (column: Int32Array, row: number): string => itemAt(words, numberAt(column, row), "word");
  return Array.from({ length: transitions.count }, (_, row) => row).flatMap((row) =>
    word(transitions.protocol, row) === protocol ? [word(transitions.to, row)] : [],
  );
}

const HOUR = { serverMs: 3_600_000 } as const;

describe("Table I", () => {
  it.each([
    ["1 arg/result", { arguments: 1, results: 1 }],
    ["2 args/results", { arguments: 2, results: 2 }],
    ["4 args/results", { arguments: 4, results: 4 }],
    ["1 word array", { arrayWords: 1 }],
    ["4 word array", { arrayWords: 4 }],
    ["10 word array", { arrayWords: 10 }],
    ["40 word array", { arrayWords: 40 }],
    ["100 word array", { arrayWords: 100 }],
  ])("the median of %s is predicted within 10 %", (procedure, set) => {
    const ours = measureOf(run(set), "medianUs");
    expect(Math.abs(ours / published(procedure, "medianUs") - 1)).toBeLessThan(0.1);
  });

  it("null-call: an empty call takes 1,097 us in the median, and two packets with nothing in them", () => {
    const median = measureOf(runOf("cedar/call", { set: { calls: 400 } }), "medianUs");
    expect(median).toBeCloseTo(published("no args/results", "medianUs"), -1);
    expect(measureOf(run(), "transmissionUs")).toBeCloseTo(published("no args/results", "transmissionUs"), 0);
  });

  it("exceptions: a resumed one is predicted within 15 %, and an exception adds two packets", () => {
    const resumed = run({ exception: "resume" });
    expect(Math.abs(measureOf(resumed, "medianUs") / published("resume exception", "medianUs") - 1)).toBeLessThan(0.15);
    expect(measureOf(resumed, "packets")).toBe(4);
    const unwound = measureOf(run({ exception: "unwind" }), "medianUs");
    expect(unwound / published("unwind exception", "medianUs")).toBeLessThan(0.75); // a residual, and shown as such
    for (const exception of ["resume", "unwind"]) {
      const ours = measureOf(run({ exception }), "transmissionUs");
      expect(Math.abs(ours - published(`${exception} exception`, "transmissionUs"))).toBeLessThan(1);
    }
  });

  it("parallel-2mbit: calls in parallel reach 2 Mbit/s, one call alone does not", () => {
    const rate = (threads: number): number =>
      measureOf(run({ threads, arguments: 100, arrayWords: 150, calls: 100, load: 0.075 }), "throughputMbps");
    expect(rate(1)).toBeLessThan(1.6);
    expect(rate(4)).toBeGreaterThan(2);
  });
});

describe("the call", () => {
  it("structure: it passes through user stub, run time, server stub and procedure, and back", () => {
    const { trace } = run({ arguments: 1, results: 1 });
    const names = Array.from(trace.spans.step.subarray(0, trace.spans.count), (step) => trace.steps[step]?.name ?? "");
    const parts = [/^User stub puts/, /^RPC run time/, /^Server stub takes/, /^The procedure/, /^Server stub puts/];
    let at = 0;
    for (const part of [...parts, /^RPC run time/, /^User stub takes/]) {
      at = names.findIndex((name, i) => i >= at && part.test(name));
      expect(at, String(part)).toBeGreaterThanOrEqual(0);
    }
  });

  it("implicit-acks: calls that follow each other have two packets each", () => {
    expect(kindsOf(run({ calls: 5 }).trace)).toEqual(Array<string[]>(5).fill(["call", "result"]).flat());
  });

  it("multi-packet: each further packet of the arguments brings two packets", () => {
    for (const k of [2, 4, 8]) expect(measureOf(run({ argumentPackets: k }), "packets")).toBe(2 + 2 * (k - 1));
  });

  it("call-identifier: a copy of a call is not executed again", () => {
    const copied = run({}, ["duplicate call#1 by 700us"]);
    expect(measureOf(copied, "executions")).toBe(1);
  });

  it("sequence-rule: a copy that comes after a later call is dropped, and without the rule it is executed", () => {
    const faults = ["duplicate call#1 by 1.5ms"];
    expect(measureOf(run({ calls: 3 }, faults), "executions")).toBe(1);
    expect(measureOf(run({ calls: 3, without: "sequenceCheck" }, faults), "executions")).toBe(2);
  });

  it("activity: a process has at most one call at a time", () => {
    const { calls } = run({ calls: 12, threads: 3 }).trace;
    for (let i = 0; i < calls.count; i++) {
      for (let j = 0; j < i; j++) {
        if (calls.thread[i] !== calls.thread[j]) continue;
        expect(timeAt(calls.start, i)).toBeGreaterThanOrEqual(timeAt(calls.end, j));
      }
    }
  });
});

describe("what was weighed and turned down", () => {
  it("existing-protocols: a byte stream has nine packets for a call and not two, and takes over twice as long", () => {
    const [ours, stream] = [run({ calls: 20 }), run({ calls: 20, transport: "stream" })];
    const packets = [ours, stream].map((one) => Math.round(measureOf(one, "packetsPerCall")));
    expect(packets).toEqual([2, 9]);
    const gain = measureOf(stream, "medianUs") / measureOf(ours, "medianUs");
    expect(gain).toBeGreaterThan(2);
    expect(gain).toBeLessThan(10); // the slides say "potentially": their streams cost more for a packet, too
  });
});

describe("security", () => {
  it("security: Grapevine gives the key before the first call, and the words cannot be read on the way", () => {
    const { trace, measures } = run({ arrayWords: 40, security: "encrypted" });
    expect(kindsOf(trace)).toEqual([
      ...["key", "key answer", "authenticator", "authenticator answer"],
      ...["call", "result"],
    ]);
    expect(measures["outcome"]?.value).toBe("returned");
    expect(measureOf(run({ security: "impostor" }), "executions")).toBe(0);
    expect(run({ security: "impostor" }).measures["outcome"]?.value).toBe("not made");
  });
});

describe("guarantees", () => {
  it("guarantee-return: under losses, copies and delays each call that returns ran once", () => {
    for (const faults of [
      ["drop call#1"],
      ["drop result#1"],
      ["delay result#1 by 60ms"],
      ["duplicate call#1 by 30ms"],
    ]) {
      const broken = run({ calls: 2 }, faults);
      expect([broken.measures["outcome"]?.value, measureOf(broken, "executions")]).toEqual(["returned", 1]);
    }
  });

  it("guarantee-exception: a crash leaves no execution or one, and the caller cannot tell", () => {
    const ends = [200, 700].map((us) => run({}, [`crash server at ${us}us`]));
    expect(ends.map((one) => one.measures["outcome"]?.value)).toEqual(["exception", "exception"]);
    expect(ends.map((one) => measureOf(one, "executions"))).toEqual([0, 1]);
  });

  it("no-timeout: a caller waits for two hours for a server that answers its probes", () => {
    const long = run({ serverMs: 7_200_000 });
    expect(long.measures["outcome"]?.value).toBe("returned");
    expect(long.elapsedNs).toBeGreaterThan(7_200e9);
  });

  it("probes-detect: a server that is busy is not found out, one that crashed is", () => {
    expect(measureOf(run(HOUR, ["slow server by 40 at 1s"]), "executions")).toBe(1);
    const crashed = run(HOUR, ["crash server at 1s"]);
    expect(crashed.measures["outcome"]?.value).toBe("exception");
    expect(measureOf(crashed, "detectMs")).toBeLessThan(5000);
    expect(measureOf(run(HOUR, ["crash server at 660s"]), "detectMs")).toBeGreaterThan(240_000);
  });

  it("probes: the gaps grow to five minutes, with a probe and its acknowledgement each", () => {
    const { packets, packetKinds } = run(HOUR).trace;
    const probes = Array.from({ length: packets.count }, (_, row) => row)
      .filter((row) => packetKinds[numberAt(packets.kind, row)] === "probe")
      .map((row) => timeAt(packets.departs, row) / 1e9);
    const gaps = probes.slice(1).map((at, i) => at - itemAt(probes, i, "probe"));
    for (const [i, gap] of gaps.slice(1).entries()) expect(gap).toBeGreaterThanOrEqual(itemAt(gaps, i, "gap") - 0.01);
    expect(gaps.at(-1)).toBeCloseTo(300, 0);
  });
});

describe("binding", () => {
  it("binding-grapevine: the name service leads to the machine, with one replica down too", () => {
    expect(kindsOf(run({ binding: "type" }).trace)).toEqual([
      ...["look-up", "look-up answer", "look-up", "look-up answer", "bind", "bind answer"],
      ...["call", "result"],
    ]);
    for (const replica of ["down", "stale"]) {
      expect(run({ binding: "instance", replica }).measures["outcome"]?.value).toBe("returned");
    }
  });

  it("binding-broadcast: a broadcast takes time from every bystander, an import by name from none", () => {
    const taken = (binding: string, bystanders: number): number =>
      measureOf(run({ binding, bystanders }), "bystanderUs");
    expect(taken("broadcast", 60)).toBeCloseTo(60 * taken("broadcast", 1), 6);
    expect(taken("broadcast", 1)).toBeGreaterThan(0);
    expect([taken("type", 60), taken("instance", 60)]).toEqual([0, 0]);
  });

  it("binding-unique-id: a restarted exporter rejects the old binding, and without the rule it executes anew", () => {
    const faults = ["drop result#1", "crash server at 1ms", "restart server at 2ms"];
    const rejected = run({}, faults);
    expect([rejected.measures["outcome"]?.value, measureOf(rejected, "executions")]).toEqual(["exception", 1]);
    const taken = run({ without: "uniqueId" }, faults);
    expect([taken.measures["outcome"]?.value, measureOf(taken, "executions")]).toEqual(["returned", 2]);
  });

  it("no-state: an import leaves no row at the exporter", () => {
    const { trace } = run({ binding: "address", calls: 1 });
    const rows = statesOf(trace, "Cedar callee");
    expect(rows.filter((state) => state === "executing")).toHaveLength(2); // the question of the import, and the call
    expect(kindsOf(trace)).toEqual(["bind", "bind answer", "call", "result"]);
  });

  it("idle-state: an idle pair has one row of one number, and sends nothing", () => {
    const { trace, laterPackets } = run({ calls: 2 });
    expect(kindsOf(trace)).toHaveLength(4);
    expect(laterPackets).toBe(2); // the last result comes again, and is acknowledged; then there is silence
    expect(statesOf(trace, "Cedar caller").at(-1)).toBe("idle");
    expect(statesOf(trace, "Cedar callee").slice(-2)).toContain("ended"); // it forgets after five minutes
  });
});
