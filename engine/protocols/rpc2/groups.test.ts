/** Laws of parallel calls over multicast, over any schedule of losses, copies, delays, slow and dead servers. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import { fatesOf, netOf, play, sendsOf, WIRE } from "../testing/laws.ts";
import { Rpc2Ends } from "./ends.ts";
import { LIBRARY_1987 } from "./library.ts";

const SERVERS = 3;
const LONGEST = seconds(200); // any call ends well before

const schedule = fc.record({
  fates: fc.array(fc.nat(), { maxLength: 40 }).map(fatesOf(3000)),
  runs: fc.array(fc.constantFrom(WIRE, millis(700), seconds(2)), { maxLength: 6 }),
  crash: fc.option(fc.record({ host: fc.integer({ min: 1, max: SERVERS }), at: fc.nat(900), down: fc.nat(3000) })),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

const CALLS = 3;

function played({ crash, ...fortune }: Schedule, multicast: boolean) {
  const parallel = { servers: SERVERS, yieldEvery: "never", requestTakes: millis(6), multicast } as const;
  const ends = new Rpc2Ends({ library: LIBRARY_1987, limit: LONGEST, without: [], parallel });
  const sizes = Array.from({ length: CALLS }, () => 1);
  return play(
    netOf(ends, fortune, (argument) => argument),
    { sizes, longest: LONGEST },
    (net, call) => {
      if (call > 1 || crash === null) return;
      net.run(millis(crash.at));
      net.crash(crash.host);
      net.after(millis(crash.down), () => net.restart(crash.host));
    },
  );
}

describe("a parallel call over multicast", () => {
  it("ends; it has run once at each server where it returns, and once at most where it fails", () => {
    const ways = new Set<string>();
    fc.assert(
      fc.property(schedule, (given) => {
        const { steps } = played(given, true);
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
    const [one, many] = [true, false].map((multicast) => sendsOf(played(quiet, multicast)));
    expect(one?.map(({ others = [] }) => others.length).filter((others) => others > 0)).toEqual(
      Array.from({ length: CALLS }, () => SERVERS - 1),
    );
    expect(one).toHaveLength(CALLS * (1 + SERVERS));
    expect(many).toHaveLength(CALLS * 2 * SERVERS);
  });

  it("asks a server that does not answer alone, as a parallel call of single requests does", () => {
    const lost = { fates: [[WIRE], []], runs: [], crash: null };
    const again = sendsOf(played(lost, true)).filter(
      ({ kind, others = [] }) => kind === "request" && others.length === 0,
    );
    expect(again.map(({ to }) => to)).toEqual([2]);
  });
});
