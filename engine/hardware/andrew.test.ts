/** The parts of the Andrew network together, with a client that does of RPC2 only what moves packets. */
import { describe, expect, it } from "vitest";
import { millis, toMillis } from "../kernel/time.ts";
import { TestCall, type CallSetting } from "./andrew-testing.ts";
import type { Placement } from "./campus-plan.ts";
import { RT_PC, RT_PC_ASSUMED } from "./rt-pc-costs.ts";
import { overlap } from "./testing.ts";

const play = (setting: Partial<CallSetting>): TestCall => new TestCall(setting);
const count = (call: TestCall, what: string): number => call.losses.filter((loss) => loss.startsWith(what)).length;

describe("a call to one server", () => {
  it("takes the components of Table VI, two idle wake-ups, two device interrupts, and the ring twice", () => {
    const { pack, cloh, servoh, clproc, unpack } = RT_PC;
    const components = [pack, cloh, servoh, clproc, unpack].reduce((sum, { value }) => sum + value, 0);
    const rest = 2 * RT_PC_ASSUMED.idleWake.value + 2 * RT_PC_ASSUMED.deviceInterrupt.value + 2 * 0.242;
    const { tookMs } = play({ servers: 1 });
    expect(components).toBeCloseTo(24.36, 9);
    expect(tookMs).toBeGreaterThan(components + rest);
    expect(tookMs).toBeLessThan(components + rest + 0.06); // hops, and a token each way
  });

  it("is answered 26 to 28 ms later where the server is in another building: three routers each way", () => {
    const answered = (placement: Placement): number => {
      const last = 4; // which is sent to first; of five that are mixed it is the one elsewhere
      const call = play({ servers: 5, computeMs: 50, placement, dead: (server) => server !== last });
      return toMillis(call.answered.get(last) ?? NaN);
    };
    expect(answered("mixed") - answered("ring")).toBeGreaterThan(26);
    expect(answered("mixed") - answered("ring")).toBeLessThan(28);
  });
});

describe("a call to many servers", () => {
  it("is bound by the client’s processor where computations are short: it is never idle for long", () => {
    const call = play({ servers: 15, computeMs: 10 });
    const busy = call.machines.get(0)?.processors.busyNs()[0] ?? NaN;
    expect(toMillis(busy) / call.tookMs).toBeGreaterThan(0.99);
  });

  it("loses no reply up to 19 servers on the ring, and some from 25 on, where nobody reads while it sends", () => {
    const lost = [5, 10, 15, 19, 25, 40].map((servers) =>
      count(play({ servers, computeMs: 10 }), "socket full, client"),
    );
    expect(lost.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(lost[4]).toBeGreaterThan(0);
    expect(lost[5]).toBeGreaterThan(lost[4] ?? 0);
  });

  it("sends again to each server whose reply was lost, 472 ms after the send: the call is that much longer", () => {
    const call = play({ servers: 25, computeMs: 10 });
    expect(call.sends).toBe(25 + count(call, "socket full"));
    expect(call.answered.size).toBe(25);
    expect(call.tookMs).toBeGreaterThan(472);
    expect(play({ servers: 25, computeMs: 10, socketBytes: 3200 }).tookMs).toBeLessThan(300);
  });

  it("loses less the more often the client reads while it sends", () => {
    const [never = NaN, each32 = NaN, each = NaN] = [0, 32, 1].map((yieldEvery) =>
      count(play({ servers: 75, computeMs: 10, yieldEvery }), "socket full"),
    );
    expect(each).toBe(0);
    expect(each32).toBeGreaterThan(0);
    expect(never).toBeGreaterThan(each32);
  });

  it("over the campus loses packets at the client’s router too, where all of them pass twice", () => {
    const call = play({ servers: 100, computeMs: 10, placement: "campus", options: { routerBuffers: 2 } });
    expect(count(call, "no router buffer, Router 0")).toBeGreaterThan(0);
    expect(call.answered.size).toBe(100);
  });
});

describe("machines", () => {
  it("are there only where they have work: eleven for a call to ten servers", () => {
    expect(play({ servers: 10, placement: "campus" }).machines.size).toBe(11);
  });

  it("do one thing at a time, and are busy no longer than time has passed", () => {
    const call = play({ servers: 60, computeMs: 20, placement: "campus", keep: "all", options: { load: 0.03 } });
    for (const { processors } of call.machines.values()) {
      expect(processors.busyNs()[0]).toBeLessThanOrEqual(call.sim.now);
    }
    expect(overlap(call.recorder.finish(call.sim.now))).toBeNull();
  });

  it("five thousand, one in a hundred dead: all others answer, and the run is a few hundred thousand events", () => {
    const dead = (server: number): boolean => server % 100 === 7;
    const call = play({ servers: 4999, computeMs: 10, placement: "campus", dead });
    expect(call.answered.size).toBe(4999 - 50);
    expect([...call.answered.keys()].some(dead)).toBe(false);
    expect(call.machines.size).toBe(1 + 4999 - 50); // the dead never have work
    expect(call.sim.fired).toBeLessThan(400_000);
    expect(call.sim.now).toBeGreaterThan(millis(472 * (2 ** 7 - 1))); // the dead were given all their time
  });
});
