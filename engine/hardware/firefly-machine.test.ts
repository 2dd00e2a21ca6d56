import { beforeEach, describe, expect, it } from "vitest";
import { Simulation } from "../kernel/simulation.ts";
import { micros, millis, toMicros, type Nanos } from "../kernel/time.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { refRow, spanRef } from "../kernel/trace-data.ts";
import type { FrameInFlight } from "./deqna.ts";
import { RandomStreams } from "../kernel/random.ts";
import { FIREFLY_ASSUMED, FIREFLY_CALIBRATED } from "./firefly-costs.ts";
import { AS_MEASURED, type FireflyDesign } from "./firefly-design.ts";
import { FireflyMachine } from "./firefly-machine.ts";
import { FireflyWork } from "./firefly-work.ts";
import { frame, overlap, spansOf, work, type SpanRow } from "./testing.ts";

const SMALL = 74;
const TRANSMIT_DONE = "Handle transmit-complete interrupt";
const RETURN_BUFFER = FIREFLY_CALIBRATED.returnBuffer.name;
const ENTER = "General I/O interrupt handler";
const RECEIVED = "Handle interrupt for received packet";
const CHECKSUM = "Calculate UDP checksum";
const WAKE_UP = "Wake up RPC thread";
const IPI = "Handle interprocessor interrupt";
const NEXT = "Take the next packet from the queue";
const PROD = "Prod Ethernet controller";

let sim: Simulation;
let recorder: TraceRecorder;
let machine: FireflyMachine<FrameInFlight>;
let said: string[];
/** How long the medium takes for a packet. */
let wire: Nanos;
let halted: boolean;

const say = (what: string): void => void said.push(`${toMicros(sim.now)} ${what}`);

function at(us: number, act: () => void): void {
  sim.at(micros(us), sim.register(act), 0);
}

function make(cpus: number, changes: Partial<FireflyDesign> = {}): void {
  sim = new Simulation();
  recorder = new TraceRecorder("all");
  said = [];
  wire = micros(68.8);
  halted = false;
  const random = new RandomStreams(1).stream("background");
  const options = { cpus, design: { ...AS_MEASURED, ...changes }, mbps: 10, random };
  machine = new FireflyMachine(sim, recorder, "m", options, {
    transmit: ({ call }) => {
      say(`transmit ${call}`);
      const departs = sim.now;
      const end = sim.register(() => {
        if (!halted) machine.deqna.sent(departs);
      });
      sim.after(wire, end, 0);
    },
    inspect: ({ call }) => {
      say(`look up ${call}`);
      return true;
    },
    received: ({ call }) => say(`woken ${call}`),
    dropped: ({ call }) => say(`dropped ${call}`),
  });
}
beforeEach(() => make(5));

/** The spans of the first 15 ms, before the background threads run. */
function rows(): readonly SpanRow[] {
  sim.run(millis(15));
  return spansOf(recorder.finish(sim.now));
}

const named = (step: string): readonly SpanRow[] => rows().filter((row) => row.step === step);
const onCpu0 = (): readonly string[] =>
  rows()
    .filter(({ track }) => track === "CPU 0")
    .map(({ step, from, to }) => `${from}..${to} ${step}`);

describe("sending (rules 1 and 3)", () => {
  it("costs an interprocessor interrupt and a prod on CPU 0, then the controller’s 70 µs", () => {
    machine.send(frame(SMALL));
    expect(onCpu0().slice(0, 2)).toEqual([`0..76 ${IPI}`, `76..98 ${PROD}`]);
    expect(said).toEqual(["168 transmit 1"]);
  });

  it("interrupts that come while one is pending are one interrupt", () => {
    machine.send(frame(SMALL, 1)); // served at once
    at(10, () => machine.send(frame(SMALL, 2))); // pending
    at(20, () => machine.send(frame(SMALL, 3))); // the same
    expect(named(IPI).map(({ from }) => from)).toEqual([0, 98]);
    expect(said.map((line) => line.split(" ").slice(1).join(" "))).toEqual(["transmit 1", "transmit 2", "transmit 3"]);
  });

  it("an interrupt for several packets was caused by the first that raised it", () => {
    for (const call of [1, 2, 3]) {
      const thread = machine.processors.worker(recorder.owner(`thread ${call}`), (self) => {
        const packet = frame(SMALL, call);
        packet.ref = self.cause;
        machine.processors.block(self);
        machine.send(packet);
      });
      machine.processors.wake(thread, work(recorder, `stub ${call}`, 10 * call), call, -1);
    }
    const all = rows();
    const causes = all.filter(({ step }) => step === IPI).map(({ cause }) => all[refRow(cause)]?.step);
    expect(causes).toEqual(["stub 1", "stub 2"]); // that of the third is the second's
  });

  it("a busy controller is left alone; the interrupt that reports its end prods it for the next packet", () => {
    wire = micros(1000);
    machine.send(frame(SMALL, 1));
    at(200, () => machine.send(frame(SMALL, 2)));
    const done = 168 + 1000 + 140; // status and next descriptor
    const second = done + 14 + 177 + 76 + 22 + 70 + 1000 + 140;
    expect(onCpu0()).toEqual([
      `0..76 ${IPI}`,
      `76..98 ${PROD}`,
      `200..276 ${IPI}`, // in vain
      `${done}..${done + 14} ${ENTER}`,
      `${done + 14}..${done + 191} ${TRANSMIT_DONE}`,
      `${done + 191}..${done + 267} ${NEXT}`,
      `${done + 267}..${done + 289} ${PROD}`,
      `${second}..${second + 14} ${ENTER}`,
      `${second + 14}..${second + 191} ${TRANSMIT_DONE}`,
    ]);
    expect(said).toEqual(["168 transmit 1", `${done + 289 + 70} transmit 2`]);
  });

  it("a packet started by the end of another’s transmission is not started again by its own interrupt", () => {
    wire = micros(5); // the controller is done with the first while its driver is at work
    machine.send(frame(SMALL, 1));
    at(172, () => machine.send(frame(SMALL, 2)));
    rows();
    expect(said.filter((line) => line.includes("transmit 2")).length).toBe(1);
    expect(machine.deqna.idle).toBe(true);
  });

  it("the interrupt’s cause is the span that raised it, the prod’s is the interrupt", () => {
    const thread = machine.processors.worker(recorder.owner("thread"), (self) => {
      const packet = frame(SMALL);
      packet.ref = self.cause;
      machine.processors.block(self);
      machine.send(packet);
    });
    machine.processors.wake(thread, work(recorder, "stub", 10), 1, -1);
    const all = rows();
    const cause = (step: string): string => all[refRow(all.find((row) => row.step === step)?.cause ?? -1)]?.step ?? "";
    expect([PROD, IPI].map(cause)).toEqual([IPI, "stub"]);
    expect(spanRef(all.findIndex(({ step }) => step === "stub"))).toBe(0);
  });
});

describe("receiving (rule 2)", () => {
  it("is checked, looked up, woken for, and its buffer returned, on CPU 0", () => {
    machine.deqna.arrive(frame(SMALL));
    expect(onCpu0()).toEqual([
      `80..94 ${ENTER}`,
      `94..271 ${RECEIVED}`,
      `271..316 ${CHECKSUM}`,
      `316..536 ${WAKE_UP}`,
      `536..721 ${RETURN_BUFFER}`,
    ]);
    expect(said).toEqual(["316 look up 1", "536 woken 1"]);
  });

  it("packets are handled until none remain, without entering the interrupt again", () => {
    for (const call of [1, 2, 3]) machine.deqna.arrive(frame(SMALL, call));
    expect(named(ENTER).length).toBe(1);
    expect(named(RECEIVED).length).toBe(3);
    expect(said.filter((line) => line.includes("woken")).map((line) => line.split(" ")[2])).toEqual(["1", "2", "3"]);
    // The others came while the first was handled: they follow without a gap.
    expect(onCpu0().at(-1)).toBe(`${721 + 2 * 627 - 185}..${721 + 2 * 627} ${RETURN_BUFFER}`);
  });

  it("received packets come first, then ends of transmissions, then interprocessor interrupts", () => {
    machine.deqna.arrive(frame(SMALL, 1)); // handled from 80 to 721
    at(90, () => machine.send(frame(SMALL, 2)));
    at(200, () => machine.deqna.arrive(frame(SMALL, 3))); // in memory at 280
    const order = rows()
      .filter(({ track, step }) => track === "CPU 0" && [RECEIVED, IPI].includes(step))
      .map(({ step }) => step);
    expect(order).toEqual([RECEIVED, RECEIVED, IPI]);
  });

  it("a packet received is handled before an end of transmission that came earlier", () => {
    wire = micros(100);
    machine.send(frame(SMALL, 1)); // sent at 268, reported at 408
    at(340, () => machine.deqna.arrive(frame(SMALL, 2))); // in memory at 420
    at(380, () => machine.send(frame(SMALL, 3))); // its interrupt is handled until 456
    const order = rows()
      .filter(({ track, step }) => track === "CPU 0" && [RECEIVED, TRANSMIT_DONE].includes(step))
      .map(({ step }) => step);
    expect(order.slice(0, 2)).toEqual([RECEIVED, TRANSMIT_DONE]);
  });

  it("an end of transmission is reported before a pending interprocessor interrupt", () => {
    wire = micros(1000);
    machine.send(frame(SMALL, 1)); // sent at 1168
    at(600, () => machine.deqna.arrive(frame(SMALL, 2))); // handled from 680 to 1321
    at(1200, () => machine.send(frame(SMALL, 3)));
    const order = rows()
      .filter(({ track, from }) => track === "CPU 0" && from >= 1321)
      .map(({ step }) => step);
    expect(order.slice(0, 5)).toEqual([ENTER, TRANSMIT_DONE, NEXT, PROD, IPI]);
  });

  it("the buffer is free again only when the interrupt routine has returned it", () => {
    const buffers = FIREFLY_ASSUMED.receiveBuffers.value;
    for (let call = 1; call <= buffers; call++) machine.deqna.arrive(frame(SMALL, call));
    at(720, () => expect(machine.arrive(frame(SMALL, 100))).toBe("no buffer"));
    at(722, () => expect(machine.arrive(frame(SMALL, 101))).toBe("copied"));
    rows();
    expect(said.some((line) => line.endsWith("woken 101"))).toBe(true);
  });

  it("a checksum takes 45 µs for 74 bytes, 440 for 1514, and a straight line between", () => {
    const times = [SMALL, 794, 1514].map((bytes) =>
      toMicros(new FireflyWork(AS_MEASURED).checksum("receiveChecksum", bytes).duration),
    );
    expect(times).toEqual([45, 242.5, 440]);
  });
});

describe("CPU 0", () => {
  it("is stopped for interrupts while a thread runs there, and no other processor runs any", () => {
    make(1);
    const thread = machine.processors.worker(recorder.owner("thread"), (self) => machine.processors.block(self));
    machine.processors.wake(thread, work(recorder, "stub", 500), 1, -1);
    machine.deqna.arrive(frame(SMALL));
    const parts = named("stub").map(({ from, to }) => `${from}..${to}`);
    expect(parts).toEqual(["0..80", "721..1141"]);
    expect(overlap(recorder.finish(sim.now))).toBeNull();
  });

  it("runs all interrupt work of a machine with five processors", () => {
    for (let call = 1; call <= 5; call++) {
      at(call * 100, () => machine.deqna.arrive(frame(SMALL, call)));
      at(call * 130, () => machine.send(frame(SMALL, 10 + call)));
    }
    const interrupts = rows().filter(({ track, owner }) => track.startsWith("CPU") && owner === "");
    expect(interrupts.length).toBeGreaterThan(30);
    expect(new Set(interrupts.map(({ track }) => track))).toEqual(new Set(["CPU 0"]));
  });
});

describe("the background threads", () => {
  it("take 0.15 of a processor, in a burst each 20 ms, not on CPU 0 where there is another", () => {
    sim.run(millis(1000) + micros(1));
    const busy = machine.processors.busyNs();
    expect(busy.reduce((sum, one) => sum + one, 0) / 1e9).toBeCloseTo(0.147, 5); // 49 bursts of 3 ms
    expect(busy[0]).toBe(0);
  });

  it("give way to threads where there are two processors", () => {
    make(2);
    const threads = [1, 2].map((call) => {
      const thread = machine.processors.worker(recorder.owner(`thread ${call}`), (self) => {
        machine.processors.block(self);
      });
      return () => machine.processors.wake(thread, work(recorder, `stub ${call}`, 500), call, -1);
    });
    for (const wake of threads) at(21_000, wake);
    sim.run(millis(30));
    const spans = spansOf(recorder.finish(sim.now)).filter(({ track }) => track === "CPU 1");
    expect(spans.map(({ step, from, to }) => `${from}..${to} ${step}`)).toEqual([
      "20000..21000 Background threads",
      "21000..21500 stub 1",
      "21500..23500 Background threads",
    ]);
  });

  it("take their turn before threads where there is one processor, at random times, and keep their share", () => {
    make(1);
    const thread = machine.processors.worker(recorder.owner("thread"), (self) => machine.processors.block(self));
    machine.processors.wake(thread, work(recorder, "stub", 700_000), 1, -1);
    sim.run(millis(700));
    const bursts = spansOf(recorder.finish(sim.now)).filter(({ step }) => step === "Background threads");
    const gaps = bursts.slice(1).map(({ from }, i) => from - (bursts[i]?.from ?? NaN));
    expect(Math.min(...gaps)).toBeGreaterThan(10_000);
    expect(Math.max(...gaps)).toBeLessThan(30_000);
    expect(new Set(gaps).size).toBe(gaps.length);
    expect(bursts.slice(0, -1).every(({ from, to }) => Math.round(to - from) === 3000)).toBe(true);
    expect((3 * bursts.length) / 700).toBeCloseTo(0.15, 1);
  });

  it("let a burst fall out that could not finish in its period", () => {
    make(2);
    for (const call of [1, 2]) {
      const thread = machine.processors.worker(recorder.owner("thread"), (self) => machine.processors.block(self));
      machine.processors.wake(thread, work(recorder, "stub", 70_000), call, -1);
    }
    sim.run(millis(79));
    const bursts = spansOf(recorder.finish(sim.now)).filter(({ step }) => step === "Background threads");
    expect(bursts.map(({ from, to }) => [from, to])).toEqual([[70_000, 73_000]]);
  });
});

describe("a machine that is halted", () => {
  /** Halts at each of many moments of a busy machine's life and looks at what comes after. */
  it("says, sends and records nothing any more, whenever that is", () => {
    for (let us = 0; us <= 2000; us += 7) {
      make(2);
      wire = micros(300);
      machine.deqna.arrive(frame(1514, 1));
      at(100, () => machine.send(frame(1514, 2)));
      at(300, () => machine.deqna.arrive(frame(SMALL, 3)));
      at(us, () => {
        machine.halt();
        halted = true;
        said = [];
      });
      sim.run(millis(50));
      expect(said, `halted at ${us} µs`).toEqual([]);
      const late = spansOf(recorder.finish(sim.now)).filter(({ to }) => to > us);
      expect(late, `halted at ${us} µs`).toEqual([]);
    }
  });
});
