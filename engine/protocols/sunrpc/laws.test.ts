/** Laws of Sun RPC over UDP, over any schedule of losses, copies, delays, slow procedures and crashes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Fate } from "../testing/net.ts";
import { freeze } from "../testing/plain-data.ts";
import { sunClient, type SunClientEffect, type SunClientOptions } from "./client.ts";
import { SunNet, type SunStep } from "./net.ts";
import { sunServer, type SunServerOptions } from "./server.ts";

const WIRE = millis(1);
const RETRY = millis(20);
const TOTAL = millis(100);
const LONGEST = millis(100_000); // any call ends well before

const delay = fc.integer({ min: 1, max: 150 }).map((n) => n * millis(1));
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 4, arbitrary: fc.constant([WIRE]) },
  { weight: 2, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(delay, delay) },
);
const schedule = fc.record({
  toServer: fc.array(fate, { maxLength: 20 }),
  toClient: fc.array(fate, { maxLength: 20 }),
  runs: fc.array(fc.oneof(fc.constant(WIRE), delay), { maxLength: 12 }),
  pauses: fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 5 }), // ms, and a call before each
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

const CLIENT: SunClientOptions = { retryAfter: RETRY, total: TOTAL, canRefresh: false, without: [] };
const PLACE = { program: 200, version: 1, procedure: 1 };
const SERVER: SunServerOptions = {
  registered: [{ program: 200, version: 1, procedures: [1] }],
  cache: 0,
  without: [],
};

interface Played {
  readonly net: SunNet;
  readonly steps: readonly SunStep[];
  readonly calls: number;
}

function play({ toServer, toClient, runs, pauses }: Schedule, cache: number, crashAfter: Nanos | null = null): Played {
  const sent = { client: 0, server: 0 };
  let executed = 0;
  const net = new SunNet({
    client: CLIENT,
    server: { ...SERVER, cache },
    fateOf: (to) => (to === "server" ? toServer : toClient)[sent[to]++] ?? [WIRE],
    runsFor: () => runs[executed++] ?? WIRE,
    procedure: ({ data }) => ({ status: "SUCCESS", data: Uint8Array.of(...data, 0xff) }),
  });
  for (const [i, pause] of pauses.entries()) {
    net.start({ ...PLACE, data: Uint8Array.of(i) });
    if (i === 0 && crashAfter !== null) {
      net.run(crashAfter);
      net.crashServer();
      net.run(WIRE);
      net.restartServer();
    }
    const limit = net.now + LONGEST;
    while (net.client.tag !== "idle" && net.now < limit) net.run(WIRE);
    net.run(millis(pause));
  }
  net.settle(LONGEST);
  return { net, steps: net.steps, calls: pauses.length };
}

const executions = (steps: readonly SunStep[], xid: number): number =>
  steps
    .flatMap((step) => (step.party === "server" ? step.effects : []))
    .filter((effect) => effect.tag === "execute" && effect.call.xid === xid).length;

/** How each call ended, by its identifier: every call has one. */
const endings = (steps: readonly SunStep[]): ReadonlyMap<number, SunClientEffect> =>
  new Map(
    steps.flatMap((step) =>
      step.party === "client"
        ? step.effects
            .filter(({ tag }) => tag === "returned" || tag === "failed")
            .map((effect): [number, SunClientEffect] => [step.after.xid, effect])
        : [],
    ),
  );

const always = (law: (played: Played) => void, cache = 0, numRuns = 200): void =>
  fc.assert(
    fc.property(schedule, (faults) => law(play(faults, cache))),
    { numRuns },
  );

describe("client and server of Sun RPC, whatever the wire does", () => {
  it("every call ends, and one that returned has the result of its own arguments", () => {
    always(({ net, steps, calls }) => {
      const ended = endings(steps);
      expect(ended.size).toBe(calls);
      expect([net.client.tag, net.server?.tag]).toEqual(["idle", "listening"]);
      for (const [xid, ending] of ended) {
        if (ending.tag === "returned") expect(ending.data).toEqual(Uint8Array.of(xid - 1, 0xff));
      }
    });
  });

  it("a call that returned ran at least once, and none more often than it was sent and copied", () => {
    always(({ steps, calls }) => {
      const ended = endings(steps);
      for (let xid = 1; xid <= calls; xid++) {
        const times = executions(steps, xid);
        if (ended.get(xid)?.tag === "returned") expect(times).toBeGreaterThan(0);
        expect(times).toBeLessThanOrEqual((2 * TOTAL) / RETRY);
      }
    });
  });

  it("with a cache no call runs twice, as long as the server stays up", () => {
    always(({ steps, calls }) => {
      for (let xid = 1; xid <= calls; xid++) expect(executions(steps, xid)).toBeLessThanOrEqual(1);
    }, 64);
  });

  it("some call runs twice without a cache, and with one whose server was restarted", () => {
    const twice = ({ steps }: Played): boolean => executions(steps, 1) > 1;
    const lost: Schedule = { toServer: [], toClient: [[]], runs: [], pauses: [0] };
    expect(twice(play(lost, 0))).toBe(true);
    expect(twice(play(lost, 64))).toBe(false);
    expect(twice(play(lost, 64, millis(5)))).toBe(true);
  });

  it("a call is sent at most as often as the intervals of the retry fit into the total", () => {
    always(({ steps }) => {
      for (const step of steps) {
        for (const effect of step.effects) {
          if (effect.tag === "send") expect(effect.send).toBeLessThanOrEqual(TOTAL / RETRY);
        }
      }
    });
  });

  it("gives the same output for the same input, leaves its input as it was, and keeps plain data", () => {
    const [client, server] = [sunClient(CLIENT), sunServer({ ...SERVER, cache: 2 })];
    always(
      ({ steps }) => {
        for (const step of steps) {
          const again =
            step.party === "client"
              ? client.step(freeze(step.before), freeze(step.input), step.at)
              : server.step(freeze(step.before), freeze(step.input), step.at);
          expect(again).toEqual([step.after, step.effects]);
          expect(structuredClone(step.after)).toEqual(step.after);
        }
      },
      2,
      40,
    );
  });
});
