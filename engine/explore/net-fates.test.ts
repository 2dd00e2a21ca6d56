/** The fates of a packet in detail: its names, what a fault costs, and which packet overtakes another. */
import { describe, expect, it } from "vitest";
import { NUMBERED } from "../experiments/explorable.ts";
import { formatFault } from "../faults/text.ts";
import { millis } from "../kernel/time.ts";
import { EXACTLY_ONCE } from "../protocols/promises.ts";
import { Events } from "./net-events.ts";
import { isOvertaken } from "./net-fates.ts";
import type { Due, Event, Held } from "./net-state.ts";
import { Net } from "./net.ts";
import { Naive, TIMES } from "./testing.ts";

const netOf = (ends = new Naive(), sorts?: readonly ("drop" | "reorder" | "slow")[]) =>
  new Net(ends, TIMES, {
    faults: 2,
    calls: 2,
    properties: EXACTLY_ONCE,
    program: NUMBERED,
    ...(sorts === undefined ? {} : { sorts }),
  });
type State = ReturnType<ReturnType<typeof netOf>["start"]>;

const linesOf = ({ faults }: State): string => faults.map(formatFault).join(", ");

/** The states behind the first sending, by their lines. */
const sent = (net: ReturnType<typeof netOf>): ReadonlyMap<string, State> =>
  new Map(net.successors(net.start()).map(({ state }) => [linesOf(state), state]));

function of(states: ReadonlyMap<string, State>, line: string): State {
  const found = states.get(line);
  if (found === undefined) throw new Error(`There is no "${line}" among ${[...states.keys()].join("; ")}.`);
  return found;
}

/** What comes of the caller's second sending, at 11 ms. */
function sentAgain(net: ReturnType<typeof netOf>, from: State): readonly State[] {
  let state = from;
  while (state.now < millis(11)) {
    const next = net.successors(state);
    const again = next.filter((one) => one.state.now === millis(11));
    if (again.length > 0 || next.length === 0) return again.map((one) => one.state);
    const usual = next.find(({ isUsual }) => isUsual);
    if (usual === undefined) return [];
    state = usual.state;
  }
  return [];
}

/** Says of each sending that it is the seventh. */
class Same extends Naive {
  override step(...asked: Parameters<Naive["step"]>): ReturnType<Naive["step"]> {
    const [state, effects] = super.step(...asked);
    return [state, effects.map((one) => (one.tag === "send" && one.kind === "call" ? { ...one, send: 7 } : one))];
  }
}

describe("a name that is sent twice", () => {
  it("is noticed, and no name that is sent once", () => {
    const [usual, same] = [netOf(), netOf(new Same())];
    for (const net of [usual, same]) sentAgain(net, of(sent(net), net === same ? "drop call#1 send 7" : "drop call#1"));
    expect([usual.repeats, same.repeats]).toEqual([0, 1]);
  });

  it("meets no second fault; where it has met one, the search does not go on: a script would mean both", () => {
    const net = netOf(new Same());
    const states = sent(net);
    expect(sentAgain(net, of(states, "drop call#1 send 7"))).toEqual([]);
    // Without the result, which the caller has heard before.
    const without = { ...of(states, ""), due: [] };
    expect(sentAgain(net, without).map(({ names }) => names?.isMet)).toEqual([false]);
    expect(of(states, "").names).toMatchObject({ isMet: false, counted: 0 });
    expect(of(states, "drop call#1 send 7").names).toMatchObject({ isMet: true });
  });
});

describe("a fault of a packet", () => {
  it("takes no room, and weighs more, the less simple it is", () => {
    const states = [...sent(netOf()).values()];
    expect(states.map(({ room }) => room)).toEqual([0, 0, 0, 0, 0]);
    expect(states.map(({ weight }) => weight)).toEqual([0, 0, 1, 2, 6]);
    expect(states.map(({ faultCount }) => faultCount)).toEqual([0, 1, 1, 1, 1]);
  });

  it("is one of the sorts that are asked for", () => {
    expect([...sent(netOf(new Naive(), ["drop", "reorder"])).keys()]).toEqual(["", "drop call#1", "reorder call#1"]);
    const stands = (net: ReturnType<typeof netOf>) =>
      net.successors(of(sent(net), "")).some(({ state }) => state.pause !== null);
    expect([stands(netOf()), stands(netOf(new Naive(), ["drop"])), stands(netOf(new Naive(), ["slow"]))]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("has no time where a copy comes right behind its packet, and else the time that it is late", () => {
    const net = netOf();
    /** Where a late packet comes: the lines, one for each moment of the usual way. */
    const late = (line: string): readonly string[] => {
      const lines: string[] = [];
      for (let state: State | undefined = of(sent(net), line); state !== undefined && lines.length < 2;) {
        const next: ReturnType<typeof net.successors> = net.successors(state);
        const come = next.filter((one) => one.state.held.length === 0 && one.state.faultCount === 1);
        lines.push(...come.map((one) => linesOf(one.state)));
        state = next.find(({ isUsual }) => isUsual)?.state;
      }
      return lines;
    };
    expect(late("duplicate call#1")).toEqual(["duplicate call#1", "duplicate call#1 by 1.5ms"]);
    expect(late("delay call#1 by 1ns")).toEqual(["delay call#1 by 5ms", "delay call#1 by 9.5ms"]);
  });
});

it("a late packet comes a second later where nothing else is to happen", () => {
  const net = netOf(new Naive({ waits: true }));
  const [come] = net.successors(of(sent(net), "delay call#1 by 1ns")).map(({ state }) => state);
  expect([come?.now, come?.room, come && linesOf(come)]).toEqual([millis(1002), millis(1000), "delay call#1 by 1s"]);
});

describe("a packet overtakes another", () => {
  const events = new Events(new Naive(), NUMBERED);
  const packet = (to: number): Event<{ of: number }> => events.packet(1 - to, to, 1, { of: 1 });
  const held = (more: Partial<Held<{ of: number }>> = {}): Held<{ of: number }> => ({
    since: 10,
    events: [packet(1)],
    fault: 0,
    isCopy: false,
    behind: 0,
    ...more,
  });
  const due = (more: Partial<Due<{ of: number }>> = {}): Due<{ of: number }> => ({
    at: 11,
    event: packet(1),
    of: 0,
    leaves: 5,
    ...more,
  });

  it("of the same direction, when it comes later than the other would have come", () => {
    expect(isOvertaken(held(), due())).toBe(true);
    expect(isOvertaken(held(), due({ at: 10 }))).toBe(false);
    expect(isOvertaken(held(), due({ of: 1 }))).toBe(false);
    expect(isOvertaken(held({ behind: null }), due())).toBe(false);
    expect(isOvertaken(held(), due({ event: packet(0) }))).toBe(false);
  });

  it("and nothing else does: no work of the host that is done, and no start of a procedure", () => {
    expect(isOvertaken(held(), due({ event: events.done(1, 1, "1", Uint8Array.of(1)) }))).toBe(false);
    expect(isOvertaken(held(), due({ event: events.run(1, 1) }))).toBe(false);
    expect(isOvertaken(held({ events: [] }), due())).toBe(false);
  });
});
