/** Laws of a multicast call over TCP, over any schedule of losses, copies, delays, crashes and restarts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import type { TcpOptions } from "../tcp/tcp-state.ts";
import { EndsNet } from "../testing/ends-net.ts";
import type { Fate } from "../testing/net.ts";
import { impure } from "../testing/pure.ts";
import { flexEnds } from "./ends.ts";

const TCP: TcpOptions = {
  segmentBytes: 40, // an argument takes several segments, and some headers are cut
  windowBytes: 65_535,
  acknowledgeAfter: millis(40),
  duplicateLimit: 3,
  retransmitAfter: millis(200),
  openAfter: seconds(3),
  sendLimit: 6,
  lingers: seconds(60),
  keepAlive: { after: seconds(1), apart: millis(10), every: seconds(1), limit: 5 },
};
const WIRE = millis(1);
const CALLEES = 3;
const RESULT_BYTES = 30;
const LONGEST = seconds(600); // for one call: any of them ends well before

const delay = fc.oneof(
  { weight: 4, arbitrary: fc.constant(WIRE) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }).map((ms) => millis(ms)) },
);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 6, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(delay, delay) },
);
const schedule = fc.record({
  mode: fc.constantFrom("serial" as const, "parallel" as const),
  pipelined: fc.boolean(),
  fates: fc.array(fate, { maxLength: 60 }),
  sizes: fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 3 }), // bytes of an argument, a call each
  outage: fc.option(
    fc.record({
      host: fc.integer({ min: 1, max: CALLEES }),
      after: fc.nat({ max: 60 }).map((ms) => millis(ms)),
      down: fc.nat({ max: 20 }).map((s) => seconds(s)),
    }),
  ),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

function play({ mode, pipelined, fates, sizes, outage }: Schedule) {
  let sent = 0;
  const net = new EndsNet(flexEnds({ mode, pipelined, callees: CALLEES }, TCP), {
    fateOf: () => fates[sent++] ?? [WIRE],
    runsFor: () => millis(10),
    procedure: () => new Uint8Array(RESULT_BYTES),
  });
  const call = (bytes: number): void => {
    const limit = net.now + LONGEST;
    net.call(new Uint8Array(bytes));
    while (net.isCalling && net.now < limit) net.run(millis(50));
  };
  for (const [i, bytes] of sizes.entries()) {
    if (i === 0 && outage !== null) {
      const { host, after, down } = outage;
      net.after(after, () => net.crash(host));
      net.after(after + down, () => net.restart(host));
    }
    call(bytes);
  }
  net.run(seconds(60));
  return { net, call };
}

/** How each call has ended, in order. */
const endings = ({ steps }: ReturnType<typeof play>["net"]): readonly string[] =>
  steps.flatMap(({ effects }) => effects.flatMap(({ tag }) => (tag === "returned" || tag === "failed" ? [tag] : [])));

/** How often each host has executed a call, by "callee1 2". */
function executions({ steps }: ReturnType<typeof play>["net"]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { host, effects } of steps) {
    for (const effect of effects) {
      const key = effect.tag === "execute" ? `${host} ${effect.call}` : "";
      if (key !== "") times.set(key, (times.get(key) ?? 0) + 1);
    }
  }
  return times;
}

describe("a multicast call over TCP, whatever befalls its segments and its callees,", () => {
  it("ends, has run once at each callee where it returns, and at most once where it fails", () => {
    const ended = new Set<string>();
    fc.assert(
      fc.property(schedule, (given) => {
        const { net } = play(given);
        const all = endings(net);
        expect(all).toHaveLength(given.sizes.length);
        const times = executions(net);
        for (const [i, tag] of all.entries()) {
          ended.add(tag);
          for (let callee = 1; callee <= CALLEES; callee++) {
            const here = times.get(`callee${callee} ${i + 1}`) ?? 0;
            if (tag === "returned") expect(here).toBe(1);
            else expect(here).toBeLessThanOrEqual(1);
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(ended.size).toBe(2);
  });

  it("is followed by one that returns, once the faults are over", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const { net, call } = play(given);
        // A call may find a connection that a crash has left half open: it is lost then, and the next call opens one.
        for (let again = 0; again < CALLEES; again++) call(10);
        expect(endings(net).at(-1)).toBe("returned");
      }),
      { numRuns: 60 },
    );
  });

  it("takes steps that are pure", () => {
    const ofFlexrpc = ({ net }: ReturnType<typeof play>) =>
      net.taken.filter(({ machine }) => machine.protocol.startsWith("FlexRPC"));
    fc.assert(
      fc.property(schedule, (given) => void expect(impure(ofFlexrpc(play({ ...given, sizes: [20] })))).toEqual([])),
      { numRuns: 20 },
    );
  });
});
