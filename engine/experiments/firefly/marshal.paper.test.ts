/** What the Firefly paper says of arguments and of calls on one machine (Sections 1 and 2.2), tried by runs. */
import { describe, expect, it } from "vitest";
import { waterfall } from "../../kernel/waterfall.ts";
import { numberAt } from "../../kernel/reads.ts";
import { cell } from "../../papers/index.ts";
import { decodeFrame } from "../../wire/firefly.ts";
import { modula } from "../../stubs/modula/stub.ts";
import { measureOf, runOf } from "../testing.ts";
import type { ParamValues, Run } from "../types.ts";

const ONE = { calls: 1 };
const call = (set: ParamValues): Run => runOf("firefly/marshal", { set: { ...ONE, ...set } });
const added = (set: ParamValues): number => measureOf(call(set), "marshalUs");
const published = (table: string, row: Record<string, string | number>): number =>
  cell({ paper: "firefly", table, row, column: "marshalUs" }).value as number;
const stated = (key: string): number =>
  cell({ paper: "firefly", table: "text", row: { key }, column: "value" }).value as number;

/** The packets of a run as the other end reads them. */
const packetsOf = ({ trace }: Run) =>
  Array.from({ length: trace.packets.count }, (_, row) => {
    const at = numberAt(trace.packets.frameAt, row);
    return decodeFrame(trace.frames.subarray(at, at + numberAt(trace.packets.frameLength, row)), { udpChecksum: false })
      .packet;
  });

describe("what arguments add to a call on one machine", () => {
  it("marshal-int: eight microseconds for each integer, however many; two and four are predicted", () => {
    for (const count of [1, 2, 4]) {
      expect(added({ arguments: count })).toBeCloseTo(published("table-ii", { arguments: count }), 6);
    }
    expect(added({ arguments: 8, argumentBytes: 180 })).toBeCloseTo(8 * 360, 6);
  });

  it("marshal-fixed: 20 µs for 4 bytes and 140 for 400", () => {
    for (const bytes of [4, 400]) {
      const set = { argumentType: "fixed", argumentBytes: bytes, passing: "out" };
      expect(added(set)).toBeCloseTo(published("table-iii", { bytes }), 6);
    }
  });

  it("marshal-variable: 115 µs for 1 byte and 550 for 1,440", () => {
    for (const bytes of [1, 1440]) {
      const set = { argumentType: "variable", argumentBytes: bytes, passing: "out" };
      expect(added(set)).toBeCloseTo(published("table-iv", { bytes }), 6);
    }
  });

  it("marshal-text: 89 µs for NIL, 378 for 1 byte, 659 for 128, and most of a short one is the allocation", () => {
    expect(added({ argumentType: "nil" })).toBeCloseTo(published("table-v", { label: "NIL" }), 6);
    for (const bytes of [1, 128]) {
      expect(added({ argumentType: "text", argumentBytes: bytes })).toBeCloseTo(
        published("table-v", { label: String(bytes) }),
        2,
      );
    }
    const steps = waterfall(call({ argumentType: "text", argumentBytes: 1 }).trace, 1);
    const allocation = steps.find(({ name }) => name === "Allocate the text")?.nanos ?? 0;
    expect(allocation).toBeGreaterThan(378_000 / 2);
    expect(allocation).toBeLessThan(378_000 - 89_000);
  });

  it("marshal-linear: twice the bytes add twice as much, and VAR IN costs what VAR OUT does", () => {
    for (const argumentType of ["fixed", "variable"]) {
      const at = (argumentBytes: number, passing = "in"): number => added({ argumentType, argumentBytes, passing });
      expect(at(1400) - at(700)).toBeCloseTo(at(700) - 2 * at(350) + at(700), 2);
      expect(at(700, "out")).toBe(at(700));
      expect(at(700, "both")).toBeCloseTo(2 * at(700), 2);
    }
  });

  it("is as long as a wake-up for 664 bytes of a fixed array, 348 of a variable one, and 27 integers", () => {
    const wakeUp = 220;
    expect(Math.abs(added({ argumentType: "fixed", argumentBytes: 664 }) - wakeUp)).toBeLessThan(1);
    expect(Math.abs(added({ argumentType: "variable", argumentBytes: 348 }) - wakeUp)).toBeLessThan(1);
    expect(Math.abs(added({ argumentBytes: 27 * 4 }) - wakeUp)).toBeLessThan(5);
    expect(added({ argumentType: "text", argumentBytes: 128 })).toBeGreaterThan(
      11 * added({ argumentType: "fixed", argumentBytes: 128 }),
    );
  });

  it("is a sum: arguments of a call add each what one alone adds", () => {
    for (const argumentType of ["integer", "fixed", "variable", "text", "record", "list"]) {
      const one = added({ argumentType, argumentBytes: 40 });
      expect(added({ argumentType, argumentBytes: 40, arguments: 3 })).toBeCloseTo(3 * one, 2);
    }
  });

  it("is one copy for an array, the caller’s, and two for an integer", () => {
    expect(measureOf(call({ argumentType: "variable", argumentBytes: 1440 }), "copies")).toBe(1);
    expect(measureOf(call({ argumentBytes: 1440 }), "copies")).toBe(720);
    expect(measureOf(call({ argumentBytes: 1440, transport: "lrpc" }), "copies")).toBe(360);
    expect(measureOf(call({ argumentBytes: 1440, transport: "local" }), "copies")).toBe(0);
  });
});

describe("calls on one machine", () => {
  const empty = call({ argumentType: "none" });

  it("same-machine: 937 µs, and about 60 times a local call", () => {
    expect(measureOf(empty, "latencyMs") * 1000).toBeCloseTo(stated("sameMachineNull"), 6);
    expect(Math.abs(measureOf(empty, "overLocal") / stated("sameMachineOverLocal") - 1)).toBeLessThan(0.05);
  });

  it("same-machine: a program that binds so makes each of the three calls by it, whatever its network is", () => {
    const ms = (id: string, set: ParamValues): number =>
      measureOf(runOf(`firefly/${id}`, { set: { ...ONE, transport: "shared-memory", ...set } }), "latencyMs");
    const null937 = stated("sameMachineNull") / 1000;
    expect(ms("null", {})).toBeCloseTo(null937, 6);
    expect(ms("max-result", {})).toBeCloseTo(null937 + published("table-iv", { bytes: 1440 }) / 1000, 6);
    expect(ms("max-arg", { arrayType: "fixed", argumentBytes: 400 })).toBeCloseTo(
      null937 + published("table-iii", { bytes: 400 }) / 1000,
      6,
    );
    expect(ms("null", { networkMbps: 100, controller: "overlapping", udpChecksums: "off" })).toBeCloseTo(null937, 6);
    expect(ms("null", { cpuSpeed: 10 })).toBeCloseTo(null937 / 10, 4);
    expect(ms("null", { stubs: "exerciser" })).toBeCloseTo(null937 - stated("exerciserNullFaster") / 1000, 6);
    expect(ms("null", { buffers: "copied" })).toBeGreaterThan(null937);
    expect(ms("null", { transport: "local" })).toBeCloseTo(stated("localCall") / 1000, 6);
    expect(ms("null", { transport: "byte-stream" })).toBeGreaterThan(ms("null", { transport: "ethernet" }));
  });

  it("pause between two calls as calls between machines do", () => {
    const run = (pauseMs: number): Run =>
      runOf("firefly/null", { set: { calls: 5, threads: 2, transport: "lrpc", pauseMs } });
    expect(measureOf(run(50), "latencyMs")).toBe(measureOf(run(0), "latencyMs"));
    expect(measureOf(run(50), "elapsedS")).toBeCloseTo(measureOf(run(0), "elapsedS") + 0.1, 6);
  });

  it("bershad: 20 times a local call, a third of a call by packets, by the caller’s own thread", () => {
    const visit = call({ argumentType: "none", transport: "lrpc" });
    expect(measureOf(visit, "overLocal")).toBeCloseTo(stated("bershadOverLocal"), 6);
    expect(measureOf(empty, "latencyMs") / measureOf(visit, "latencyMs")).toBeCloseTo(3.1, 1);
    expect(visit.packets).toBe(0);
    expect(visit.trace.owners).not.toContain("server thread 1");
  });

  it("local-transport-size-free: between the stubs a packet of 1,440 bytes takes what an empty one takes", () => {
    const way = ({ trace }: Run): readonly string[] =>
      waterfall(trace, 1)
        .filter(({ name }) => !/^Marshal|^Unmarshal/.test(name))
        .map(({ name, nanos }) => `${name} ${nanos}`);
    const full = call({ argumentType: "fixed", argumentBytes: 1440, passing: "both" });
    expect(way(full)).toEqual(way(empty));
    expect(way(full).filter((step) => step.startsWith("Hand the processor over"))).toHaveLength(2);
  });

  it.each(["shared-memory", "ethernet"])(
    "carry bytes that the stubs of their interface make and read: %s",
    (transport) => {
      for (const argumentType of ["integer", "fixed", "variable", "text", "nil", "record", "list"]) {
        for (const passing of ["in", "both"]) {
          const run = call({ argumentType, argumentBytes: 37, arguments: 2, passing, transport });
          const { procedures } = modula(run.trace.interfaceText ?? "");
          const [asked, answered] = packetsOf(run);
          const stub = procedures[(asked?.procedure ?? 0) - 1];
          if (stub === undefined || asked === undefined || answered === undefined) throw new Error("No packets.");
          const given = stub.decodeCall(asked.data);
          expect(stub.encodeCall(given)).toEqual(asked.data.slice());
          expect(Object.keys(given).length).toBeGreaterThan(1);
          expect(stub.encodeResult(stub.decodeResult(answered.data))).toEqual(answered.data.slice());
        }
      }
    },
  );

  it("of more than a packet go packet by packet, each acknowledged but the last, and are copied at both ends", () => {
    const run = call({ argumentType: "variable", argumentBytes: 4000 });
    expect(packetsOf(run).map(({ type, data }) => `${type} ${data.length}`)).toEqual([
      "call 1440",
      "acknowledgement 0",
      "data 1440",
      "acknowledgement 0",
      "data 1120",
      "result 0",
    ]);
    expect(measureOf(run, "copies")).toBe(2);
  });

  it("wait for one lock where they go by packets, and for none where threads cross by themselves", () => {
    const rate = (transport: string, threads: number): number =>
      measureOf(call({ argumentType: "none", transport, threads, calls: 400 }), "callsPerSecond");
    expect(rate("lrpc", 5) / rate("lrpc", 1)).toBeCloseTo(5, 1);
    expect(rate("shared-memory", 2) / rate("shared-memory", 1)).toBeGreaterThan(1.4);
    expect(rate("shared-memory", 5) / rate("shared-memory", 2)).toBeLessThan(1.15);
  });

  it("end in an exception when the machine crashes, and go on when it is back", () => {
    const run = runOf("firefly/marshal", {
      set: { calls: 6, argumentType: "text", argumentBytes: 50 },
      faults: ["crash firefly at 2ms", "restart firefly at 5ms"],
    });
    expect(measureOf(run, "failedCalls")).toBe(1);
    expect(run.trace.calls.count).toBe(6);
    const slow = runOf("firefly/marshal", { set: ONE, faults: ["slow firefly by 2 at 0us"] });
    expect(measureOf(slow, "latencyMs")).toBeCloseTo(2 * (0.937 + 0.008), 2);
  });
});
