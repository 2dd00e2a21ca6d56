/** What the Firefly paper says of large arguments and of other transports (Sections 2, 3.1 and 5), tried by runs. */
import { describe, expect, it } from "vitest";
import { numberAt } from "../../kernel/reads.ts";
import { measureOf, runOf, type RunSettings } from "../testing.ts";
import type { ParamValues, Run } from "../types.ts";

const PACKET = 1440;
const ARRAY = { argumentType: "variable", transport: "ethernet" } as const;

const call = (set: ParamValues, rest: Omit<RunSettings, "set"> = {}): Run =>
  runOf("firefly/marshal", { ...rest, set: { calls: 1, ...ARRAY, ...set } });
const speed = (set: ParamValues): number => measureOf(call({ calls: 5, ...set }), "throughputMbps");

/** The packets of a run until its call returned, in the order in which they left. */
function packetsOf({ trace }: Run): readonly string[] {
  const { packets, packetKinds } = trace;
  const end = trace.calls.end[0] ?? 0;
  return Array.from({ length: packets.count }, (_, row) => row)
    .filter((row) => (packets.departs[row] ?? 0) < end)
    .map((row) => `${packetKinds[numberAt(packets.kind, row)]} ${numberAt(packets.bytes, row) - 74}`);
}

describe("a call of more than a packet (Section 2)", () => {
  it("multi-packet: goes packet by packet, each acknowledged before the next, and so does a long result", () => {
    const there = ["call 1440", "acknowledgement 0", "data 1440", "acknowledgement 0", "data 120", "result 0"];
    expect(packetsOf(call({ argumentBytes: 3000 }))).toEqual(there);
    const back = ["call 0", "result 1440", "acknowledgement 0", "data 1440", "acknowledgement 0", "data 120"];
    expect(packetsOf(call({ argumentBytes: 3000, passing: "out" }))).toEqual(back);
  });

  it("multi-packet: moves about as much as one thread of short calls, and less than several", () => {
    const long = speed({ argumentBytes: 10 * PACKET });
    const short = speed({ argumentBytes: PACKET });
    expect(long / short).toBeGreaterThan(0.75);
    expect(long / short).toBeLessThan(1.1);
    expect(speed({ argumentBytes: PACKET, threads: 4, calls: 200 })).toBeGreaterThan(2.5 * long);
  });

  it("rpc-for-bulk: a file comes by parallel calls of MaxResult at the full rate, and by long calls not", () => {
    const calls = 200;
    const file = runOf("firefly/max-result", { set: { threads: 4, calls }, keep: "none" });
    expect((calls * PACKET * 8) / 1e6 / measureOf(file, "elapsedS")).toBeGreaterThan(4.5);
    const long = call({ argumentBytes: 10 * PACKET, passing: "out", calls: 20 });
    expect((calls * PACKET * 8) / 1e6 / (long.elapsedNs / 1e9)).toBeLessThan(1.6);
  });

  it("is made whole after a loss: 600 ms later the missing packet comes again, and the procedure runs once", () => {
    for (const lost of ["drop data#1", "drop acknowledgement#1", "drop call#1"]) {
      const run = call({ argumentBytes: 3000 }, { faults: [lost] });
      expect(run.unusedFaults, lost).toEqual([]);
      expect(measureOf(run, "failedCalls"), lost).toBe(0);
      expect(measureOf(run, "latencyMs"), lost).toBeGreaterThan(600);
      expect(measureOf(run, "latencyMs"), lost).toBeLessThan(640);
    }
  });
});

describe("a stream of packets (Section 5)", () => {
  const LONG = { argumentBytes: 10 * PACKET };

  it("streaming: on one processor one call in a stream moves more than parallel threads, with fewer wake-ups", () => {
    const stream = call({ ...LONG, underWay: "all", processors: 1 });
    const short = { argumentBytes: PACKET, threads: 4, processors: 1 };
    const threads = speed({ ...short, calls: 200 });
    expect(speed({ ...LONG, underWay: "all", processors: 1 })).toBeGreaterThan(1.1 * threads);
    expect(speed({ ...LONG, processors: 1 })).toBeLessThan(threads);
    const wakeUps = measureOf(call({ ...short, threads: 1 }), "wakeUps");
    expect(measureOf(stream, "wakeUps") / 10).toBeLessThan(wakeUps + 0.2);
  });

  it("streaming: on five processors parallel threads move more", () => {
    const threads = speed({ argumentBytes: PACKET, threads: 4, calls: 200 });
    expect(speed({ ...LONG, underWay: "all" })).toBeLessThan(threads);
  });

  it("needs one acknowledgement, which the result is, and repeats what is lost", () => {
    expect(packetsOf(call({ argumentBytes: 3000, underWay: "all" }))).toEqual([
      "call 1440",
      "data 1440",
      "data 120",
      "result 0",
    ]);
    const lost = call({ ...LONG, underWay: "all" }, { faults: ["drop data#1 send 4"] });
    expect(lost.unusedFaults).toEqual([]);
    expect(measureOf(lost, "failedCalls")).toBe(0);
  });
});

describe("other transports (Section 3.1)", () => {
  it("the Ethernet carries the call that firefly/null and firefly/max-arg make, to the nanosecond", () => {
    const none = call({ argumentType: "none" });
    expect(measureOf(none, "latencyMs")).toBe(measureOf(runOf("firefly/null", { set: { calls: 1 } }), "latencyMs"));
    const full = call({ argumentBytes: PACKET });
    expect(measureOf(full, "latencyMs")).toBe(measureOf(runOf("firefly/max-arg", { set: { calls: 1 } }), "latencyMs"));
  });

  it("a byte stream acknowledges each message, and every packet goes through the operating system’s thread", () => {
    const run = call({ transport: "byte-stream", argumentType: "none" });
    expect(packetsOf(run)).toEqual(["call 0", "acknowledgement 0", "result 0", "acknowledgement 0"]);
    expect(measureOf(run, "latencyMs")).toBeGreaterThan(2 * measureOf(call({ argumentType: "none" }), "latencyMs"));
    expect(run.trace.steps.map(({ name }) => name)).toContain("Byte stream, put a packet in");
  });
});
