/** Laws of a service with a queue, over any schedule of losses, copies, delays, slow requests and stalls. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis } from "../../kernel/time.ts";
import { EndsNet } from "../testing/ends-net.ts";
import type { Fate } from "../testing/net.ts";
import { serviceEnds } from "./ends.ts";

const WIRE = millis(1);

const delay = fc.integer({ min: 1, max: 80 }).map(millis);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 6, arbitrary: fc.constant([WIRE]) },
  { weight: 1, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(fc.constant(WIRE), delay) },
);
const schedule = fc.record({
  fates: fc.array(fate, { maxLength: 60 }),
  runs: fc.array(fc.constantFrom(WIRE, millis(10), millis(70)), { maxLength: 20 }),
  gaps: fc.array(fc.nat(40), { minLength: 1, maxLength: 10 }), // ms before each call
  servers: fc.integer({ min: 1, max: 3 }),
  attempts: fc.integer({ min: 1, max: 4 }),
  retry: fc.constantFrom("fixed" as const, "backoff" as const, "jitter" as const),
  budget: fc.constantFrom(Infinity, 0, 0.5),
  hedge: fc.constantFrom(Infinity, 15),
  cancels: fc.boolean(),
  queue: fc.nat(4),
  stall: fc.nat(100),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

function play({ fates, runs, gaps, hedge, stall, ...options }: Schedule) {
  let [sent, executed] = [0, 0];
  const ends = serviceEnds({
    ...options,
    stock: 10,
    timeout: millis(50),
    pause: millis(20),
    hedgeAfter: hedge === Infinity ? Infinity : millis(hedge),
    stands: { from: millis(20), until: millis(20 + stall) },
  });
  const net = new EndsNet(ends, {
    fateOf: () => fates[sent++] ?? [WIRE],
    runsFor: () => runs[executed++] ?? WIRE,
    procedure: (argument) => argument,
  });
  for (const [i, gap] of gaps.entries()) {
    net.run(millis(gap));
    net.call(Uint8Array.of(i + 1));
  }
  net.run(millis(5000));
  return net.steps;
}

const effectsOf = (steps: ReturnType<typeof play>) => steps.flatMap(({ effects }) => effects);

describe("a call of a service", () => {
  it("ends once, and what returns is its own", () => {
    const ways = new Set<string>();
    fc.assert(
      fc.property(schedule, (given) => {
        const endings = effectsOf(play(given)).filter((one) => one.tag === "returned" || one.tag === "failed");
        expect(endings.map(({ call }) => call ?? 0).sort((a, b) => a - b)).toEqual(given.gaps.map((_, i) => i + 1));
        for (const ending of endings) {
          ways.add(ending.tag);
          if (ending.tag === "returned") expect([...ending.data]).toEqual([ending.call]);
        }
      }),
      { numRuns: 300 },
    );
    expect([...ways].sort()).toEqual(["failed", "returned"]);
  });

  it("has no more attempts than it may, and retries no more than the budget", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const requests = effectsOf(play({ ...given, hedge: Infinity })).filter(
          (one) => one.tag === "send" && one.kind === "request",
        );
        for (const [i] of given.gaps.entries()) {
          const of = requests.filter((one) => "call" in one && one.call === i + 1);
          expect(of.length).toBeLessThanOrEqual(given.attempts);
        }
        const most =
          given.budget === Infinity ? Infinity : given.budget === 0 ? 0 : 10 + given.budget * given.gaps.length;
        expect(requests.length - given.gaps.length).toBeLessThanOrEqual(most);
      }),
      { numRuns: 200 },
    );
  });

  it("is served with the others of its server one at a time, and no queue is longer than its places", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const busy = new Map<string, number>();
        for (const { host, input, steps, effects } of play(given)) {
          const ends = input.tag === "done" ? 1 : 0;
          const begins = effects.filter(({ tag }) => tag === "execute").length;
          busy.set(host, (busy.get(host) ?? 0) - ends + begins);
          expect(busy.get(host)).toBeLessThanOrEqual(1);
          for (const { machine, after } of steps) {
            if (machine.protocol !== "Service server") continue;
            const waiting = machine.facts(after).find(({ name }) => name === "requests that wait")?.value ?? 0;
            expect(waiting).toBeLessThanOrEqual(Math.max(1, given.queue));
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
