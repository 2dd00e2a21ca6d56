import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IndexedHeap } from "./indexed-heap.ts";
import { NO_TIMER, Simulation } from "./simulation.ts";

const SLOW = 60_000; // ms, on a machine that is busy with other things

/** A simulation with one actor that notes (time, kind, arg) of all it receives. */
function recorded(): { simulation: Simulation; tag: number; seen: [number, number, number][] } {
  const simulation = new Simulation();
  const seen: [number, number, number][] = [];
  const tag = simulation.register((kind, arg) => seen.push([simulation.now, kind, arg]));
  return { simulation, tag, seen };
}

describe("Simulation", () => {
  it("fires by time, and first in first out among equal times, whoever the events are for", () => {
    const { simulation, tag, seen } = recorded();
    const other = simulation.register((kind, arg) => seen.push([simulation.now, 100 + kind, arg]));
    simulation.at(20, tag + 1, 1);
    simulation.at(10, other + 2, 2);
    simulation.at(20, other + 3, 3);
    simulation.at(20, tag + 4, 4);
    simulation.at(0, tag + 255, -5);
    simulation.run();
    expect(seen).toEqual([
      [0, 255, -5],
      [10, 102, 2],
      [20, 1, 1],
      [20, 103, 3],
      [20, 4, 4],
    ]);
  });

  it("fires an event scheduled for the present after all that already wait at it", () => {
    const simulation = new Simulation();
    const seen: string[] = [];
    const tag = simulation.register((kind) => {
      seen.push(`begin ${kind}`);
      if (kind === 0) simulation.after(0, tag + 2, 0);
      seen.push(`end ${kind}`);
    });
    simulation.at(5, tag, 0);
    simulation.at(5, tag + 1, 0);
    simulation.run();
    expect(seen).toEqual(["begin 0", "end 0", "begin 1", "end 1", "begin 2", "end 2"]);
  });

  it("counts what is pending and what has fired", () => {
    const { simulation, tag } = recorded();
    simulation.at(1, tag, 0);
    const timer = simulation.at(2, tag, 0);
    simulation.at(3, tag, 0);
    simulation.cancel(timer);
    expect([simulation.pending, simulation.fired]).toEqual([2, 0]);
    simulation.run(1);
    expect([simulation.pending, simulation.fired]).toEqual([1, 1]);
    simulation.run();
    expect([simulation.pending, simulation.fired]).toEqual([0, 2]);
  });

  it("never fires a cancelled event, and tells whether cancelling did anything", () => {
    const { simulation, tag, seen } = recorded();
    const kept = simulation.at(1, tag, 1);
    const dropped = simulation.at(1, tag, 2);
    expect(simulation.cancel(dropped)).toBe(true);
    expect(simulation.cancel(dropped)).toBe(false);
    simulation.run();
    expect(simulation.cancel(kept)).toBe(false);
    expect(simulation.cancel(NO_TIMER)).toBe(false);
    expect(simulation.cancel(NaN)).toBe(false);
    expect(seen).toEqual([[1, 0, 1]]);
  });

  it("is not disturbed by a stale handle, though its slot serves a new event", () => {
    const { simulation, tag, seen } = recorded();
    const first = simulation.at(1, tag, 1);
    simulation.run();
    // The slot last freed is the next one used.
    const second = simulation.at(2, tag, 2);
    expect(second % 2 ** 22).toBe(first % 2 ** 22);
    expect(simulation.cancel(first)).toBe(false);
    simulation.run();
    expect(seen).toEqual([
      [1, 0, 1],
      [2, 0, 2],
    ]);
  });

  it("takes a zeroed column for no timers", () => {
    const { simulation, tag, seen } = recorded();
    const timers = new Float64Array(1);
    simulation.at(1, tag, 0);
    expect(simulation.cancel(timers[0] as number)).toBe(false);
    simulation.run();
    expect(seen).toHaveLength(1);
  });

  it("stops where the next event lies beyond `until`, with the clock there, and goes on later", () => {
    const { simulation, tag, seen } = recorded();
    simulation.at(10, tag, 1);
    simulation.at(30, tag, 2);
    simulation.run(20);
    expect([simulation.now, seen.length]).toEqual([20, 1]);
    simulation.after(5, tag, 3);
    simulation.run(30);
    expect([simulation.now, seen.map(([, , arg]) => arg)]).toEqual([30, [1, 3, 2]]);
  });

  it("leaves the clock at the last event when nothing is pending, however far `until` lies", () => {
    const { simulation, tag } = recorded();
    simulation.at(10, tag, 1);
    simulation.run(1000);
    expect(simulation.now).toBe(10);
    simulation.run(5);
    expect(simulation.now).toBe(10);
  });

  it("stops after the event in which stop() is called and can go on", () => {
    const simulation = new Simulation();
    const seen: number[] = [];
    const tag = simulation.register((_kind, arg) => {
      seen.push(arg);
      if (arg === 1) simulation.stop();
    });
    simulation.at(1, tag, 1);
    simulation.at(1, tag, 2);
    simulation.run(100);
    expect([seen, simulation.now, simulation.pending]).toEqual([[1], 1, 1]);
    simulation.run();
    expect(seen).toEqual([1, 2]);
  });

  it("dispatches at once, inside the event being fired", () => {
    const simulation = new Simulation();
    const seen: string[] = [];
    const inner = simulation.register((kind, arg) => seen.push(`inner ${kind} ${arg}`));
    const outer = simulation.register(() => {
      seen.push("before");
      simulation.dispatch(inner + 3, 7);
      seen.push("after");
    });
    simulation.at(1, outer, 0);
    simulation.run();
    expect(seen).toEqual(["before", "inner 3 7", "after"]);
    expect(() => simulation.dispatch(512, 0)).toThrow(/tag 512: is for none of the 2 registered actors/);
  });

  it("refuses times in the past, fractions of a nanosecond, and times past 2^53", () => {
    const { simulation, tag } = recorded();
    simulation.at(10, tag, 0);
    simulation.run();
    expect(() => simulation.at(9, tag, 0)).toThrow(/event at 9 ns: in the past \(now 10 ns\)/);
    expect(() => simulation.after(0.5, tag, 0)).toThrow(/event at 10.5 ns: not a whole number/);
    expect(() => simulation.after(NaN, tag, 0)).toThrow(/event at NaN ns: not a whole number/);
    expect(() => simulation.at(Infinity, tag, 0)).toThrow(/not a whole number/);
    expect(() => simulation.at(2 ** 53, tag, 0)).toThrow(/not a whole number/);
    expect(simulation.pending).toBe(0);
  });

  it("refuses a tag without an actor and an argument that does not fit", () => {
    const { simulation, tag } = recorded();
    expect(() => simulation.at(1, tag + 256, 0)).toThrow(/tag 256: is for none of the 1 registered actors/);
    expect(() => simulation.at(1, -1, 0)).toThrow(/tag -1: is for none/);
    expect(() => simulation.at(1, tag, 2 ** 31)).toThrow(/arg 2147483648 is not a 32-bit integer/);
    expect(() => simulation.at(1, tag, 0.5)).toThrow(/arg 0.5 is not a 32-bit integer/);
  });

  it("refuses to run inside a handler, and runs again after a handler threw", () => {
    const simulation = new Simulation();
    const tag = simulation.register((kind) => {
      if (kind === 0) simulation.run();
    });
    simulation.at(1, tag, 0);
    expect(() => simulation.run()).toThrow(/run\(\) was called by a handler/);
    simulation.at(2, tag + 1, 0);
    simulation.run();
    expect(simulation.now).toBe(2);
  });

  it("keeps 50,000 events of one time in order, and those that they schedule for the same time behind them", () => {
    const simulation = new Simulation();
    const seen: number[] = [];
    const tag = simulation.register((kind, arg) => {
      seen.push(arg);
      if (kind === 0) simulation.after(0, tag + 1, 50_000 + arg);
    });
    for (let arg = 0; arg < 50_000; arg++) simulation.at(7, tag, arg);
    simulation.run();
    expect(seen).toEqual(Array.from({ length: 100_000 }, (_, index) => index));
  });

  it.each([
    ["before", 1e8],
    ["among", 1e11],
    ["after", 1e14],
  ])(
    "does not use up its memory on timers set %s all else that is pending, and cancelled",
    (_where, delay) => {
      const { simulation, tag } = recorded();
      for (let arg = 0; arg < 200; arg++) simulation.at((arg + 1) * 1e9, tag, arg);
      simulation.run(1e9);
      // More than there can be slots at once.
      for (let count = 0; count < 2 ** 22 + 1000; count++) simulation.cancel(simulation.after(delay, tag, 0));
      expect(simulation.pending).toBe(199);
      simulation.run();
      expect(simulation.fired).toBe(200);
    },
    SLOW,
  );

  it(
    "runs a busy model alike on the ladder queue and on the heap",
    () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 0, max: 2e6 }), { minLength: 1, maxLength: 40 }), (delays) => {
          const run = (simulation: Simulation): number[] => {
            const seen: number[] = [];
            const timers = new Float64Array(delays.length);
            const tag = simulation.register((kind, arg) => {
              seen.push(simulation.now, kind, arg);
              if (seen.length > 3000) return;
              // Each event sets one like it, and a timeout that the event two places on cancels.
              const delay = delays[seen.length % delays.length] as number;
              simulation.after(delay, tag + (kind % 3), arg);
              simulation.cancel(timers[(arg + 2) % delays.length] as number);
              timers[arg] = simulation.after(delay * 3 + 1, tag + 7, arg);
            });
            for (const [arg, delay] of delays.entries()) simulation.at(delay, tag + 1, arg);
            simulation.run();
            return seen;
          };
          expect(run(new Simulation())).toEqual(run(new Simulation(new IndexedHeap())));
        }),
        { numRuns: 60 },
      );
    },
    SLOW,
  );
});
