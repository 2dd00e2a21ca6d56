import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { Simulation } from "../kernel/simulation.ts";
import { micros, millis, toMillis, type Nanos } from "../kernel/time.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { NO_REF } from "../kernel/trace-data.ts";
import type { MachineFrame } from "./machine.ts";
import type { Worker } from "./processors.ts";
import { kernelSegments, RtPc } from "./rt-pc.ts";
import { BSD, RT_PC_ASSUMED, RT_PC_DERIVED } from "./rt-pc-costs.ts";
import { overlap, spansOf, work } from "./testing.ts";

const REPLY = 92; // 64 bytes of RPC2, 28 of headers
const DEVICE = RT_PC_ASSUMED.deviceInterrupt.value; // ms
const INPUT = RT_PC_ASSUMED.kernelInput.value;
const WAKE = RT_PC_ASSUMED.idleWake.value;
const BUFFERS = RT_PC_ASSUMED.adapterBuffers.value;

let sim: Simulation;
let recorder: TraceRecorder;
let machine: RtPc<MachineFrame>;
let said: string[];
/** How long the network takes for a datagram. */
let wire: Nanos;

/** Milliseconds, to a microsecond. */
const ms = (value: number): number => Math.round(value * 1e3) / 1e3;
const now = (): number => ms(toMillis(sim.now));
const say = (what: string): void => void said.push(`${now()} ${what}`);
const packet = (call = 1, bytes = REPLY): MachineFrame => ({ bytes, call, ref: NO_REF });

function at(time: number, act: () => void): void {
  sim.at(millis(time), sim.register(act), 0);
}

function make(socketBytes = 2048, tickPhase = 0): void {
  sim = new Simulation();
  recorder = new TraceRecorder("all");
  said = [];
  wire = micros(242);
  machine = new RtPc(
    sim,
    recorder,
    "client",
    kernelSegments(recorder),
    { socketBytes, tickPhase },
    {
      transmit: (datagram) => {
        say(`transmit ${datagram.call}`);
        sim.after(
          wire,
          sim.register(() => machine.sent(datagram)),
          0,
        );
      },
      received: (datagram) => machine.deliver(datagram),
      dropped: ({ call }, why) => say(`dropped ${call}: ${why}`),
    },
  );
}
beforeEach(() => make());

/** A thread that blocks when its work is done. */
const thread = (name = "LWP"): Worker => machine.thread(name, (self) => machine.block(self));
const run = (self: Worker, ms: number): void => machine.wake(self, work(recorder, "work", ms * 1e3), 1, NO_REF);

/** A thread that waits in select and says when it is back. */
function selecting(deadline?: Nanos): Worker {
  const self = machine.thread("listener", (mine) => {
    if (mine.segment !== null) return;
    if (said.length === 0 && sim.now === 0) {
      if (machine.select(mine, deadline)) say("at once");
    } else {
      say(`back with ${machine.socket.length}`);
      machine.block(mine);
    }
  });
  machine.wake(self, { steps: [], ends: [], total: 0 }, 1, NO_REF);
  return self;
}

const spans = (): readonly string[] => {
  sim.run();
  return spansOf(recorder.finish(sim.now)).map(
    ({ owner, step, from, to }) => `${owner || "interrupt"} ${step} ${ms(from / 1e3)}..${ms(to / 1e3)}`,
  );
};

describe("threads and interrupts (rule 1)", () => {
  it("threads do not preempt each other: the second runs when the first has blocked", () => {
    run(thread("a"), 10);
    run(thread("b"), 5);
    expect(spans()).toEqual(["a work 0..10", "b work 10..15"]);
  });

  it("a packet that comes in stops the thread twice: for the device and for the protocols", () => {
    run(thread("a"), 10);
    at(4, () => machine.arrive(packet()));
    const end = 10 + DEVICE + INPUT;
    expect(spans()).toEqual([
      "a work 0..4",
      `interrupt Device interrupt: packet received 4..${ms(4 + DEVICE)}`,
      `interrupt ${RT_PC_ASSUMED.kernelInput.name} ${4 + DEVICE}..${ms(4 + DEVICE + INPUT)}`,
      `a work ${4 + DEVICE + INPUT}..${end}`,
    ]);
  });
});

describe("a datagram in (rules 2 and 3)", () => {
  it("is in the socket after a device interrupt and the software interrupt", () => {
    machine.arrive(packet(7));
    sim.run(millis(DEVICE + INPUT) - 1);
    expect(machine.socket.length).toBe(0);
    sim.run();
    expect(now()).toBe(DEVICE + INPUT);
    expect(machine.socket.take()?.call).toBe(7);
  });

  it("device interrupts come first: several packets are taken from the adapter before the first is looked at", () => {
    for (const call of [1, 2, 3]) machine.arrive(packet(call));
    expect(spans().map((line) => line.split(" ")[1])).toEqual(["Device", "Device", "Device", "IP", "IP", "IP"]);
  });

  it("the adapter copies as many as it has buffers, and says so of the rest", () => {
    const told = Array.from({ length: BUFFERS + 2 }, (_, call) => machine.arrive(packet(call)));
    expect(told).toEqual([...Array<string>(BUFFERS).fill("copied"), "no buffer", "no buffer"]);
    sim.run(millis(DEVICE)); // one interrupt frees one
    expect([machine.arrive(packet()), machine.arrive(packet())]).toEqual(["copied", "no buffer"]);
  });

  it("the seventeenth unread reply is dropped, with nobody told", () => {
    for (let call = 1; call <= 18; call++) at(call * 2, () => machine.arrive(packet(call)));
    sim.run();
    expect(machine.socket.length).toBe(16);
    expect(said.map((line) => line.split(" ").slice(1).join(" "))).toEqual([
      "dropped 17: socket full",
      "dropped 18: socket full",
    ]);
  });

  it("with twice the socket bytes thirty-two fit", () => {
    make(4096);
    for (let call = 1; call <= 40; call++) at(call * 2, () => machine.arrive(packet(call)));
    sim.run();
    expect(machine.socket.length).toBe(32);
  });

  it("the IP input queue holds fifty: a stream fills it while device interrupts have the processor", () => {
    const gap = DEVICE;
    const count = BSD.ipQueue.value + 5;
    for (let call = 1; call <= count; call++) at((call - 1) * gap, () => machine.arrive(packet(call)));
    sim.run(millis(count * gap));
    const full = said.filter((line) => line.includes("IP input queue full"));
    expect(full.map((line) => Number(line.split(" ")[2]?.replace(":", "")))).toEqual([51, 52, 53, 54, 55]);
  });
});

describe("a datagram out (rule 4)", () => {
  it("goes to the adapter at once; the next when the interrupt has told of the end of the first", () => {
    machine.send(packet(1));
    machine.send(packet(2));
    sim.run();
    expect(said).toEqual(["0 transmit 1", `${ms(0.242 + DEVICE)} transmit 2`]);
  });

  it("its end interrupts a thread", () => {
    run(thread("a"), 10);
    machine.send(packet(1));
    expect(spans()).toEqual([
      "a work 0..0.242",
      `interrupt Device interrupt: packet sent 0.242..${ms(0.242 + DEVICE)}`,
      `a work ${0.242 + DEVICE}..${ms(10 + DEVICE)}`,
    ]);
  });

  it("fifty wait on the interface’s queue, beside the one being sent; more are dropped", () => {
    for (let call = 1; call <= 53; call++) machine.send(packet(call));
    expect(said.slice(1)).toEqual(["0 dropped 52: interface queue full", "0 dropped 53: interface queue full"]);
    sim.run();
    expect(said.filter((line) => line.includes("transmit")).length).toBe(51);
  });
});

describe("select (rule 5)", () => {
  it("returns when a datagram is in the socket, after the idle wake-up", () => {
    selecting();
    at(5, () => machine.arrive(packet()));
    sim.run();
    expect(said).toEqual([`${ms(5 + DEVICE + INPUT + WAKE)} back with 1`]);
  });

  it("does not wait where a datagram is there already", () => {
    machine.socket.append(packet(), 64);
    selecting();
    sim.run();
    expect(said).toEqual(["0 at once"]);
  });

  it("costs no idle wake-up where another thread kept the machine awake: it goes on when that one blocks", () => {
    selecting();
    at(1, () => run(thread("other"), 10));
    at(5, () => machine.arrive(packet()));
    sim.run();
    expect(said).toEqual([`${ms(11 + DEVICE + INPUT)} back with 1`]);
  });

  it("takes the second datagram that came meanwhile without another wake-up", () => {
    selecting();
    at(5, () => machine.arrive(packet(1)));
    at(6, () => machine.arrive(packet(2)));
    sim.run();
    expect(said).toEqual([`${ms(5 + WAKE + 2 * (DEVICE + INPUT))} back with 2`]);
  });

  it("times out at the first tick at or after its deadline, whatever the phase of the clock", () => {
    const whenOut = (deadline: number, phase: number): number => {
      make(2048, millis(phase));
      selecting(millis(deadline));
      sim.run();
      return ms(toMillis(sim.now) - WAKE);
    };
    expect(whenOut(20, 0)).toBe(32);
    expect(whenOut(32, 0)).toBe(32);
    expect(whenOut(33, 0)).toBe(48);
    expect(whenOut(20, 5)).toBe(21);
    expect(whenOut(472, 5)).toBe(485);
  });

  it("can be given another deadline while it waits, or none", () => {
    const whenOut = (deadline: number): number => {
      make(2048, 0);
      selecting(millis(40));
      at(1, () => machine.selectUntil(deadline));
      sim.run();
      return said.length;
    };
    expect(whenOut(Infinity)).toBe(0);
    expect(whenOut(millis(100))).toBe(1);
    expect(said).toEqual([`${ms(112 + WAKE)} back with 0`]);
  });

  it("a tick lies 0 to 16 ms after what is asked for, and all ticks of a machine lie on one comb", () => {
    fc.assert(
      fc.property(fc.nat({ max: millis(16) - 1 }), fc.nat({ max: millis(5000) }), (phase, time) => {
        make(2048, phase);
        const tick = machine.tickFrom(time);
        expect(tick - time).toBeGreaterThanOrEqual(0);
        expect(tick - time).toBeLessThan(millis(16));
        expect((tick - phase + millis(16)) % millis(16)).toBe(0);
      }),
    );
  });

  it("a datagram ends it; the tick that was set then passes unnoticed", () => {
    selecting(millis(40));
    at(5, () => machine.arrive(packet()));
    sim.run();
    expect(said.length).toBe(1);
  });

  it("is for one thread of the process at a time", () => {
    selecting();
    at(1, () => expect(() => machine.select(thread("another"))).toThrow("selects already"));
    sim.run();
  });
});

describe("a crash", () => {
  it("ends all that runs and waits: the machine is no longer on the network", () => {
    selecting(millis(40));
    at(5, () => machine.arrive(packet()));
    at(5.1, () => machine.halt());
    sim.run();
    expect(said).toEqual([]);
    expect(machine.arrive(packet())).toBe("absent");
    expect(spans()).toEqual(["interrupt Device interrupt: packet received 5..5.1"]);
  });
});

describe("the table of costs", () => {
  it("divides the components of Table VI without a remainder", () => {
    const { prepareRequest, takeReply, takeRequest } = RT_PC_DERIVED;
    expect(prepareRequest.value).toBe(0.83); // cloh 5.98 less sendto 5.15
    expect(takeReply.value + INPUT).toBeCloseTo(3.93, 9);
    expect(takeRequest.value + INPUT + 5.15).toBeCloseTo(13.69, 9);
  });
});

describe("whatever comes and goes", () => {
  const act = fc.record({
    what: fc.constantFrom("arrive", "send", "read", "work"),
    at: fc.integer({ min: 0, max: millis(60) }),
    bytes: fc.integer({ min: 28, max: 600 }),
  });

  it("every datagram is in the socket, was read in order, or was dropped with a reason; spans do not overlap", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 80 }), (acts) => {
        make();
        const read: number[] = [];
        const refused: number[] = [];
        const tag = sim.register((_kind, index) => {
          const { what = "", bytes = 0 } = acts[index] ?? {};
          if (what === "send") machine.send(packet(index, bytes));
          else if (what === "work") run(thread(`worker ${index}`), 3);
          else if (what === "read") read.push(...[machine.socket.take()?.call ?? []].flat());
          else if (machine.arrive(packet(index, bytes)) !== "copied") refused.push(index);
        });
        for (const [index, one] of acts.entries()) sim.at(one.at, tag, index);
        sim.run();
        const dropped = said.filter((line) => line.includes("dropped")).map((line) => Number(line.split(/[ :]/)[2]));
        for (let next = machine.socket.take(); next !== undefined; next = machine.socket.take()) read.push(next.call);
        const byTime = (a: number, b: number): number => (acts[a]?.at ?? 0) - (acts[b]?.at ?? 0) || a - b;
        const arrivals = acts.flatMap(({ what }, index) => (what === "arrive" ? [index] : []));
        expect(read).toEqual(read.toSorted(byTime));
        expect([...read, ...refused, ...dropped].toSorted((a, b) => a - b)).toEqual(arrivals);
        const sends = said.filter((line) => line.includes("transmit"));
        expect(sends.length).toBe(acts.filter(({ what }) => what === "send").length);
        expect(overlap(recorder.finish(sim.now))).toBeNull();
        expect(machine.processors.busyNs()[0]).toBeLessThanOrEqual(sim.now);
      }),
    );
  });
});
