/** The fates of a packet, what a crash undoes, and a machine that stands still. */
import { describe, expect, it } from "vitest";
import { NUMBERED } from "../experiments/explorable.ts";
import { formatFault } from "../faults/text.ts";
import { millis } from "../kernel/time.ts";
import { callsAtOnce } from "../protocols/at-once.ts";
import { CALLER } from "../protocols/ends.ts";
import { EXACTLY_ONCE } from "../protocols/promises.ts";
import type { CallTimes } from "./call-times.ts";
import { Net } from "./net.ts";
import { keyIn, Naive, TIMES } from "./testing.ts";

const netOf = (faults: number, ends: Naive = new Naive(), times: CallTimes = TIMES) =>
  new Net(ends, times, { faults, calls: 2, properties: EXACTLY_ONCE, program: NUMBERED });

type NaiveNet = ReturnType<typeof netOf>;
type State = ReturnType<NaiveNet["start"]>;

const linesOf = ({ faults }: State): string => faults.map(formatFault).join(", ");

/** Goes the usual way until so many executions of the first call have begun, or nothing more happens. */
function follow(net: NaiveNet, from: State, isThere: (state: State) => boolean): State {
  for (let state = from; ;) {
    if (isThere(state)) return state;
    const next = net.successors(state).find(({ isUsual }) => isUsual);
    if (next === undefined) throw new Error("The usual way does not lead there.");
    state = next.state;
  }
}

const executions = ({ facts }: State): number => facts.calls[0]?.executions[0] ?? 0;

/** The state behind the first sending, with a fault whose line begins so; with none for an empty text. */
function behind(net: Pick<NaiveNet, "successors" | "start">, line: string): State {
  const all = net.successors(net.start()).map(({ state }) => state);
  const found = all.find((state) => (line === "" ? linesOf(state) === "" : linesOf(state).startsWith(line)));
  if (found === undefined) throw new Error(`There is no ${line} among ${all.map(linesOf).join("; ")}.`);
  return found;
}

describe("the fates of a packet", () => {
  it("are these, the usual one first", () => {
    const net = netOf(1);
    expect(net.successors(net.start()).map(({ state, isUsual }) => `${linesOf(state)} ${isUsual}`)).toEqual([
      " true",
      "drop call#1 false",
      "duplicate call#1 false",
      "delay call#1 by 1ns false",
      "reorder call#1 false",
    ]);
    expect(netOf(0).successors(netOf(0).start())).toHaveLength(1);
  });

  it("are named by the number that the machine says, which does not count for the next", () => {
    /** Says once that its sending has a number. */
    class Saying extends Naive {
      override step(...asked: Parameters<Naive["step"]>): ReturnType<Naive["step"]> {
        const [state, effects] = super.step(...asked);
        const [, { tag }] = asked;
        return [state, effects.map((one) => (one.tag === "send" && tag === "call" ? { ...one, send: 7 } : one))];
      }
    }
    const net = netOf(1, new Saying());
    const names = (state: State) => net.successors(state).map((next) => linesOf(next.state));
    expect(names(net.start())).toContain("drop call#1 send 7");
    const before = follow(net, behind(net, "drop"), ({ hosts }) => hosts[CALLER]?.deadline === millis(11));
    const again = netOf(2, new Saying())
      .successors(before)
      .map((next) => linesOf(next.state));
    expect(again).toContain("drop call#1 send 7, drop call#1");
  });

  it("a reordered packet comes right behind the next one, at the same time", () => {
    const net = netOf(1);
    const late = follow(net, behind(net, "reorder"), (state) => executions(state) > 0);
    expect(executions(late)).toBe(2);
    expect(late.now).toBe(millis(12)); // the second sending is at 11 ms
    expect(late.held).toEqual([]);
    const whole = follow(net, behind(net, ""), (state) => executions(state) > 0);
    expect([executions(whole), whole.now]).toEqual([1, millis(2)]);
  });

  it("a copy and a late packet wait until they are let go", () => {
    const net = netOf(1);
    for (const line of ["duplicate", "delay"]) {
      const held = behind(net, line);
      expect(held.held).toHaveLength(1);
      const free = net.successors(held).filter(({ state }) => state.held.length === 0);
      expect(free).toHaveLength(line === "delay" ? 1 : 0); // the copy comes behind the packet
    }
  });
});

describe("a late packet that changes nothing", () => {
  it("is not let go where the search skips such moments", () => {
    const options = { faults: 1, calls: 2, properties: EXACTLY_ONCE, program: NUMBERED };
    const let_ = (skipsIdle: boolean, line: string): readonly number[] => {
      const net = new Net(new Naive(), TIMES, { ...options, skipsIdle });
      // The result of the first call comes again, or late: it is answered already, or not yet.
      const isSent = (state: State) => net.successors(state).some((next) => linesOf(next.state).startsWith(line));
      const held = net
        .successors(follow(net, behind(net, ""), isSent))
        .find((next) => linesOf(next.state).startsWith(line));
      if (held === undefined) throw new Error(`There is no ${line}.`);
      const moments: number[] = [];
      for (let state: State | undefined = held.state; state !== undefined;) {
        const next: ReturnType<NaiveNet["successors"]> = net.successors(state);
        for (const one of next) if (one.state.held.length === 0) moments.push(one.state.now);
        state = next.find(({ isUsual }) => isUsual)?.state;
        if (moments.length > 20) break;
      }
      return moments;
    };
    expect(let_(true, "duplicate result#1")).toEqual([]);
    expect(let_(false, "duplicate result#1").length).toBeGreaterThan(2);
    expect(let_(true, "delay result#1").length).toBeGreaterThan(0);
  });
});

describe("a machine that stands still", () => {
  it("needs two faults, and a timer that will fall due", () => {
    const slow = (faults: number) => {
      const net = netOf(faults);
      return net.successors(behind(net, "")).filter(({ state }) => linesOf(state).startsWith("slow"));
    };
    expect(slow(1)).toEqual([]);
    expect(slow(2).map(({ state }) => linesOf(state))).toEqual([
      "slow caller by 1000 at 1.5ms",
      "slow server by 1000 at 1.5ms",
    ]);
    const net = netOf(2, new Naive({ waits: true }));
    expect(net.successors(behind(net, "")).filter(({ state }) => state.pause !== null)).toEqual([]);
  });

  it("hears what has come when it goes on, behind the timer", () => {
    const net = netOf(2);
    const stands = net.successors(behind(net, "")).find(({ state }) => state.pause?.host === 1)?.state;
    if (stands === undefined) throw new Error("The server does not stand still.");
    expect(stands.pause).toEqual({ host: 1, since: millis(1.5), until: millis(11), timers: 0 });
    const goes = follow(net, stands, ({ pause }) => pause === null);
    expect([stands.room, goes.room]).toEqual([millis(1), millis(11)]);
    expect(goes.now).toBe(millis(16)); // the caller has sent again at 11 ms, and would at 21 ms
    expect(executions(goes)).toBe(0);
    const heard = follow(net, goes, (state) => executions(state) === 2);
    expect(heard.now).toBe(millis(16));
    expect(linesOf(goes)).toBe("slow server by 1000 at 1.5ms, slow server by 1 at 16ms");
  });

  it("goes on behind the first timer, or a later one, and not behind more than 32", () => {
    const net = netOf(2);
    const stands = net.successors(behind(net, "")).find(({ state }) => state.pause?.host === 1)?.state;
    const [open, goes] = [stands === undefined ? [] : [stands], [] as number[]];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      for (const { state: next } of net.successors(state)) {
        if (next.pause === null) goes.push(next.now / millis(1));
        else open.push(next);
      }
    }
    expect(goes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, i) => 16 + 10 * i));
  });

  it("has done nothing of its own work meanwhile", () => {
    const net = netOf(2);
    const works = follow(net, behind(net, ""), (state) => executions(state) === 1);
    const stands = net.successors(works).find(({ state }) => state.pause?.host === 1)?.state;
    if (stands === undefined) throw new Error("The server does not stand still.");
    const goes = follow(net, stands, ({ pause }) => pause === null);
    const own = goes.due.filter(({ of, leaves }) => of === 1 && leaves === Infinity).map(({ at }) => at);
    expect(stands.now).toBe(millis(2.5));
    expect(own).toEqual([goes.now + millis(0.5)]); // what was left of the procedure
  });

  it("has not crashed", () => {
    const net = netOf(2);
    const stands = net.successors(behind(net, "")).find(({ state }) => state.pause?.host === CALLER)?.state;
    expect(stands?.facts.mishaps).toEqual(["still"]);
  });
});

describe("a crash", () => {
  class Crashing extends Naive {
    override readonly crashable = [0, 1];
  }

  it("loses what has not left the machine, and the work of its procedure", () => {
    const ways = { "caller call server": { takes: millis(1), inside: millis(0.8) } };
    const net = netOf(1, new Crashing(), { ...TIMES, ways });
    const crashed = (state: State, host: number) =>
      net.successors(state).find((next) => next.state.hosts[host] === null)?.state;
    expect(crashed(behind(net, ""), CALLER)?.due).toEqual([]); // at half of the way it is inside
    const works = follow(net, behind(net, ""), (state) => executions(state) === 1);
    expect(crashed(works, 1)?.due).toEqual([]);
    expect(crashed(works, CALLER)?.due).toHaveLength(1);
  });

  it("of a caller with two threads ends both calls", () => {
    const crashing = new Crashing();
    const all = callsAtOnce(crashing, 2, NUMBERED);
    const net = new Net(all, TIMES, { calls: 2, faults: 1, program: NUMBERED, properties: EXACTLY_ONCE });
    const sent = behind(net, "");
    expect(sent.facts.calls).toHaveLength(2);
    const down = net.successors(sent).find(({ state }) => state.hosts[CALLER] === null)?.state;
    expect(down?.facts.calls.map(({ outcome }) => outcome)).toEqual(["failed", "failed"]);
  });

  it("of the caller ends the call; the program is over with its last one", () => {
    const net = netOf(2, new Crashing());
    const down = net.successors(behind(net, "")).find(({ state }) => state.hosts[CALLER] === null)?.state;
    expect(down?.facts).toMatchObject({ isOver: false, mishaps: ["crash"], isCalling: false });
    if (down === undefined) return;
    const restarted = (state: State) => net.successors(state).find((next) => next.state.hosts[CALLER] !== null)?.state;
    const up = restarted(follow(net, down, (state) => restarted(state) !== undefined));
    expect(up?.lives).toEqual([2, 1]);
    expect((up?.now ?? 0) - down.now).toBeGreaterThan(millis(50));
    expect(up?.facts.calls).toHaveLength(2);
    const last = new Net(new Crashing(), TIMES, { faults: 1, calls: 1, properties: EXACTLY_ONCE, program: NUMBERED });
    const crashed = last.successors(behind(last, "")).map(({ state }) => state);
    const over = (host: number) => crashed.find(({ hosts }) => hosts[host] === null)?.facts.isOver;
    expect([over(CALLER), over(1)]).toEqual([true, false]);
  });

  it("lies in the middle between two events, and needs room for that", () => {
    const crashes = (prepare: number) =>
      netOf(1, new Crashing(), { ...TIMES, prepare })
        .successors(netOf(1, new Crashing(), { ...TIMES, prepare }).start())
        .filter(({ state }) => state.hosts[CALLER] === null)
        .map(({ state: { now, room } }) => [now, room]);
    expect([1, 2, 3, 4].map(crashes)).toEqual([[], [[1, 2]], [[1, 3]], [[2, 4]]]);
  });
});

describe("a key", () => {
  it("tells a reordered packet from a late one, and a machine that stands still from one that does not", () => {
    const net = netOf(2);
    const states = net.successors(net.start()).map(({ state }) => keyIn(net, state));
    expect(new Set(states).size).toBe(states.length);
    const sent = behind(net, "");
    const paused = net.successors(sent).filter(({ state }) => state.pause !== null);
    expect(new Set(paused.map(({ state }) => keyIn(net, state))).size).toBe(2);
  });

  it("does not count the order of late packets, which the search lets go in any order", () => {
    const net = netOf(2);
    const [one] = behind(net, "delay").held;
    if (one === undefined) throw new Error("Nothing is held back.");
    const state = behind(net, "");
    const [soon, late] = [
      { ...one, since: state.now + 5 },
      { ...one, since: state.now + 9 },
    ];
    expect(keyIn(net, { ...state, held: [soon, late] })).toBe(keyIn(net, { ...state, held: [late, soon] }));
    const [first, second] = [soon, late].map((held) => ({ ...held, behind: CALLER }));
    if (first === undefined || second === undefined) return;
    // Those that are reordered come in the order of their sending.
    const keys = [[first, second], [second, first]].map((held) => keyIn(net, { ...state, held })); // prettier-ignore
    expect(keys[0]).not.toBe(keys[1]);
  });

  it("counts a packet’s way inside its sender until it has left", () => {
    const net = netOf(1);
    const [sent, other] = [behind(net, ""), behind(net, "")];
    const [due] = sent.due;
    if (due === undefined) throw new Error("Nothing was sent.");
    expect(keyIn(net, { ...sent, due: [{ ...due, leaves: sent.now + 5 }] })).not.toBe(keyIn(net, other));
    expect(keyIn(net, { ...sent, due: [{ ...due, leaves: sent.now }] })).toBe(keyIn(net, other));
  });
});
