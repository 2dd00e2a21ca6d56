/** What holds for every protocol's machine, whatever happens to it. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, type Nanos } from "../kernel/time.ts";
import { CEDAR_FLAVOUR, endsOf, type Flavour } from "./cedar/flavour.ts";
import { FIREFLY_FLAVOUR } from "./firefly/flavour.ts";
import { FlexNet } from "./flexrpc/trace-script.ts";
import { keyText, type Fact } from "./machine.ts";
import { STATE_MACHINES } from "./state-machines.ts";
import { connect, END_A, tcpNet } from "./tcp/net.ts";
import { EndsNet } from "./testing/ends-net.ts";
import type { Fate } from "./testing/net.ts";
import { rulesAtHead } from "./testing/rules.ts";

const fates = fc.array(fc.constantFrom<Fate>([millis(1)], [millis(1)], [], [millis(2), millis(700)]), {
  maxLength: 40,
});
const schedule = fc.record({
  fates,
  runs: fc.constantFrom(1, 900, 5000),
  pauses: fc.array(fc.nat(3000), { maxLength: 4 }),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

/** A state on the way: its key, its name, its facts, and when it wants a tick. */
interface Seen {
  readonly key: string;
  readonly name: string;
  readonly input: string;
  readonly facts: readonly Fact[];
  readonly deadline: Nanos | null;
}

function inTurn(given: readonly Fate[]): () => Fate {
  let sent = 0;
  return () => given[sent++] ?? [millis(1)];
}

function exchange(flavour: Flavour, given: Schedule, start: Nanos): readonly Seen[] {
  const net = new EndsNet(endsOf(flavour, {}), {
    fateOf: inTurn(given.fates),
    runsFor: () => millis(given.runs),
    procedure: (argument) => argument,
  });
  net.now = start;
  for (const pause of given.pauses) {
    if (!net.isCalling) net.call(Uint8Array.of(1));
    net.run(millis(pause));
  }
  net.run(millis(20_000));
  return net.taken.map(({ machine, after, input }) => seen(machine, after, input));
}

const firefly = (given: Schedule, start: Nanos): readonly Seen[] => exchange(FIREFLY_FLAVOUR, given, start);
const cedar = (given: Schedule, start: Nanos): readonly Seen[] => exchange(CEDAR_FLAVOUR, given, start);

function tcp(given: Schedule, start: Nanos): readonly Seen[] {
  const net = tcpNet(inTurn(given.fates));
  net.now = start;
  connect(net, END_A);
  for (const pause of given.pauses) {
    net.tell(END_A, { tag: "write", bytes: given.runs * 3 });
    net.run(millis(pause));
  }
  net.run(millis(20_000));
  return net.taken.map(({ machine, after, input }) => seen(machine, after, input));
}

function flexrpc(given: Schedule, start: Nanos): readonly Seen[] {
  const net = new FlexNet();
  net.resultBytes = 2;
  for (let callee = 1; callee <= 3; callee++) net.takes.set(callee, millis(given.runs));
  net.now = start;
  net.multicast({ mode: "serial", argumentBytes: 3, pipelined: given.runs > 1, wanted: 3 }, 3);
  net.run(millis(given.pauses[0] ?? 20_000));
  if (given.fates.length > 20) net.cut(1, 2);
  net.run(millis(20_000));
  return net.taken.map(({ machine, after, input }) => seen(machine, after, input));
}

interface Described<State, Input> {
  deadline(state: State): Nanos | null;
  name(state: State): string;
  input(input: Input): string;
  key(state: State): string;
  facts(state: State): readonly Fact[];
}

const seen = <State, Input>(machine: Described<State, Input>, state: State, input: Input): Seen => ({
  key: machine.key(state),
  name: machine.name(state),
  input: machine.input(input),
  facts: machine.facts(state),
  deadline: machine.deadline(state),
});

describe.each([
  ["of Cedar", cedar],
  ["of the Firefly", firefly],
  ["of TCP", tcp],
  ["of FlexRPC", flexrpc],
])("the machines %s", (_name, play) => {
  it("have keys that do not depend on the clock", () => {
    fc.assert(
      fc.property(schedule, fc.integer({ min: 1, max: 1e9 }), (given, later) => {
        const keys = (all: readonly Seen[]): readonly string[] => all.map(({ key }) => key);
        expect(keys(play(given, later))).toEqual(keys(play(given, 0)));
      }),
      { numRuns: 40 },
    );
  });

  it("have words for states and inputs, and facts with names of their own; the next timer is a fact", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        for (const { name, input, facts, deadline } of play(given, 0)) {
          expect(name.length * input.length).toBeGreaterThan(0);
          expect(new Set(facts.map((fact) => fact.name)).size).toBe(facts.length);
          for (const { value } of facts) expect(Number.isFinite(value)).toBe(true);
          const moments = facts.flatMap(({ kind, value }) => (kind === "moment" ? [value] : []));
          if (deadline !== null) expect(moments).toContain(deadline);
        }
      }),
      { numRuns: 40 },
    );
  });
});

const MACHINES = Object.values(STATE_MACHINES).flat();

it.each(MACHINES)("$title: its table names each state once, and only states that it has", ({ states, transitions }) => {
  const tags = states.map(({ tag }) => tag);
  expect(new Set(tags).size).toBe(tags.length);
  for (const { from, to } of transitions) {
    expect(tags).toEqual(expect.arrayContaining([...from]));
    expect([...tags, "same"]).toContain(to);
  }
});

it.each(MACHINES)("$title: its table names rules that stand at the head of its file", ({ file, transitions }) => {
  const rules = rulesAtHead(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")).map(Number);
  expect(rules).toEqual(expect.arrayContaining(transitions.flatMap((transition) => transition.rules)));
});

describe("the text of plain data", () => {
  it("is the same for the same data, whatever the order of fields, and another for other data", () => {
    expect(keyText({ a: 1, b: [null, "x"], c: undefined })).toBe(keyText({ b: [null, "x"], a: 1 }));
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        if (!isSame && keyText(one) === keyText(other)) expect(one).toEqual(other);
      }),
    );
    expect(keyText(Uint8Array.of(1, 2))).not.toBe(keyText([1, 2]));
    expect(() => keyText({ draw: () => 1 })).toThrow("plain data alone");
  });
});
