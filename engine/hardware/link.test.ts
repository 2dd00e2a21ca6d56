import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Simulation } from "../kernel/simulation.ts";
import { micros } from "../kernel/time.ts";
import { frameNanos, LinkDirection, slotNanos } from "./link.ts";

const GIGABIT = { mbps: 1000, metres: 0 };

describe("a frame on a link", () => {
  it("of full size takes 1538 bytes’ time: 12.304 µs at 1 Gbit/s, of which its last bit is there after 12.208", () => {
    expect(slotNanos(1514, 1000)).toBe(12_304);
    expect(frameNanos(1514, 1000)).toBe(12_208);
  });

  it("of less than 64 bytes is padded to that", () => {
    expect(slotNanos(1, 1000)).toBe((64 + 8 + 12) * 8);
    expect(slotNanos(60, 1000)).toBe(slotNanos(1, 1000));
    expect(slotNanos(61, 1000)).toBe(slotNanos(60, 1000) + 8);
  });

  it("takes ten times as long at a tenth of the speed", () => {
    expect(slotNanos(1514, 100)).toBe(123_040);
  });
});

describe("one direction of a link", () => {
  it("sends at once when it is free, and arrives when the cable has carried the last bit", () => {
    const link = new LinkDirection(new Simulation(), { mbps: 1000, metres: 100 });
    link.send(1514);
    expect([link.departs, link.arrives, link.freeAt]).toEqual([0, 12_208 + 430, 12_304]);
  });

  it("sends frames one after the other, a gap between, as the standard has it", () => {
    const link = new LinkDirection(new Simulation(), GIGABIT);
    link.send(1514);
    link.send(60);
    expect([link.departs, link.arrives]).toEqual([12_304, 12_304 + 576]);
    expect([link.frames, link.bytes]).toEqual([2, 1574]);
  });

  it("waits for a machine that feeds it more slowly, and not for one that is faster", () => {
    const link = new LinkDirection(new Simulation(), GIGABIT);
    link.send(1514, 12_888);
    link.send(1514, 5);
    expect(link.departs).toBe(12_888);
    link.send(1514, 5);
    expect(link.departs).toBe(12_888 + 12_304);
  });

  it("sends what needs no feeding in the time that it waits for its machine", () => {
    const link = new LinkDirection(new Simulation(), GIGABIT);
    link.send(1514, 14_000);
    link.send(66);
    link.send(1514, 14_000);
    expect([link.departs, link.freeAt]).toEqual([14_000, 26_304]);
  });

  it("is busy for what it has sent so far, gaps included, and not while it waits to be fed", () => {
    const sim = new Simulation();
    const link = new LinkDirection(sim, GIGABIT);
    link.send(1514, 15_000);
    link.send(1514, 15_000);
    sim.at(
      20_000,
      sim.register(() => undefined),
      0,
    );
    sim.run();
    expect(link.busyNs).toBe(12_304 + 5000);
    sim.at(
      30_000,
      sim.register(() => undefined),
      0,
    );
    sim.run();
    expect(link.busyNs).toBe(24_608);
  });

  it("counts what waits behind the frame being sent, and remembers the most", () => {
    const sim = new Simulation();
    const link = new LinkDirection(sim, GIGABIT);
    for (let i = 0; i < 40; i++) link.send(1000);
    expect(link.deepestBytes).toBe(39_000);
    sim.at(
      micros(1000),
      sim.register(() => link.send(500)),
      0,
    );
    sim.run();
    expect(link.deepestBytes).toBe(39_000);
  });

  it("never sends two frames at once, in the order in which it got them, whenever they come", () => {
    const frame = fc.record({ after: fc.nat(30_000), bytes: fc.integer({ min: 14, max: 1514 }), feed: fc.nat(20_000) });
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 60 }), (frames) => {
        const sim = new Simulation();
        const link = new LinkDirection(sim, GIGABIT);
        let free = 0;
        let fed = 0;
        let waiting: { readonly departs: number; readonly bytes: number }[] = [];
        let deepest = 0;
        const tag = sim.register((_kind, i) => {
          const { bytes = 0, feed = 0 } = frames[i] ?? {};
          link.send(bytes, feed);
          expect(link.departs).toBe(Math.max(free, sim.now, feed > 0 ? fed : 0));
          if (feed > 0) fed = link.departs + feed;
          free = link.departs + slotNanos(bytes, 1000);
          waiting = [...waiting.filter(({ departs }) => departs > sim.now), { departs: link.departs, bytes }];
          const queued = waiting.filter(({ departs }) => departs > sim.now);
          deepest = Math.max(
            deepest,
            queued.reduce((sum, one) => sum + one.bytes, 0),
          );
        });
        let at = 0;
        for (const [i, { after }] of frames.entries()) sim.at((at += after), tag, i);
        sim.run();
        expect(link.deepestBytes).toBe(deepest);
      }),
    );
  });
});
