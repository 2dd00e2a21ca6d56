/** Laws of the exchange, over any schedule of losses, copies, delays, crashes, exceptions and long procedures. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds, type Nanos } from "../kernel/time.ts";
import { CALLEE, CALLER } from "./ends.ts";
import { draws } from "./testing/draws.ts";
import { EndsNet } from "./testing/ends-net.ts";
import type { Fate } from "./testing/net.ts";
import { impure } from "./testing/pure.ts";
import type { CallerEffect } from "./cedar/caller.ts";
import { CEDAR_FLAVOUR, endsOf, type Change, type Flavour } from "./cedar/flavour.ts";
import type { ExchangePacket } from "./cedar/packet.ts";
import { exceptionOf, goOn, type ExchangeNet, type ExchangeStep } from "./cedar/trace-script.ts";
import { FIREFLY_FLAVOUR } from "./firefly/flavour.ts";

/** What goes wrong in one run. Packets beyond the fates and calls beyond `runs` meet no fault. */
interface Schedule {
  readonly toServer: readonly Fate[]; // of the nth packet sent there
  readonly toCaller: readonly Fate[];
  readonly runs: readonly Nanos[]; // how long the nth execution takes
  readonly pauses: readonly Nanos[]; // between the end of a call and the next; a call for each
  readonly outages: readonly { readonly after: Nanos; readonly down: Nanos }[];
  readonly sizes: readonly number[]; // bytes of the nth call's argument
  readonly raises: readonly ("resume" | "unwind" | null)[]; // how the handler of the nth call's exception ends
}

/** A system, and whether its calls have several packets and exceptions. */
interface Subject {
  readonly name: string;
  readonly flavour: Flavour;
  readonly change: Change;
  readonly isRich: boolean;
  readonly sendLimit: number;
}

const SMALL_PACKETS = { packetBytes: 4 } as const;
const SUBJECTS: readonly Subject[] = [
  { name: "Firefly", flavour: FIREFLY_FLAVOUR, change: {}, isRich: false, sendLimit: 10 },
  { name: "Cedar", flavour: CEDAR_FLAVOUR, change: SMALL_PACKETS, isRich: true, sendLimit: 8 },
  {
    name: "Cedar in bulk",
    flavour: CEDAR_FLAVOUR,
    change: { ...SMALL_PACKETS, underWay: "all" },
    isRich: true,
    sendLimit: 8,
  },
  {
    name: "Cedar with explicit acknowledgements",
    flavour: CEDAR_FLAVOUR,
    change: { ...SMALL_PACKETS, acknowledgements: "explicit" },
    isRich: true,
    sendLimit: 8,
  },
  {
    name: "Cedar with keep-alives",
    flavour: CEDAR_FLAVOUR,
    change: { ...SMALL_PACKETS, liveness: "keep-alives" },
    isRich: true,
    sendLimit: 8,
  },
];

const WIRE = millis(1);
const RUNS = millis(10);
const LONGEST = 3600 * seconds(1); // for one call: any of them ends well before

const delay = fc.oneof(
  { weight: 3, arbitrary: fc.constant(WIRE) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 }).map((n) => n * millis(1)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 80 }).map((n) => n * millis(100)) },
);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 4, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(delay, delay) },
);
/** In stretches, because a wire that fails, fails for a while. */
const fates: fc.Arbitrary<readonly Fate[]> = fc
  .array(fc.record({ fate, times: fc.integer({ min: 1, max: 12 }) }), { maxLength: 6 })
  .map((stretches) => stretches.flatMap((stretch) => Array<Fate>(stretch.times).fill(stretch.fate)));
const schedule: fc.Arbitrary<Schedule> = fc.record({
  toServer: fates,
  toCaller: fates,
  runs: fc.array(
    fc.oneof(
      fc.constant(RUNS),
      fc.integer({ min: 0, max: 30 }).map((n) => n * seconds(0.5)),
    ),
    { maxLength: 4 },
  ),
  pauses: fc.array(
    fc.integer({ min: 0, max: 20 }).map((n) => n * millis(100)),
    { minLength: 1, maxLength: 4 },
  ),
  outages: fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 80 }).map((n) => n * millis(50)),
      down: fc.integer({ min: 0, max: 90 }).map((n) => n * millis(100)),
    }),
    { maxLength: 2 },
  ),
  sizes: fc.array(fc.integer({ min: 1, max: 18 }), { minLength: 4, maxLength: 4 }),
  raises: fc.array(fc.constantFrom(null, null, "resume", "unwind"), { minLength: 4, maxLength: 4 }),
});

/** The procedure's result: the argument, marked as answered. */
const answer = (argument: Uint8Array): Uint8Array => Uint8Array.of(...argument, 0xff);
const argumentOf = (call: number, bytes: number): Uint8Array => new Uint8Array(bytes).fill(call);

interface Played {
  readonly net: ExchangeNet;
  readonly steps: readonly ExchangeStep[];
  /** The arguments of the calls, in order. */
  readonly sent: readonly Uint8Array[];
  /** From now on nothing goes wrong. */
  readonly heal: () => void;
}

/** Makes the calls one after another, then waits until nothing is left to happen. */
function play(faults: Schedule, { flavour, change, isRich }: Subject): Played {
  const { toServer, toCaller, runs, pauses, outages, sizes, raises } = faults;
  const packets = { caller: 0, server: 0 };
  let executed = 0;
  let healthy = false;
  const endOf = (call: number): "resume" | "unwind" | null => (isRich && !healthy ? (raises[call - 1] ?? null) : null);
  const net: ExchangeNet = new EndsNet(endsOf(flavour, change), {
    fateOf: (_, from) =>
      (healthy ? undefined : from === CALLER ? toServer[packets.server++] : toCaller[packets.caller++]) ?? [WIRE],
    runsFor: () => runs[executed++] ?? RUNS,
    procedure: answer,
    endOf: (execution) => (endOf(execution.call) === null ? null : exceptionOf(execution)),
  });
  net.heard = (step) => {
    goOn(net, step);
    for (const { effects, after } of callerSteps(step.steps)) {
      for (const effect of effects) {
        if (effect.tag !== "raised") continue;
        const tag = endOf(after.sequence) ?? "resume";
        net.work(CALLER, RUNS, () => net.tell(CALLER, { tag, data: effect.data }));
      }
    }
  };
  const comings = [...outages]; // one a call, while the call is under way
  const sent: Uint8Array[] = [];
  for (const [index, pause] of pauses.entries()) {
    const argument = argumentOf(index + 1, isRich ? (sizes[index] ?? 1) : 1);
    sent.push(argument);
    net.call(argument);
    const outage = comings.shift();
    if (outage !== undefined) {
      net.run(outage.after);
      net.crash(CALLEE);
      net.run(outage.down);
      net.restart(CALLEE);
    }
    const limit = net.now + LONGEST;
    while (net.isCalling && net.now < limit) net.run(millis(100));
    net.run(pause);
  }
  net.settle(LONGEST);
  const heal = (): void => void (healthy = true);
  return { net, steps: net.taken, sent, heal };
}

type Party<Name extends string> = Extract<ExchangeStep, { readonly host: Name }>;
const callerSteps = (steps: readonly ExchangeStep[]): readonly Party<"caller">[] =>
  steps.filter((step) => step.host === "caller");
const serverSteps = (steps: readonly ExchangeStep[]): readonly Party<"server">[] =>
  steps.filter((step) => step.host === "server");

const executions = (steps: readonly ExchangeStep[]): readonly { binding: number; call: ExchangePacket }[] =>
  serverSteps(steps).flatMap(({ life, effects }) =>
    effects.flatMap((effect) => (effect.tag === "execute" ? [{ binding: life, call: effect.call }] : [])),
  );

/** Ends of calls: the sequence number and how it ended. */
const ends = (steps: readonly ExchangeStep[]): readonly { sequence: number; effect: CallerEffect }[] =>
  callerSteps(steps).flatMap(({ after, effects }) =>
    effects
      .filter(({ tag }) => tag === "returned" || tag === "failed")
      .map((effect) => ({ sequence: after.sequence, effect })),
  );

const unwound = (steps: readonly ExchangeStep[], call: number): boolean =>
  callerSteps(steps).some(({ input, after }) => input.tag === "unwind" && after.sequence === call);

describe.each(SUBJECTS)("caller and callee of $name, whatever the wire does", (subject) => {
  /** Holds for any schedule. */
  const always = (law: (played: Played, faults: Schedule) => void, numRuns = draws(150)): void =>
    fc.assert(
      fc.property(schedule, (faults) => law(play(faults, subject), faults)),
      { numRuns },
    );

  it("a call is executed at most once in each incarnation of the server, and once if it returned", () => {
    always(({ steps }) => {
      const executed = executions(steps).map(({ binding, call }) => `call ${call.sequence} in incarnation ${binding}`);
      expect(new Set(executed).size).toBe(executed.length);
      const times = new Map<number, number>();
      for (const { call } of executions(steps)) times.set(call.sequence, (times.get(call.sequence) ?? 0) + 1);
      for (const { sequence, effect } of ends(steps)) {
        if (effect.tag === "returned") expect(times.get(sequence)).toBe(1);
        else expect(times.get(sequence) ?? 0).toBeLessThanOrEqual(1);
      }
    });
  });

  it("a call that was bound before a restart is never executed after it", () => {
    always(({ steps }) => {
      for (const { binding, call } of executions(steps)) expect(call.binding).toBe(binding);
    });
  });

  it("every call arrives whole, and every one that returns, returns its own result", () => {
    always(({ steps, sent }) => {
      for (const { call } of executions(steps)) expect(call.data).toEqual(sent[call.sequence - 1]);
      for (const { sequence, effect } of ends(steps)) {
        if (effect.tag !== "returned") continue;
        const argument = sent[sequence - 1] ?? new Uint8Array(0);
        expect(effect.data).toEqual(unwound(steps, sequence) ? new Uint8Array(0) : answer(argument));
      }
    });
  });

  it("faults come to an end, so every call returns or fails, once, and in the end nobody waits", () => {
    always(({ net, steps }, { pauses }) => {
      expect(ends(steps).map(({ sequence }) => sequence)).toEqual(pauses.map((_, index) => index + 1));
      expect(net.isCalling).toBe(false);
      expect(callerSteps(steps).at(-1)?.after.tag).toBe("idle");
      const last = serverSteps(steps).findLast(({ life }) => life === net.lifeOf(CALLEE));
      expect(["new", "settled"]).toContain(last?.after.tag ?? "new");
    });
  });

  it("once the faults are over the next call returns, or the one after that if the server was restarted", () => {
    always(({ net, steps, heal }) => {
      heal();
      const before = ends(steps).length;
      const caller = net.stateOf(CALLER);
      const isBound = caller?.at === "caller" && caller.binding === net.lifeOf(CALLEE);
      for (let call = 0; call < 2; call++) {
        net.call(Uint8Array.of(call));
        net.settle(LONGEST);
      }
      const said = ends(net.taken)
        .slice(before)
        .map(({ effect }) => (effect.tag === "failed" ? effect.reason : effect.tag));
      expect(said).toEqual([isBound ? "returned" : "unbound", "returned"]);
    });
  });

  it("sequence numbers never go back, on either side", () => {
    always(({ steps }) => {
      let last = 0;
      for (const { after } of callerSteps(steps)) {
        expect(after.sequence).toBeGreaterThanOrEqual(last);
        last = after.sequence;
      }
      const lastIn = new Map<number, number>();
      for (const { life, after } of serverSteps(steps)) {
        if (after.tag === "new") continue; // forgotten, after a silence in which every late packet has come
        expect(after.sequence).toBeGreaterThanOrEqual(lastIn.get(life) ?? 0);
        lastIn.set(life, after.sequence);
      }
    });
  });

  it("nothing is sent on a timer more often than the limit, and never before the timer says so", () => {
    always(({ steps }) => {
      for (const { input, effects, before, at } of steps) {
        if (input.tag !== "tick" || effects.length === 0) continue;
        expect("deadline" in before ? before.deadline : Infinity).toBeLessThanOrEqual(at);
        for (const effect of effects) {
          if (effect.tag === "send") expect(effect.send).toBeLessThanOrEqual(subject.sendLimit);
        }
      }
    });
  });

  it("gives the same output for the same input, leaves its input as it was, and keeps plain data", () => {
    always(({ steps }) => void expect(impure(steps)).toEqual([]), draws(40));
  });
});

describe("without faults", () => {
  it.each(SUBJECTS.slice(0, 2))("$name: a call returns with two packets and nothing is sent twice", (subject) => {
    const none = { toServer: [], toCaller: [], runs: [millis(1)], outages: [], sizes: [1, 1, 1, 1], raises: [] };
    const runs = [millis(1), millis(1), millis(1), millis(1), millis(1), millis(1)];
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 6 }), (pauses) => {
        const { steps } = play({ ...none, runs, pauses: pauses.map((pause) => millis(pause)) }, subject);
        expect(ends(steps).map(({ effect }) => effect.tag)).toEqual(pauses.map(() => "returned"));
        const calls = callerSteps(steps).flatMap(({ input, effects }) =>
          effects.flatMap((effect) => (effect.tag === "send" ? [`${input.tag} ${effect.packet.type}`] : [])),
        );
        // A result that no next call follows in time is acknowledged when the callee asks for it.
        expect(calls.filter((call) => call !== "packet acknowledgement")).toEqual(pauses.map(() => "start call"));
      }),
      { numRuns: draws(50) },
    );
  });
});
