import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatFault, parseFault } from "../faults/index.ts";
import { millis } from "../kernel/time.ts";
import { NUMBERED } from "../experiments/explorable.ts";
import { pairOfEnds, taggedMachine } from "../protocols/pair.ts";
import { EXACTLY_ONCE, type Property } from "../protocols/promises.ts";
import { Net } from "./net.ts";
import { rounded } from "./net-met.ts";
import { search, type Search } from "./search.ts";
import { keyIn, Naive, TIMES, type Faulty } from "./testing.ts";

const found = (faults: number, calls: number, faulty: Faulty = {}): Search =>
  search(new Naive(faulty), TIMES, { faults, calls, program: NUMBERED, properties: EXACTLY_ONCE });
const broken = ({ violations }: Search): readonly Property[] => [
  ...new Set(violations.map(({ property }) => property)),
];
const firstOf = ({ violations }: Search): readonly string[] => violations[0]?.faults.map(formatFault) ?? [];

/** The first violation of each promise in each call. */
const shortestOf = ({ violations }: Search): ReadonlyMap<string, readonly string[]> =>
  new Map(
    violations.toReversed().map(({ property, call, faults }) => [`${property} ${call}`, faults.map(formatFault)]),
  );

/** A caller that waits without a timer, and a callee that counts for ever and never answers. */
const countingEnds = () => {
  const caller = taggedMachine<{ readonly tag: "waiting" }, { readonly kind: "call" }>({
    protocol: "Waiting caller",
    states: [{ tag: "waiting", what: "it never sends" }],
    start: () => ({ tag: "waiting" }),
    step: (state) => [state, []],
  });
  const callee = taggedMachine<{ tag: "counting"; count: number; deadline: number }, { readonly kind: "call" }>({
    protocol: "Counting callee",
    states: [{ tag: "counting", what: "how often its timer went off" }],
    start: () => ({ tag: "counting", count: 0, deadline: millis(1) }),
    step: ({ tag, count }, _, now) => [{ tag, count: count + 1, deadline: now + millis(1) }, []],
  });
  return pairOfEnds({
    ...{ hosts: ["client", "server"], caller, callee, kinds: ["call"], asks: "call", answers: "result" },
    ...{ promises: [], procedure: { span: "Count" } },
  });
};

describe("the search", () => {
  it("ends where a host goes on for ever, with its machine and state", () => {
    const options = { faults: 1, calls: 1, program: NUMBERED, properties: EXACTLY_ONCE };
    expect(() => search(countingEnds(), TIMES, options)).toThrow(
      /without a fault, \d+ events .* next is server \(Counting callee, in the state "counting"\)\. A machine has to/,
    );
  });

  it("follows one run where nothing can fail", () => {
    expect(found(0, 2)).toMatchObject({ runs: 1, deduplicated: 0, violations: [] });
  });

  it("finds the fewest and simplest faults: a lost result makes a caller that sends again execute twice", () => {
    const all = found(2, 1);
    expect(broken(all)).toContain("once");
    expect(firstOf(all)).toEqual(["drop result#1"]);
  });

  it("finds the result of another call, which one late packet makes of a caller that takes any", () => {
    expect(broken(found(1, 2))).not.toContain("ownResult");
    const all = found(1, 2, { takesAny: true });
    expect(all.violations.filter(({ property }) => property === "ownResult").map(({ call }) => call)).toContain(2);
  });

  it("finds a timer that outlives its call without any fault", () => {
    expect(found(0, 1, { keepsTimer: true }).violations).toMatchObject([{ property: "timers", faults: [] }]);
  });

  it("finds a call that never ends, and the lost packet that it needs", () => {
    expect(broken(found(0, 1, { waits: true }))).toEqual([]);
    const all = found(1, 1, { waits: true });
    const endless = all.violations.filter(({ property }) => property === "ends");
    expect(endless.map(({ faults }) => faults.map(formatFault))).toContainEqual(["drop call#1"]);
  });

  it("finds by a machine that stands still that a call is executed twice, but not that one fails", () => {
    const foundIn = (property: Property, faulty: Faulty): readonly string[] => {
      const options = { faults: 2, calls: 1, program: NUMBERED, properties: [property] };
      const { violations } = search(new Naive(faulty), TIMES, options);
      return violations.map(({ faults }) => faults.map(({ what }) => what).join());
    };
    expect(foundIn("onceWhileUp", {})).toContain("slow,slow");
    const failing = foundIn("returns", { givesUp: true });
    expect(failing).toContain("drop");
    expect(failing.filter((one) => one.includes("slow"))).toEqual([]);
  });

  it("keeps, of two ways to a state by like faults, the one with more room around them", () => {
    const times = { ...TIMES, reply: millis(2), service: millis(7) };
    const options = { faults: 2, calls: 2, program: NUMBERED, properties: EXACTLY_ONCE };
    const all = search(new Naive({ keepsTimer: true }), times, options).violations.map(({ faults }) =>
      faults.map(formatFault).join(", "),
    );
    expect(all).toContain("delay call#0 by 6ms, delay call#2 by 7ms");
    expect(all).not.toContain("delay call#0 by 500us, delay call#2 by 6.5ms");
  });

  it("finds every state and every violation that following all ways finds", () => {
    const options = { faults: 2, calls: 2, program: NUMBERED, properties: EXACTLY_ONCE };
    const net = new Net(new Naive({ takesAny: true }), TIMES, options);
    const [seen, states, broken] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const open = [net.start()];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      const key = keyIn(net, state);
      const withFaults = `${state.faults.length} ${key}`;
      if (seen.has(withFaults)) continue;
      seen.add(withFaults);
      states.add(key);
      if (net.broken(state) === null) open.push(...net.successors(state).map((next) => next.state));
      else if (state.held.length === 0) broken.add(key);
    }
    const all = search(new Naive({ takesAny: true }), TIMES, { ...options, followsIdle: true });
    expect([all.states, all.violations.length]).toEqual([states.size, broken.size]);
  });

  it.each<Faulty>([{}, { takesAny: true }, { keepsTimer: true }, { waits: true }])(
    "finds the same shortest violations where late packets that change nothing do not come: %j",
    (faulty) => {
      const options = { faults: 2, calls: 2, program: NUMBERED, properties: EXACTLY_ONCE };
      const [short, long] = [false, true].map((followsIdle) =>
        search(new Naive(faulty), TIMES, { ...options, followsIdle }),
      );
      if (short === undefined || long === undefined) throw new Error("There are two searches.");
      expect(short.states).toBeLessThan(long.states);
      expect(shortestOf(short)).toEqual(shortestOf(long));
    },
  );

  it("gives faults that a script can say", () => {
    const all = found(2, 2).violations.flatMap(({ faults }) => faults);
    expect(all.length).toBeGreaterThan(10);
    for (const fault of all) expect(parseFault(formatFault(fault))).toEqual(fault);
  });

  it("tells each run that it follows to its end", () => {
    let ended = 0;
    const { runs } = search(new Naive(), TIMES, {
      faults: 1,
      calls: 1,
      program: NUMBERED,
      properties: EXACTLY_ONCE,
      ended: () => ended++,
    });
    expect(ended).toBe(runs);
  });
});

it("a fault’s time has few digits, and is off by an eighth of the room around it at most", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 8, max: 1e12 }), (more, room) => {
      const time = Math.ceil(room / 2) + more; // in the middle of its room, or behind
      expect(Math.abs(rounded(time, room) - time)).toBeLessThanOrEqual(room / 8);
    }),
  );
  expect([rounded(7_513_402, 3_000_000), rounded(7_513_402, 40)]).toEqual([7_500_000, 7_513_400]);
});

describe("a state of the net", () => {
  it("has the same key a moment later, and another where something will come at another time", () => {
    const net = new Net(new Naive(), TIMES, { calls: 1, faults: 1, program: NUMBERED, properties: EXACTLY_ONCE });
    const start = net.start();
    const later = { ...start, now: 5, due: start.due.map((one) => ({ ...one, at: one.at + 5 })) };
    expect(keyIn(net, later)).toBe(keyIn(net, start));
    expect(keyIn(net, { ...start, now: 5 })).not.toBe(keyIn(net, start));
  });
});
