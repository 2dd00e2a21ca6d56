/** What the Firefly paper says of its system, tried on the simulation. One test a claim, named by it. */
import { describe, expect, it } from "vitest";
import { criticalPath } from "../../kernel/critical-path.ts";
import { waterfall } from "../../kernel/waterfall.ts";
import { refRow, refTable, type TraceData } from "../../kernel/trace-data.ts";
import { cell } from "../../papers/index.ts";
import { measureOf, runOf } from "../testing.ts";
import type { Run } from "../types.ts";

const published = (row: number, column: string): number =>
  cell({ paper: "firefly", table: "table-i", row: { callerThreads: row }, column }).value as number;

const stated = (key: string): number =>
  cell({ paper: "firefly", table: "text", row: { key }, column: "value" }).value as number;

const deviation = (ours: number, theirs: number): number => Math.abs(ours - theirs) / theirs;

/** The paper's runs, of a tenth of its calls: the rate stands long before. */
const PAPER_CALLS = 10_000;
const CALLS = PAPER_CALLS / 10;
const secondsOf = (run: Run): number => measureOf(run, "elapsedS") * (PAPER_CALLS / CALLS);
const tableRun = (id: string, threads: number): Run => runOf(id, { set: { threads, calls: CALLS }, keep: "none" });

interface SpanRow {
  readonly track: string;
  readonly machine: string;
  readonly step: string;
  readonly start: number;
  readonly end: number;
  readonly call: number;
}

function spansOf({ spans, tracks, steps }: TraceData): SpanRow[] {
  return Array.from({ length: spans.count }, (_, row) => {
    const track = tracks[spans.track[row] ?? -1];
    return {
      track: track?.name ?? "",
      machine: track?.machine ?? "",
      step: steps[spans.step[row] ?? -1]?.name ?? "",
      start: spans.start[row] ?? NaN,
      end: spans.end[row] ?? NaN,
      call: spans.call[row] ?? NaN,
    };
  });
}

const THREADS = [1, 2, 3, 4, 5, 6, 7, 8];

describe("latency (Abstract, Section 2.1)", () => {
  it("null-latency: an empty call takes 2.66 ms, within 5 %", () => {
    const run = runOf("firefly/null");
    expect(deviation(measureOf(run, "latencyMs"), stated("nullLatency"))).toBeLessThan(0.05);
    expect(measureOf(run, "latencyMs")).toBeCloseTo(2.5316, 3); // the listed steps with standard framing
  });

  it("maxresult-latency: a call that returns 1440 bytes takes 6.35 ms, within 5 %", () => {
    expect(deviation(measureOf(runOf("firefly/max-result"), "latencyMs"), stated("maxResultLatency"))).toBeLessThan(
      0.05,
    );
  });

  it("account-null, account-maxresult: the waterfall of a call sums to its latency to the nanosecond", () => {
    for (const id of ["firefly/null", "firefly/max-result", "firefly/max-arg"]) {
      const { trace } = runOf(id, { set: { calls: 40, threads: 3 } });
      for (let call = 1; call <= trace.calls.count; call++) {
        const took = (trace.calls.end[call - 1] ?? 0) - (trace.calls.start[call - 1] ?? 0);
        expect(waterfall(trace, call).reduce((sum, row) => sum + row.nanos, 0)).toBe(took);
      }
    }
  });
});

describe("throughput (Table I)", () => {
  it.each(THREADS)("scaling-two-threads, saturation: MaxResult with %i threads, within 10 %", (threads) => {
    const run = tableRun("firefly/max-result", threads);
    expect(deviation(measureOf(run, "throughputMbps"), published(threads, "maxResultMbitPerS"))).toBeLessThan(0.1);
    expect(deviation(secondsOf(run), published(threads, "maxResultSeconds"))).toBeLessThan(0.1);
  });

  it.each(THREADS)("scaling-two-threads, null-rate: Null() with %i threads, within 20 %", (threads) => {
    const run = tableRun("firefly/null", threads);
    expect(deviation(measureOf(run, "callsPerSecond"), published(threads, "nullRpcsPerS"))).toBeLessThan(0.2);
    expect(deviation(secondsOf(run), published(threads, "nullSeconds"))).toBeLessThan(0.2);
  });

  it("max-throughput: four threads reach what more threads do not exceed", () => {
    const rate = (threads: number): number => measureOf(tableRun("firefly/max-result", threads), "throughputMbps");
    expect(deviation(rate(4), stated("maxThroughput"))).toBeLessThan(0.05);
    for (const threads of [5, 6, 7, 8]) expect(rate(threads) / rate(4)).toBeCloseTo(1, 1);
  });

  it("cpu-use: about 1.2 CPU seconds a second on the caller at four threads, less on the server", () => {
    const run = tableRun("firefly/max-result", 4);
    expect(measureOf(run, "callerCpu")).toBeGreaterThan(1.1);
    expect(measureOf(run, "callerCpu")).toBeLessThan(1.3);
    expect(measureOf(run, "serverCpu")).toBeLessThan(measureOf(run, "callerCpu"));
  });
});

describe("structure of a call (Sections 2.2 and 3)", () => {
  const empty = runOf("firefly/null", { set: { calls: 20 } });
  const full = runOf("firefly/max-result", { set: { calls: 20 } });

  it("packet-sizes: 74 bytes without data, 1514 with 1440 bytes", () => {
    expect(new Set(empty.trace.packets.bytes.slice(0, empty.trace.packets.count))).toEqual(new Set([74]));
    expect(new Set(full.trace.packets.bytes.slice(0, full.trace.packets.count))).toEqual(new Set([74, 1514]));
  });

  it("implicit-acks: a call on the fast path costs two packets", () => {
    expect(empty.packets).toBe(40);
    expect(empty.laterPackets).toBe(2); // no call follows the last one: its result comes again, and is acknowledged
  });

  it("var-copies: an array is copied once, by the caller, whichever way it goes", () => {
    const argument = runOf("firefly/max-arg", { set: { calls: 1 } });
    for (const { trace } of [runOf("firefly/max-result", { set: { calls: 1 } }), argument]) {
      const copies = spansOf(trace).filter(({ step }) => /arshal/.test(step));
      expect(copies.map(({ machine, end, start }) => [machine, end - start])).toEqual([["caller", 550_000]]);
    }
    expect(measureOf(argument, "latencyMs")).toBe(measureOf(full, "latencyMs"));
  });

  it("register-overlap: registering goes on while the packet is sent, and is not on the way of the call", () => {
    const spans = spansOf(empty.trace).filter(({ call }) => call === 1);
    const register = spans.find(({ step, machine }) => step.startsWith("Register") && machine === "caller");
    const interrupt = spans.find(
      ({ step, machine }) => step.startsWith("Handle interprocessor") && machine === "caller",
    );
    expect(register?.start).toBe(interrupt?.start);
    const steps = waterfall(empty.trace, 1).map(({ name }) => name);
    expect(steps.filter((name) => name.startsWith("Register"))).toEqual([]);
  });

  it("cpu0: interrupts and the controller’s driver run on CPU 0 alone", () => {
    const { calls } = full.trace;
    const answered = Math.max(...calls.end);
    const steps = /interrupt$|interrupt handler|interrupt for|Prod Ethernet|Wake up RPC|Return the old buffer/;
    const driver = spansOf(full.trace).filter(
      ({ step, start }) => start < answered && steps.test(step) && !step.startsWith("Interprocessor"),
    );
    expect(driver.length).toBeGreaterThan(100);
    expect(new Set(driver.map(({ track }) => track))).toEqual(new Set(["CPU 0"]));
  });

  it("store-and-forward: nothing is on the wire before all of it has crossed the sender’s bus, and so back", () => {
    for (const { ref, part } of criticalPath(full.trace, 1)) {
      if (part !== "work" || refTable(ref) !== "packet") continue;
      const { packets, spans, tracks } = full.trace;
      const row = refRow(ref);
      const before = packets.cause[row] ?? -1;
      expect(tracks[spans.track[refRow(before)] ?? -1]?.name).toBe("QBus");
      expect(spans.end[refRow(before)]).toBeLessThanOrEqual(packets.departs[row] ?? NaN);
    }
  });

  it("two-send-receive: between stubs and run time lie two turns of the same fourteen steps", () => {
    const names = waterfall(empty.trace, 2)
      .filter(({ layer }) => layer !== "rpc")
      .map(({ name }) => name);
    const plain = names.map((name) => name.replace(/^(call|result)\b.*/, "packet"));
    expect(plain.length).toBe(28);
    expect(plain.slice(0, 14)).toEqual(plain.slice(14));
  });

  it("dominance: the wake-up leads with a small packet, the wire and the controllers with a large one", () => {
    expect(empty.measures["longestStep"]?.value).toBe("Wake up RPC thread");
    expect(full.measures["longestStep"]?.value).toBe("Transmission time on Ethernet");
  });

  it("buffer-recycling: with many callers an interrupt handles more than one packet", () => {
    const spans = spansOf(runOf("firefly/null", { set: { threads: 8, calls: 400 } }).trace);
    const count = (name: string): number => spans.filter(({ step }) => step === name).length;
    const entered = count("General I/O interrupt handler") - count("Handle transmit-complete interrupt");
    expect(count("Handle interrupt for received packet")).toBeGreaterThan(entered);
  });
});

describe("what goes wrong (Sections 3.2 and 5)", () => {
  it("retransmit-600: a lost packet costs about 600 ms, whichever way it went", () => {
    for (const fault of ["drop call#1", "drop result#1"]) {
      const { trace } = runOf("firefly/null", { set: { calls: 2 }, faults: [fault] });
      const took = ((trace.calls.end[0] ?? 0) - (trace.calls.start[0] ?? 0)) / 1e6;
      expect(took).toBeGreaterThan(600);
      expect(took).toBeLessThan(610);
    }
  });

  it("slow-path-when: a packet that no waiting thread expects goes through the operating system’s thread", () => {
    const { trace } = runOf("firefly/null", { set: { calls: 2 }, faults: ["duplicate result#1"] });
    const demultiplexed = spansOf(trace).filter(({ step }) => step.startsWith("Demultiplex"));
    expect(demultiplexed.map(({ machine }) => machine)).toContain("caller");
    expect(trace.labels).toContain("slow path");
    const plain = runOf("firefly/null").trace;
    const slow = plain.labels.indexOf("slow path"); // of the last result, which comes again
    const answered = Math.max(...plain.calls.end);
    expect(
      [...plain.marks.label].filter((label, row) => label === slow && (plain.marks.at[row] ?? 0) < answered),
    ).toEqual([]);
  });

  it("fix-100us: registering before sending, which is the cure, would put about 100 µs on the way of a call", () => {
    const register = spansOf(runOf("firefly/null").trace).find(({ step }) => step.startsWith("Register"));
    expect((register?.end ?? 0) - (register?.start ?? 0)).toBe(100_000);
  });
});

describe("what if (Section 4.2)", () => {
  it("improve-network: 100 Mbit/s takes about 110 µs off Null() and 1160 off MaxResult", () => {
    const saved = (id: string): number => {
      const at = (networkMbps: number): number => measureOf(runOf(id, { set: { networkMbps } }), "latencyMs");
      return (at(10) - at(100)) * 1000;
    };
    expect(saved("firefly/null")).toBeGreaterThan(105);
    expect(saved("firefly/null")).toBeLessThan(130);
    expect(deviation(saved("firefly/max-result"), 1160)).toBeLessThan(0.02);
  });
});
