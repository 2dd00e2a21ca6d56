/** What a net remembers of the steps of its hosts. */
import { describe, expect, it } from "vitest";
import { NUMBERED } from "../experiments/explorable.ts";
import type { HostEffect, HostInput, Moment } from "../protocols/ends.ts";
import { Acts } from "./net-acts.ts";
import { Events } from "./net-events.ts";
import { NetHosts } from "./net-hosts.ts";
import type { HostAt } from "./net-state.ts";
import { Naive, TIMES } from "./testing.ts";

type State = ReturnType<Naive["start"]>[number];
type Packet = { readonly of: number };
type Stepped = readonly [State, readonly HostEffect<Packet>[]];

const HOST = 1;
/** A packet has come: the host's timer is set to this from now, if it would run out later. */
const SOONER = 100;

/**
 * Counts its steps. A packet for call 1 leaves the timer, one for call 2 sets it sooner, and one for 3 ends it. One for
 * 4 is answered long before the deadline.
 */
class Counting extends Naive {
  count = 0;
  override step(state: State, input: HostInput<Packet>, { now }: Moment): Stepped {
    this.count++;
    if (input.tag !== "packet") return [{ ...state, deadline: now + 1000 }, []];
    const { of } = input.packet;
    if (of === 4 && (state.deadline ?? 0) - now > 500) {
      return [state, [{ tag: "send", packet: { of }, kind: "result", call: of, send: null }]];
    }
    if (of === 4) return [state, []];
    if (of === 3) return [{ ...state, deadline: null }, []];
    return [of === 1 ? state : { ...state, deadline: Math.min(state.deadline ?? Infinity, now + SOONER) }, []];
  }
}

function hostsOf(remembers = true) {
  const ends = new Counting();
  const events = new Events<Packet>(ends, NUMBERED);
  const hosts = new NetHosts<State, Packet>(ends, new Acts(ends, TIMES, events), remembers);
  const idle = hosts.start()[HOST];
  if (idle === undefined) throw new Error("The host is missing.");
  const packet = (of: number) => {
    const event = events.packet(1 - HOST, HOST, of, { of });
    if (event.tag !== "input") throw new Error("A packet is no input.");
    return event.input;
  };
  /** A host whose timer falls due at 1000 by its clock, and by `left` from now. */
  const [waiting] = hosts.step(idle, HOST, events.tick, 0, 1);
  const told = (of: number, left: number, at: HostAt<State> = waiting) =>
    hosts.step(at, HOST, packet(of), at.deadline - left, 1);
  const hear = (...asked: Parameters<typeof told>): HostAt<State> => told(...asked)[0];
  const taken = (work: () => void): number => {
    const before = ends.count;
    work();
    return ends.count - before;
  };
  return { ends, hosts, waiting, told, hear, taken };
}

describe("a step of a host", () => {
  it("is taken once so long before its deadline, also at another time", () => {
    const { hosts, waiting, hear, taken } = hostsOf();
    expect(taken(() => hear(1, 300))).toBe(1);
    expect(taken(() => hear(1, 300, { ...waiting, ahead: -500, deadline: 1500 }))).toBe(0);
    expect(hear(1, 300, { ...waiting, ahead: -500, deadline: 1500 })).toMatchObject({ ahead: -500, deadline: 1500 });
    expect(hosts).toBeDefined();
  });

  it("is not taken between two times at which it came to the same: the timer is kept, or is set from then", () => {
    const { hear, taken } = hostsOf();
    for (const [of, times] of [
      [1, [900, 200]],
      [2, [900, 200]],
      [3, [900, 200]],
    ] as const) {
      // prettier-ignore
      expect(taken(() => times.forEach((left) => hear(of, left)))).toBe(2);
      expect(taken(() => hear(of, 201))).toBe(0);
      expect(taken(() => hear(of, 899))).toBe(0);
      expect(taken(() => hear(of, 901))).toBe(1);
      expect(taken(() => hear(of, 199))).toBe(1);
    }
    expect(hear(1, 500).deadline).toBe(1000); // kept
    expect(hear(2, 500).deadline).toBe(500 + SOONER); // set
    expect(hear(3, 500).deadline).toBe(Infinity);
  });

  it("is taken where it came to something else on the other side", () => {
    const { hear, taken } = hostsOf();
    hear(2, 900);
    hear(2, 50); // the timer runs out before it would be set
    expect(taken(() => hear(2, 400))).toBe(1);
    expect(hear(2, 70).deadline).toBe(1000);
    expect(hear(2, 60).deadline).toBe(1000);
  });

  it("comes to the same as when it is taken anew", () => {
    const [one, other] = [hostsOf(), hostsOf(false)];
    for (const left of [900, 200, 50, 10, 500, 30, 120, 99, 101, 0, -20, -10, -15]) {
      for (const of of [1, 2, 3, 4]) {
        const [{ number, deadline }, acts] = one.told(of, left);
        const [anew, done] = other.told(of, left);
        expect([number, deadline, acts.length], `${of} at ${left}`).toEqual([anew.number, anew.deadline, done.length]);
      }
    }
    expect(one.ends.count).toBeLessThan(other.ends.count);
  });

  it("goes on from a remembered one by the host’s own clock", () => {
    const { hear, ends } = hostsOf();
    hear(1, 900);
    hear(1, 200);
    const later = hear(1, 600);
    // What it keeps is a state of another moment: by its clock as long before the deadline.
    const own = ends.deadline(later.state) ?? Infinity;
    expect(own - later.ahead).toBe(later.deadline);
  });
});

describe("a host that restarts", () => {
  it("is made once for each of its lives, and counts from its restart", () => {
    const { hosts } = hostsOf();
    const [first, second] = [hosts.restart(0, 2, 100, 1), hosts.restart(0, 2, 700, 1)];
    expect(second).toEqual({ ...first, ahead: -600, deadline: first.deadline + 600 });
    expect(hosts.restart(1, 2, 100, 2).number).not.toBe(first.number);
  });
});
