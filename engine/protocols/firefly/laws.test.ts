/** Laws of the exchange, over any schedule of losses, copies, delays, crashes and long procedures. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import type { FireflyPacket } from "../../wire/firefly.ts";
import { fireflyCaller, type CallerEffect } from "./caller.ts";
import type { Fate } from "../testing/net.ts";
import { freeze, numbered } from "../testing/plain-data.ts";
import { CALLER_OPTIONS, FireflyNet, serverOptions, type FireflyStep } from "./net.ts";
import { fireflyServer } from "./server.ts";

/** What goes wrong in one run. Packets beyond the fates and calls beyond `runs` meet no fault. */
interface Schedule {
  readonly toServer: readonly Fate[]; // of the nth packet sent there
  readonly toCaller: readonly Fate[];
  readonly runs: readonly Nanos[]; // how long the nth execution takes
  readonly pauses: readonly Nanos[]; // between the end of a call and the next; a call for each
  readonly outages: readonly { readonly after: Nanos; readonly down: Nanos }[];
}

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
});

/** The procedure's result: the argument, marked as answered. */
const answer = (argument: Uint8Array): Uint8Array => Uint8Array.of(...argument, 0xff);

interface Played {
  readonly net: FireflyNet;
  readonly steps: readonly FireflyStep[];
  /** From now on nothing goes wrong. */
  readonly heal: () => void;
}

/** Makes the calls one after another, then waits until nothing is left to happen. */
function play({ toServer, toCaller, runs, pauses, outages }: Schedule): Played {
  const sent = { caller: 0, server: 0 };
  let executed = 0;
  let healthy = false;
  const net = new FireflyNet({
    fateOf: (to) => (healthy ? undefined : (to === "server" ? toServer : toCaller)[sent[to]++]) ?? [WIRE],
    runsFor: () => runs[executed++] ?? RUNS,
    procedure: answer,
  });
  const comings = [...outages]; // one a call, while the call is under way
  for (const [index, pause] of pauses.entries()) {
    net.start(Uint8Array.of(index + 1));
    const outage = comings.shift();
    if (outage !== undefined) {
      net.run(outage.after);
      net.ends.server.begin(null);
      net.run(outage.down);
      net.restartServer();
    }
    const limit = net.now + LONGEST;
    while (net.caller.tag !== "idle" && net.now < limit) net.run(millis(100));
    net.run(pause);
  }
  net.settle(LONGEST);
  const heal = (): void => void (healthy = true);
  return { net, steps: net.steps, heal };
}

/** Holds for any schedule. */
const always = (law: (played: Played, faults: Schedule) => void, numRuns = 400): void =>
  fc.assert(
    fc.property(schedule, (faults) => law(play(faults), faults)),
    { numRuns },
  );

const callerSteps = (steps: readonly FireflyStep[]): Extract<FireflyStep, { party: "caller" }>[] =>
  steps.filter((step) => step.party === "caller");
const serverSteps = (steps: readonly FireflyStep[]): Extract<FireflyStep, { party: "server" }>[] =>
  steps.filter((step) => step.party === "server");

const executions = (steps: readonly FireflyStep[]): { binding: number; call: FireflyPacket }[] =>
  serverSteps(steps).flatMap(({ binding, effects }) =>
    effects.flatMap((effect) => (effect.tag === "execute" ? [{ binding, call: effect.call }] : [])),
  );

/** Ends of calls: the sequence number and how it ended. */
const ends = (steps: readonly FireflyStep[]): { sequence: number; effect: CallerEffect }[] =>
  callerSteps(steps).flatMap(({ after, effects }) =>
    effects.filter(({ tag }) => tag !== "send").map((effect) => ({ sequence: after.sequence, effect })),
  );

describe("caller and server, whatever the wire does", () => {
  it("a call is executed at most once in each incarnation of the server", () => {
    always(({ steps }) => {
      const executed = executions(steps).map(({ binding, call }) => `call ${call.sequence} in incarnation ${binding}`);
      expect(new Set(executed).size).toBe(executed.length);
    });
  });

  it("a call that was bound before a restart is never executed after it", () => {
    always(({ steps }) => {
      for (const { binding, call } of executions(steps)) expect(call.binding).toBe(binding);
    });
  });

  it("every call that returns, returns its own result", () => {
    always(({ steps }) => {
      for (const { sequence, effect } of ends(steps)) {
        if (effect.tag === "returned") expect(effect.data).toEqual(answer(Uint8Array.of(sequence)));
      }
    });
  });

  it("faults come to an end, so every call returns or fails, once, and in the end nobody waits", () => {
    always(({ net, steps }, { pauses }) => {
      expect(ends(steps).map(({ sequence }) => sequence)).toEqual(pauses.map((_, index) => index + 1));
      expect(net.caller.tag).toBe("idle");
      expect(net.server?.tag).not.toBe("executing");
      expect(net.server?.tag).not.toBe("retaining");
    });
  });

  it("once the faults are over the next call returns, or the one after that if the server was restarted", () => {
    always(({ net, steps, heal }) => {
      heal();
      const before = ends(steps).length;
      const isBound = net.imported === net.binding;
      for (let call = 0; call < 2; call++) {
        net.start(Uint8Array.of(call));
        net.settle(LONGEST);
      }
      const said = ends(steps)
        .slice(before)
        .map(({ effect }) => (effect.tag === "failed" ? effect.reason : effect.tag));
      expect(said).toEqual([isBound ? "returned" : "unbound", "returned"]);
    });
  });

  it("without faults every call returns, with two packets and nothing sent twice", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 6 }), (pauses) => {
        const quick = pauses.map((pause) => millis(pause));
        const { steps } = play({ toServer: [], toCaller: [], runs: [], pauses: quick, outages: [] });
        expect(ends(steps).map(({ effect }) => effect.tag)).toEqual(quick.map(() => "returned"));
        const calls = callerSteps(steps).flatMap(({ input, effects }) =>
          effects.filter((effect) => effect.tag === "send").map(({ packet }) => `${input.tag} ${packet.type}`),
        );
        // The last result is acknowledged by no next call: the server asks for it after 600 ms.
        expect(calls).toEqual([...quick.map(() => "start call"), "packet acknowledgement"]);
      }),
    );
  });

  it("sequence numbers never go back, on either side", () => {
    always(({ steps }) => {
      let last = 0;
      for (const { after } of callerSteps(steps)) {
        expect(after.sequence).toBeGreaterThanOrEqual(last);
        last = after.sequence;
      }
      const lastIn = new Map<number, number>();
      for (const { binding, after } of serverSteps(steps)) {
        const sequence = after.tag === "new" ? 0 : after.sequence;
        expect(sequence).toBeGreaterThanOrEqual(lastIn.get(binding) ?? 0);
        lastIn.set(binding, sequence);
      }
    });
  });

  it("nothing is sent more than ten times on a timer, and never before the timer says so", () => {
    always(({ steps }) => {
      for (const { input, effects, before, at } of steps) {
        if (input.tag !== "tick" || effects.length === 0) continue;
        expect("deadline" in before ? before.deadline : Infinity).toBeLessThanOrEqual(at);
        for (const effect of effects) if (effect.tag === "send") expect(effect.send).toBeLessThanOrEqual(10);
      }
    });
  });
});

/** The value with its bytes as numbers, so that JSON can hold all of it. */
const withoutBytes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, part: unknown) => (part instanceof Uint8Array ? [...part] : part)));

const again = (step: FireflyStep): readonly [unknown, unknown] => {
  const { at } = step;
  return step.party === "caller"
    ? fireflyCaller(freeze({ ...CALLER_OPTIONS })).step(freeze(step.before), freeze(step.input), at)
    : fireflyServer(freeze(serverOptions(step.binding))).step(freeze(step.before), freeze(step.input), at);
};

describe("the step functions", () => {
  it("give the same output for the same input, and leave their input as it was", () => {
    always(({ steps }) => {
      for (const step of steps) {
        const input = structuredClone([step.before, step.input]);
        expect(again(step)).toEqual([step.after, step.effects]);
        expect(again(step)).toEqual([step.after, step.effects]);
        expect([step.before, step.input]).toEqual(input);
      }
    }, 100);
  });

  it("keep states that are plain data: a clone is equal, and JSON holds all of it but the bytes", () => {
    always(({ steps }) => {
      for (const { after } of steps) {
        expect(structuredClone(after)).toEqual(after);
        const text = withoutBytes(after);
        expect(withoutBytes(text)).toEqual(text);
        // `undefined`, functions and infinities would not have come through.
        expect(text).toEqual(numbered(after));
      }
    }, 100);
  });
});
