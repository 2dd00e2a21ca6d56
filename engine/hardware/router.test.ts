import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Simulation } from "../kernel/simulation.ts";
import { micros, millis, toMillis, type Nanos } from "../kernel/time.ts";
import { TraceRecorder } from "../kernel/trace.ts";
import { NO_REF, type Step } from "../kernel/trace-data.ts";
import { Router, type Routed } from "./router.ts";
import { overlap, spansOf } from "./testing.ts";

const FORWARD: Step = { name: "Forward", layer: "hardware", source: { kind: "assumed", text: "a test’s" } };

interface Coming {
  readonly at: Nanos;
  readonly port: number;
}

interface Setting {
  readonly ports?: number;
  readonly service?: Nanos;
  readonly buffers?: number;
  /** How long the network of a port takes for a packet. */
  readonly wire?: Nanos;
}

class Bench {
  readonly sim = new Simulation();
  readonly recorder = new TraceRecorder("all");
  readonly router: Router<Routed>;
  readonly said: string[] = [];
  readonly sent: { packet: number; port: number; at: Nanos }[] = [];
  readonly lost: number[] = [];
  private readonly coming: Coming[] = [];
  private readonly tag: number;

  constructor({ ports = 2, service = millis(6), buffers = 10, wire = micros(242) }: Setting = {}) {
    const done = this.sim.register((_kind, port) => this.router.sent(port));
    this.router = new Router(
      this.sim,
      this.recorder,
      "router",
      { ports, service, buffers, step: FORWARD },
      {
        transmit: (port, { call }) => {
          this.sent.push({ packet: call, port, at: this.sim.now });
          this.said.push(`${toMillis(this.sim.now)} ${call} by ${port}`);
          this.sim.after(wire, done, port);
        },
        dropped: (port, { call }) => {
          this.lost.push(call);
          this.said.push(`${toMillis(this.sim.now)} ${call} dropped at ${port}`);
        },
      },
    );
    this.tag = this.sim.register((_kind, packet) => {
      this.router.arrive({ call: packet, ref: NO_REF }, this.coming[packet]?.port ?? 0);
    });
  }

  play(coming: readonly Coming[]): this {
    for (const one of coming) this.sim.at(one.at, this.tag, this.coming.push(one) - 1);
    this.sim.run();
    return this;
  }
}

const burst = (count: number, port = 1): Coming[] => Array.from({ length: count }, () => ({ at: 0, port }));

describe("forwarding", () => {
  it("takes the processor’s time for each packet, one after another, whichever way they go", () => {
    const { said } = new Bench().play([
      { at: 0, port: 1 },
      { at: millis(1), port: 0 },
      { at: millis(2), port: 1 },
    ]);
    expect(said).toEqual(["6 0 by 1", "12 1 by 0", "18 2 by 1"]);
  });

  it("waits for the network of its output, while packets for the others go on", () => {
    const { said } = new Bench({ ports: 3, wire: millis(20) }).play([...burst(2, 1), ...burst(1, 2)]);
    expect(said).toEqual(["6 0 by 1", "18 2 by 2", "26 1 by 1"]);
  });

  it("is a span on the router’s track, after what brought the packet", () => {
    const { recorder, sim } = new Bench().play(burst(2));
    const spans = spansOf(recorder.finish(sim.now));
    expect(spans.map(({ step, from, to }) => [step, from, to])).toEqual([
      ["Forward", 0, 6000],
      ["Forward", 6000, 12000],
    ]);
  });

  it("needs two ports and a buffer", () => {
    expect(() => new Bench({ ports: 1 })).toThrow("1 ports, want two or more");
    expect(() => new Bench({ buffers: 0 })).toThrow("0 buffers an output, want one or more");
    expect(() => new Bench().router.arrive({ call: 0, ref: NO_REF }, 2)).toThrow("no port 2 of 2");
    expect(() => new Bench().router.sent(0)).toThrow("sends nothing that could have left");
  });
});

describe("buffers (rule 3)", () => {
  it("a burst of more than there are loses the last of them", () => {
    const { lost, router } = new Bench({ buffers: 10 }).play(burst(14));
    expect(lost).toEqual([10, 11, 12, 13]);
    expect([router.forwarded, router.dropped]).toEqual([10, 4]);
  });

  it("belong to an output: a burst to one leaves the other’s alone", () => {
    const { lost } = new Bench({ ports: 3, buffers: 4 }).play([...burst(6, 1), ...burst(4, 2)]);
    expect(lost).toEqual([4, 5]);
  });

  it("are held until the last bit has left", () => {
    const wire = millis(2);
    const gone = new Bench({ buffers: 1, wire }).play([...burst(1), { at: millis(8) + 1, port: 1 }]);
    expect(gone.lost).toEqual([]);
    const leaving = new Bench({ buffers: 1, wire }).play([...burst(1), { at: millis(8) - 1, port: 1 }]);
    expect(leaving.lost).toEqual([1]);
  });

  it("packets that come a little faster than they are forwarded fill them slowly: the loss comes late", () => {
    const stream = Array.from({ length: 200 }, (_, i) => ({ at: millis(5 * i), port: 1 }));
    const { lost } = new Bench({ buffers: 20 }).play(stream);
    // One in six is too many; twenty of them fit first.
    expect(lost[0]).toBeGreaterThan(100);
    expect(lost.length / (200 - (lost[0] ?? 0))).toBeCloseTo(1 / 6, 1);
  });
});

describe("whatever comes", () => {
  const traffic = fc.record({
    coming: fc.array(fc.record({ at: fc.integer({ min: 0, max: millis(60) }), port: fc.nat({ max: 2 }) }), {
      maxLength: 60,
    }),
    service: fc.integer({ min: 0, max: millis(8) }),
    buffers: fc.integer({ min: 1, max: 12 }),
    wire: fc.integer({ min: 1, max: millis(8) }),
  });

  it("every packet leaves once or is dropped, in order by each port; busy is at most elapsed", () => {
    fc.assert(
      fc.property(traffic, ({ coming, ...setting }) => {
        const { sent, lost, router, sim, recorder } = new Bench({ ports: 3, ...setting }).play(coming);
        const ended = [...sent.map(({ packet }) => packet), ...lost];
        expect(ended.toSorted((a, b) => a - b)).toEqual(coming.map((_, i) => i));
        for (const port of [0, 1, 2]) {
          const mine = sent.filter((one) => one.port === port);
          const came = mine.map(({ packet }) => coming[packet]?.at ?? NaN);
          expect(came).toEqual(came.toSorted((a, b) => a - b));
          for (const [i, { at }] of mine.entries()) {
            if (i > 0) expect(at - (mine[i - 1]?.at ?? NaN)).toBeGreaterThanOrEqual(setting.wire);
          }
          expect(router.held(port)).toBe(0);
        }
        expect(router.busyNs).toBe(router.forwarded * setting.service);
        expect(router.busyNs).toBeLessThanOrEqual(sim.now);
        expect(overlap(recorder.finish(sim.now))).toBeNull();
      }),
    );
  });
});
