/** Laws of parallel calls over multicast, over any schedule of losses, copies, delays, slow and dead servers. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import { EndsNet } from "../testing/ends-net.ts";
import type { Fate } from "../testing/net.ts";
import { Rpc2Ends } from "./ends.ts";
import { LIBRARY_1987 } from "./library.ts";

const SERVERS = 3;
const WIRE = millis(1);
const LONGEST = seconds(200); // any call ends well before

const delay = fc.integer({ min: 1, max: 3000 }).map(millis);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 5, arbitrary: fc.constant([WIRE]) },
  { weight: 1, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(fc.constant(WIRE), delay) },
);
const schedule = fc.record({
  fates: fc.array(fate, { maxLength: 40 }),
  runs: fc.array(fc.constantFrom(WIRE, millis(700), seconds(2)), { maxLength: 6 }),
  crash: fc.option(fc.record({ host: fc.integer({ min: 1, max: SERVERS }), at: fc.nat(900), down: fc.nat(3000) })),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

const CALLS = 3;

function play({ fates, runs, crash }: Schedule, multicast: boolean) {
  let [sent, executed] = [0, 0];
  const parallel = { servers: SERVERS, yieldEvery: "never", requestTakes: millis(6), multicast } as const;
  const net = new EndsNet(new Rpc2Ends({ library: LIBRARY_1987, limit: LONGEST, without: [], parallel }), {
    fateOf: () => fates[sent++] ?? [WIRE],
    runsFor: () => runs[executed++] ?? WIRE,
    procedure: (argument) => argument,
  });
  for (let call = 1; call <= CALLS; call++) {
    net.call(Uint8Array.of(call));
    if (call === 1 && crash !== null) {
      net.run(millis(crash.at));
      net.crash(crash.host);
      net.after(millis(crash.down), () => net.restart(crash.host));
    }
    const limit = net.now + LONGEST;
    while (net.isCalling && net.now < limit) net.run(millis(50));
  }
  net.settle(LONGEST);
  return net;
}

const sendsOf = ({ steps }: ReturnType<typeof play>) =>
  steps.flatMap(({ effects }) => effects.flatMap((effect) => (effect.tag === "send" ? [effect] : [])));

describe("a parallel call over multicast", () => {
  it("ends; it has run once at each server where it returns, and once at most where it fails", () => {
    const ways = new Set<string>();
    fc.assert(
      fc.property(schedule, (given) => {
        const { steps } = play(given, true);
        const endings = steps.flatMap(({ effects }) => effects.filter(({ tag }) => /returned|failed/.test(tag)));
        expect(endings).toHaveLength(CALLS);
        for (const [i, ending] of endings.entries()) {
          ways.add(ending.tag);
          if (ending.tag === "returned") expect([...ending.data].at(-1)).toBe(i + 1);
          for (let server = 1; server <= SERVERS; server++) {
            const here = steps
              .filter(({ host }) => host === `server${server}`)
              .flatMap(({ effects }) => effects.filter((one) => one.tag === "execute" && one.data.at(-1) === i + 1));
            if (ending.tag === "returned") expect(here).toHaveLength(1);
            else expect(here.length).toBeLessThanOrEqual(1);
          }
        }
      }),
      { numRuns: 150 },
    );
    expect([...ways].sort()).toEqual(["failed", "returned"]);
  });

  it("is one packet to all and a reply from each, where nothing is lost", () => {
    const quiet = { fates: [], runs: [], crash: null };
    const [one, many] = [true, false].map((multicast) => sendsOf(play(quiet, multicast)));
    expect(one?.map(({ others = [] }) => others.length).filter((others) => others > 0)).toEqual(
      Array.from({ length: CALLS }, () => SERVERS - 1),
    );
    expect(one).toHaveLength(CALLS * (1 + SERVERS));
    expect(many).toHaveLength(CALLS * 2 * SERVERS);
  });

  it("asks a server that does not answer alone, as a parallel call of single requests does", () => {
    const lost = { fates: [[WIRE], []], runs: [], crash: null };
    const again = sendsOf(play(lost, true)).filter(
      ({ kind, others = [] }) => kind === "request" && others.length === 0,
    );
    expect(again.map(({ to }) => to)).toEqual([2]);
  });
});
