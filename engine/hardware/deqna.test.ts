import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { Simulation } from "../kernel/simulation.ts";
import { micros, toMicros, type Nanos } from "../kernel/time.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { busTime, Deqna, type FrameInFlight } from "./deqna.ts";
import { FIREFLY_ASSUMED } from "./firefly-costs.ts";
import { frame, overlap, spansOf } from "./testing.ts";

const SMALL = 74;
const LARGE = 1514;

let sim: Simulation;
let recorder: TraceRecorder;
let deqna: Deqna<FrameInFlight>;
/** What the controller said, with the time in microseconds. */
let said: string[];

const say = (what: string): void => void said.push(`${toMicros(sim.now)} ${what}`);

beforeEach(() => {
  sim = new Simulation();
  recorder = new TraceRecorder("all");
  said = [];
  deqna = new Deqna(sim, recorder, "m", {
    transmit: ({ call }) => say(`transmit ${call}`),
    transmitted: ({ call }) => say(`transmitted ${call}`),
    received: ({ call }) => say(`received ${call}`),
  });
});

function at(time: Nanos, act: () => void): void {
  sim.at(time, sim.register(act), 0);
}

function send(bytes: number, call = 1): void {
  deqna.queue(frame(bytes, call));
  deqna.prod();
}

/** Lets a packet of this size pass on the wire. */
function pass(bytes: number, mbps: number): void {
  at(sim.now + micros(((bytes + 12) * 8) / mbps), () => undefined);
  sim.run();
}

/** How long until the controller is done with one packet, in nanoseconds. */
function latency(start: () => void): Nanos {
  const from = sim.now;
  start();
  sim.run();
  return sim.now - from;
}

describe("store and forward (Table VI)", () => {
  it("a packet is on the medium 70 µs (74 bytes) or 815 µs (1514 bytes) after the prod", () => {
    send(SMALL);
    sim.run();
    expect(said).toEqual(["70 transmit 1"]);
    deqna.sent(sim.now);
    sim.run();
    said = [];
    expect(toMicros(latency(() => send(LARGE)))).toBe(815);
  });

  it("a packet is in host memory 80 µs or 835 µs after its last bit came", () => {
    expect(toMicros(latency(() => deqna.arrive(frame(SMALL))))).toBe(80);
    expect(toMicros(latency(() => deqna.arrive(frame(LARGE))))).toBe(835);
  });

  it("between the two sizes both lie on a straight line", () => {
    fc.assert(
      fc.property(fc.integer({ min: SMALL, max: LARGE }), (bytes) => {
        const share = (bytes - SMALL) / (LARGE - SMALL);
        const received = latency(() => deqna.arrive(frame(bytes)));
        deqna.giveBuffer();
        expect(received).toBe(Math.round(micros(80) + share * micros(835 - 80)));
        const sent = latency(() => send(bytes));
        deqna.sent(sim.now);
        sim.run();
        expect(sent).toBe(Math.round(micros(70) + share * micros(815 - 70)));
      }),
    );
  });

  it("of that, the QBus has the packet for its bits at 16 Mbit/s: 37 and 757 µs", () => {
    expect([SMALL, LARGE].map((bytes) => toMicros(busTime(bytes)))).toEqual([37, 757]);
    deqna.arrive(frame(LARGE));
    sim.run();
    const spans = spansOf(recorder.finish(sim.now)).map(({ track, from, to }) => `${track} ${from}..${to}`);
    expect(spans).toEqual(["QBus 0..757", "DEQNA receive 757..835"]);
    expect(deqna.qbusBusyNs).toBe(micros(757));
  });
});

describe("transmitting", () => {
  it("takes one packet a prod, in the order in which they were queued", () => {
    for (const call of [1, 2]) deqna.queue(frame(SMALL, call));
    deqna.prod();
    sim.run();
    deqna.sent(sim.now);
    sim.run();
    expect(said).toEqual(["70 transmit 1", "210 transmitted 1"]);
    expect(deqna.next?.call).toBe(2);
    deqna.prod();
    sim.run();
    expect(said.at(-1)).toBe("280 transmit 2");
  });

  it("is idle until it is prodded, and again when the medium has taken or given up its packet", () => {
    expect(deqna.idle).toBe(true);
    send(SMALL, 1);
    expect(deqna.idle).toBe(false);
    sim.run();
    expect(deqna.idle).toBe(false);
    deqna.abandoned();
    expect(deqna.idle).toBe(true);
    expect(said.at(-1)).toBe("70 transmitted 1");
  });

  it("a prod with nothing queued does nothing; one while it sends is the driver’s mistake", () => {
    deqna.prod();
    expect(deqna.idle).toBe(true);
    send(SMALL);
    expect(() => deqna.prod()).toThrow("prodded while it sends");
  });

  it("a packet that it does not hold cannot have been sent", () => {
    expect(() => deqna.sent(0)).toThrow("the DEQNA does not hold");
  });

  it("is busy from the prod until the packet has left and its status is written, twice 70 µs later", () => {
    send(SMALL);
    at(micros(70 + 68.8), () => deqna.sent(micros(70)));
    sim.run();
    expect(deqna.transmitBusyNs).toBe(micros(70 + 68.8 + 140));
    const [sending, reporting] = spansOf(recorder.finish(sim.now)).slice(-2);
    expect(sending).toMatchObject({ track: "DEQNA transmit", from: 70, to: 138.8 });
    expect(reporting).toMatchObject({ track: "DEQNA transmit", from: 138.8, to: 278.8 });
  });
});

describe("a controller that overlaps bus and wire (§4.2.1)", () => {
  const at10 = (mbps: number): void => {
    deqna = new Deqna(
      sim,
      recorder,
      "o",
      {
        transmit: ({ call }) => say(`transmit ${call}`),
        transmitted: ({ call }) => say(`transmitted ${call}`),
        received: ({ call }) => say(`received ${call}`),
      },
      mbps,
    );
  };

  it("sends a word behind the prod and has a packet in memory a word behind its last bit: the wire is slower", () => {
    at10(10);
    for (const bytes of [SMALL, LARGE]) {
      said = [];
      const from = sim.now;
      send(bytes);
      sim.run();
      expect(said).toEqual([`${toMicros(from) + 1} transmit 1`]);
      deqna.sent(sim.now);
      pass(bytes, 10);
      expect(toMicros(latency(() => deqna.arrive(frame(bytes))))).toBe(1);
      deqna.giveBuffer();
    }
    expect(deqna.qbusBusyNs).toBe(2 * (busTime(SMALL) + busTime(LARGE)));
  });

  it("waits for the bus where the wire is faster: it sends so late that it never runs dry", () => {
    at10(100);
    const wire = ((LARGE + 12) * 8) / 100;
    const lead = toMicros(busTime(LARGE)) - wire;
    send(LARGE);
    sim.run();
    expect(said).toEqual([`${lead} transmit 1`]);
    deqna.sent(sim.now);
    pass(LARGE, 100);
    expect(toMicros(latency(() => deqna.arrive(frame(LARGE))))).toBeCloseTo(lead, 6);
  });

  it("moves nothing of a packet that comes in while the bus is busy with another", () => {
    at10(100);
    send(LARGE);
    sim.run(); // the bus has just read the last of it
    expect(toMicros(latency(() => deqna.arrive(frame(LARGE))))).toBe(757);
    expect(deqna.qbusBusyNs).toBe(2 * busTime(LARGE));
  });
});

describe("receiving", () => {
  it("packets that come while it is busy wait for their turn, first come, first served", () => {
    for (const call of [1, 2, 3]) deqna.arrive(frame(SMALL, call));
    sim.run();
    expect(said).toEqual(["80 received 1", "160 received 2", "240 received 3"]);
    expect(deqna.receiveBusyNs).toBe(micros(240));
  });

  it("a packet that finds no buffer is dropped, until the driver gives one back", () => {
    const buffers = FIREFLY_ASSUMED.receiveBuffers.value;
    const told = Array.from({ length: buffers + 2 }, (_, i) => deqna.arrive(frame(SMALL, i + 1)));
    expect(told.slice(buffers - 1)).toEqual(["copied", "no buffer", "no buffer"]);
    sim.run();
    expect(said.filter((line) => line.includes("received")).length).toBe(buffers);
    expect(deqna.arrive(frame(SMALL, 100))).toBe("no buffer"); // all are in host memory, none was given back
    deqna.giveBuffer();
    deqna.arrive(frame(SMALL, 101));
    sim.run();
    expect(said.at(-1)).toBe(`${80 * (buffers + 1)} received 101`);
  });
});

describe("both ways at once", () => {
  it("the engines overlap, and wait for each other only on the QBus", () => {
    send(LARGE, 1); // 58 µs of its own, then 757 µs of bus
    deqna.arrive(frame(LARGE, 2)); // 757 µs of bus, then 78 µs of its own
    sim.run();
    expect(said).toEqual(["835 received 2", "1514 transmit 1"]); // one after the other they would take 1650
    const trace = recorder.finish(sim.now);
    expect(overlap(trace)).toBeNull();
    const bus = spansOf(trace).filter(({ track }) => track === "QBus");
    expect(bus.map(({ from, to }) => [from, to])).toEqual([
      [0, 757],
      [757, 1514],
    ]);
  });

  it("nothing is lost or done twice, and the bus carries one packet at a time, whatever comes and goes", () => {
    const move = fc.record({
      way: fc.constantFrom("send", "arrive"),
      at: fc.integer({ min: 0, max: micros(5000) }),
      bytes: fc.integer({ min: SMALL, max: LARGE }),
    });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 30 }), fc.constantFrom(null, 3, 10, 100), (moves, overlapsAt) => {
        const fresh = new Simulation();
        const record = new TraceRecorder("all");
        const ended: number[] = [];
        const ends = {
          transmit: () => card.sent(fresh.now),
          transmitted: ({ call }: FrameInFlight) => {
            ended.push(call);
            card.prod();
          },
          received: ({ call }: FrameInFlight) => {
            ended.push(call);
            card.giveBuffer();
          },
        };
        const card = new Deqna<FrameInFlight>(fresh, record, "m", ends, overlapsAt);
        const begin = fresh.register((_kind, index) => {
          const { way = "", bytes = 0 } = moves[index] ?? {};
          if (way === "arrive") {
            if (card.arrive(frame(bytes, index)) === "no buffer") ended.push(index);
          } else card.queue(frame(bytes, index));
          if (way === "send" && card.idle) card.prod();
        });
        for (const [index, one] of moves.entries()) fresh.at(one.at, begin, index);
        fresh.run();
        expect(ended.toSorted((a, b) => a - b)).toEqual(moves.map((_, index) => index));
        expect(overlap(record.finish(fresh.now))).toBeNull();
        expect(card.qbusBusyNs).toBeLessThanOrEqual(fresh.now);
      }),
    );
  });
});
