/** Laws of Sun RPC over UDP, over any schedule of losses, copies, delays, slow procedures and crashes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, type Nanos } from "../../kernel/time.ts";
import { CALLEE, CALLER } from "../ends.ts";
import { EndsNet } from "../testing/ends-net.ts";
import type { Fate } from "../testing/net.ts";
import { impure } from "../testing/pure.ts";
import { sunClient, type SunClientEffect, type SunClientOptions } from "./client.ts";
import { SunEnds } from "./ends.ts";
import type { SunServerOptions } from "./server.ts";
import { sunTcpClient } from "./tcp/client.ts";
import type { SunStep } from "./trace-script.ts";

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
  readonly isCalling: boolean;
  readonly steps: readonly SunStep[];
  readonly calls: number;
}

function play({ toServer, toClient, runs, pauses }: Schedule, cache: number, crashAfter: Nanos | null = null): Played {
  const sent = { client: 0, server: 0 };
  let executed = 0;
  const ends = new SunEnds({ client: CLIENT, server: { ...SERVER, cache }, called: PLACE, udpChecksums: true });
  const net = new EndsNet<unknown, unknown, never, SunStep>(ends, {
    fateOf: (_, from) => (from === CALLER ? toServer[sent.server++] : toClient[sent.client++]) ?? [WIRE],
    runsFor: () => runs[executed++] ?? WIRE,
    procedure: (argument) => Uint8Array.of(...argument, 0xff),
  });
  for (const [i, pause] of pauses.entries()) {
    net.call(Uint8Array.of(i));
    if (i === 0 && crashAfter !== null) {
      net.run(crashAfter);
      net.crash(CALLEE);
      net.run(WIRE);
      net.restart(CALLEE);
    }
    const limit = net.now + LONGEST;
    while (net.isCalling && net.now < limit) net.run(WIRE);
    net.run(millis(pause));
  }
  net.settle(LONGEST);
  return { isCalling: net.isCalling, steps: net.taken, calls: pauses.length };
}

const executions = (steps: readonly SunStep[], xid: number): number =>
  steps
    .flatMap((step) => (step.host === "server" ? step.effects : []))
    .filter((effect) => effect.tag === "execute" && effect.call.xid === xid).length;

/** How each call ended, by its identifier: every call has one. */
const endings = (steps: readonly SunStep[]): ReadonlyMap<number, SunClientEffect> =>
  new Map(
    steps.flatMap((step) =>
      step.host === "client"
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
    always(({ isCalling, steps, calls }) => {
      const ended = endings(steps);
      expect(ended.size).toBe(calls);
      expect(isCalling).toBe(false);
      for (const [host, tag] of [
        ["client", "idle"],
        ["server", "listening"],
      ])
        expect(steps.findLast((step) => step.host === host)?.after.tag ?? tag).toBe(tag);
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
    always(({ steps }) => void expect(impure(steps)).toEqual([]), 2, 40);
  });
});

it("identifiers count round in steps of any size: over UDP in the upper half on a Sun 3, over TCP down", () => {
  const asked = { ...PLACE, data: new Uint8Array(0) };
  const over = (xid: number, xidStep: number) => {
    const machine = sunClient({ ...CLIENT, xidStep });
    return machine.step(machine.start({ xid }), { tag: "start", call: asked }, 0)[0].xid;
  };
  expect([over(0x1988_0002, 0x1_0000), over(0xffff_0002, 0x1_0000), over(0xffff_ffff, 1)]).toEqual([0x1989_0002, 2, 0]);
  const tcp = sunTcpClient({ total: null, xidStep: -1, without: [] });
  const [open] = tcp.step(tcp.step(tcp.start({ xid: 0 }), { tag: "connect" }, 0)[0], { tag: "connected" }, 0);
  expect(tcp.step(open, { tag: "start", call: asked }, 0)[0].xid).toBe(0xffff_ffff);
});
