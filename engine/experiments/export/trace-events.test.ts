import { describe, expect, it } from "vitest";
import { exampleRun } from "./example-run.ts";
import { toTraceEvents } from "./trace-events.ts";

interface TraceEvent {
  readonly name: string;
  readonly cat?: string;
  readonly ph: string;
  readonly ts?: number;
  readonly dur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly id?: number;
  readonly args?: Readonly<Record<string, string | number>>;
}

interface TraceFile {
  readonly traceEvents: readonly TraceEvent[];
  readonly otherData: Readonly<Record<string, string>>;
}

const file = JSON.parse(toTraceEvents(exampleRun())) as TraceFile;
const events = file.traceEvents;
const named = (ph: string, cat?: string): TraceEvent[] =>
  events.filter((event) => event.ph === ph && (cat === undefined || event.cat === cat));
const ns = (micros: number | undefined): number => Math.round((micros ?? NaN) * 1000);

/** Process and thread by name, from the metadata. */
function laneNames({ pid, tid }: TraceEvent): string {
  const name = (what: string, fits: (event: TraceEvent) => boolean): string =>
    String(named("M").find((event) => event.name === what && fits(event))?.args?.["name"]);
  const process = name("process_name", (event) => event.pid === pid);
  return `${process} / ${name("thread_name", (event) => event.pid === pid && event.tid === tid)}`;
}

/** The slice around a flow event, strictly: readers sort events of one time in their own ways. */
function sliceAround(event: TraceEvent): TraceEvent | undefined {
  const at = ns(event.ts);
  return named("X").find(
    (slice) =>
      slice.pid === event.pid && slice.tid === event.tid && ns(slice.ts) < at && at < ns(slice.ts) + ns(slice.dur),
  );
}

describe("toTraceEvents", () => {
  it("makes a process of each machine and of the network, and a thread of each track", () => {
    const processes = named("M").filter(({ name }) => name === "process_name");
    expect(processes.map(({ pid, args }) => `${pid} ${args?.["name"]}`)).toEqual(["1 caller", "2 server", "3 network"]);
    const threads = named("M").filter(({ name }) => name === "thread_name");
    expect(threads.map(laneNames)).toEqual([
      "caller / CPU 0",
      "caller / DEQNA transmit",
      "caller / DEQNA receive",
      "server / CPU 0",
      "server / DEQNA transmit",
      "server / DEQNA receive",
      "network / Ethernet",
      "network / packets",
      "network / packets 2",
      "caller / protocols",
    ]);
    expect(new Set(threads.map(({ tid }) => tid)).size).toBe(threads.length);
  });

  it("gives a span as a complete event in microseconds with its nanoseconds, call, cause and source", () => {
    const span = named("X").find(({ args }) => args?.["ref"] === "span 2");
    expect(span).toMatchObject({
      name: "Handle packet",
      cat: "rpc",
      ts: 600_080,
      dur: 10.001,
      args: { call: 1, cause: "packet 1", source: "assumed: by hand", owner: "server thread 1" },
    });
    expect(span && laneNames(span)).toBe("server / CPU 0");
    expect(named("X").find(({ args }) => args?.["ref"] === "span 0")?.args).not.toHaveProperty("cause");
  });

  it("gives a packet as a complete event that says what became of it", () => {
    expect(named("X", "packet").map(({ name }) => name)).toEqual([
      "call#1 (lost)",
      "call#1",
      "result#1 (ignored)",
      "result#1",
      "other traffic",
    ]);
    expect(named("X", "packet")[2]).toMatchObject({
      ts: 600_091,
      dur: 5_068.8,
      args: {
        call: 1,
        cause: "span 2",
        from: "server DEQNA transmit",
        to: "caller DEQNA receive",
        bytes: 74,
        fate: "ignored",
        origin: "first",
        delayedNs: 5_000_000,
      },
    });
  });

  it("never lets two slices of a lane overlap", () => {
    for (const thread of new Set(named("X").map(({ tid }) => tid))) {
      const slices = named("X").filter(({ tid }) => tid === thread);
      const inOrder = slices.toSorted((a, b) => ns(a.ts) - ns(b.ts));
      for (const [index, slice] of inOrder.entries()) {
        const next = inOrder[index + 1];
        if (next !== undefined) expect(ns(slice.ts) + ns(slice.dur)).toBeLessThanOrEqual(ns(next.ts));
      }
    }
  });

  it("draws each packet as a flow from the span that sent it to the span that it enabled", () => {
    const flows = events.filter(({ cat }) => cat === "flow");
    const wayOf = (packet: number): string[] =>
      flows
        .filter(({ id }) => id === packet)
        .map((event) => `${event.ph} ${laneNames(event)}: ${sliceAround(event)?.name}`);
    expect([1, 2, 3, 4, 5].map(wayOf)).toEqual([
      ["s caller / CPU 0: Send call, queue it", "f network / packets: call#1 (lost)"],
      ["s caller / CPU 0: Send call, queue it", "t network / packets: call#1", "f server / CPU 0: Handle packet"],
      ["s server / CPU 0: Handle packet", "f network / packets: result#1 (ignored)"],
      ["s server / CPU 0: Handle packet", "t network / packets 2: result#1", "f caller / CPU 0: Handle packet"],
      [], // somebody else's packet: nothing here sent it or waited for it
    ]);
  });

  it("ties flows inside of slices, also where they take two nanoseconds", () => {
    const run = exampleRun();
    const { spans } = run.trace;
    const short = { ...run, trace: { ...run.trace, spans: { ...spans, end: spans.start.map((start) => start + 2) } } };
    const made = (JSON.parse(toTraceEvents(short)) as TraceFile).traceEvents;
    const slices = made.filter(({ ph, dur }) => ph === "X" && ns(dur) === 2);
    const tied = made.filter(
      ({ cat, pid, tid }) => cat === "flow" && slices.some((slice) => slice.pid === pid && slice.tid === tid),
    );
    expect(tied.length).toBeGreaterThan(5);
    for (const { ts } of tied) expect(slices.map((slice) => ns(slice.ts) + 1)).toContain(ns(ts));
  });

  it("gives a mark as an instant of its thread", () => {
    const [mark, ...others] = named("i").filter(({ cat }) => cat === "mark");
    expect(others).toEqual([]);
    expect(mark).toMatchObject({
      name: "retransmission timer",
      ts: 600_000,
      s: "t",
      args: { ref: "mark 0", call: 1, cause: "span 0" },
    });
    expect(mark && laneNames(mark)).toBe("caller / CPU 0");
  });

  it("gives a step of a protocol as an instant on its machine’s lane of protocols", () => {
    const [step, ...others] = named("i").filter(({ cat }) => cat === "protocol");
    expect(others).toEqual([]);
    expect(step).toMatchObject({
      name: "idle to calling",
      ts: 3.2,
      args: { protocol: "Firefly caller", instance: "caller thread 1", input: "start", call: 1, cause: "span 0" },
    });
    expect(step && laneNames(step)).toBe("caller / protocols");
  });

  it("carries what is needed to run it again, and no displayTimeUnit", () => {
    expect(file.otherData).toMatchObject({ experiment: "firefly/null", seed: "1", "trace hash": "0123456789abcdef" });
    expect(Object.keys(file)).toEqual(["traceEvents", "otherData"]);
  });

  it("is well-formed for an empty trace", () => {
    const run = exampleRun();
    const { spans, packets, marks, transitions } = run.trace;
    const trace = {
      ...run.trace,
      spans: { ...spans, count: 0 },
      packets: { ...packets, count: 0 },
      marks: { ...marks, count: 0 },
      transitions: { ...transitions, count: 0 },
    };
    const empty = JSON.parse(toTraceEvents({ ...run, trace })) as TraceFile;
    expect(empty.traceEvents.every(({ ph }) => ph === "M")).toBe(true);
  });
});
