/**
 * Laws of the protocols whose caller has a TCP connection to each callee, over any schedule of losses, copies, delays,
 * slow procedures and crashes.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import type { StreamMessage } from "../../wire/stream-table.ts";
import type { Host } from "../ends.ts";
import { geminiEnds } from "../gemini/ends.ts";
import { mercuryEnds } from "../mercury/ends.ts";
import { EndsNet } from "../testing/ends-net.ts";
import type { Fate } from "../testing/net.ts";
import { OPTIONS } from "./net.ts";
import type { StreamEnds, StreamHost } from "./stream-ends.ts";
import type { StreamPacket } from "./streams.ts";

/** Whose probes are few: a run of minutes is then short. */
const TCP = { ...OPTIONS, keepAlive: { after: seconds(20), apart: millis(10), every: seconds(5), limit: 3 } };
const WIRE = millis(1);
const LONGEST = seconds(300); // any call ends well before

interface StreamSchedule {
  readonly fates: readonly Fate[];
  readonly runs: readonly Nanos[];
  readonly arguments: readonly Uint8Array[]; // a call each
  readonly crash: { readonly host: Host; readonly at: number; readonly down: number } | null; // ms
}

const delay = fc.integer({ min: 1, max: 400 }).map(millis);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 6, arbitrary: fc.constant([WIRE]) },
  { weight: 1, arbitrary: fc.tuple(delay) },
  { weight: 1, arbitrary: fc.tuple(fc.constant(WIRE), delay) },
);

const streamSchedule = (callees: number): fc.Arbitrary<StreamSchedule> =>
  fc.record({
    fates: fc.array(fate, { maxLength: 50 }),
    runs: fc.array(fc.constantFrom(WIRE, millis(60), seconds(1)), { maxLength: 8 }),
    arguments: fc.array(fc.uint8Array({ maxLength: 30 }), { minLength: 1, maxLength: 4 }),
    crash: fc.option(fc.record({ host: fc.integer({ min: 1, max: callees }), at: fc.nat(300), down: fc.nat(9000) })),
  });

type Net = EndsNet<StreamHost<unknown, unknown>, StreamPacket>;

/** Calls one after the other, or `together`; a crash is counted from the first. The procedure gives its argument. */
function playStreamsBy<Caller, Callee, Message extends StreamMessage<string, "number">>(
  ends: StreamEnds<Caller, Callee, Message>,
  given: StreamSchedule,
  together = false,
): Net {
  const { fates, runs, crash } = given;
  let [sent, executed] = [0, 0];
  const net: Net = new EndsNet(ends, {
    fateOf: () => fates[sent++] ?? [WIRE],
    runsFor: () => runs[executed++] ?? WIRE,
    procedure: (argument) => argument,
  });
  if (crash !== null) {
    net.after(millis(crash.at), () => net.crash(crash.host));
    net.after(millis(crash.at + crash.down), () => net.restart(crash.host));
  }
  const wait = (calls: number): void => {
    const limit = net.now + LONGEST;
    while (endingsOf(net).length < calls && net.now < limit) net.run(millis(500));
  };
  for (const [i, argument] of given.arguments.entries()) {
    net.call(argument);
    if (!together) wait(i + 1);
  }
  wait(given.arguments.length);
  net.run(seconds(10)); // what is late comes now
  return net;
}

const callsOf = ({ arguments: all }: StreamSchedule): readonly number[] => all.map((_, i) => i + 1);

interface Ending {
  readonly tag: "returned" | "failed";
  readonly call: number;
  readonly data: Uint8Array | null;
}

const endingsOf = ({ steps }: Net): readonly Ending[] =>
  steps.flatMap(({ effects }) =>
    effects.flatMap((effect): readonly Ending[] => {
      if (effect.tag === "returned") return [{ tag: "returned", call: effect.call ?? 0, data: effect.data }];
      return effect.tag === "failed" ? [{ tag: "failed", call: effect.call ?? 0, data: null }] : [];
    }),
  );

/** The calls that a host has executed, in their order. */
const executionsOf = ({ steps }: Net, host: string): readonly number[] =>
  steps
    .filter((step) => step.host === host)
    .flatMap(({ effects }) => effects.flatMap((effect) => (effect.tag === "execute" ? [effect.call] : [])));

const CALLEES = 3;
const geminiOf = (wanted: number, isBound: boolean, segmentBytes: number) =>
  geminiEnds({
    callees: CALLEES,
    wanted,
    isBound,
    forkTakes: millis(100),
    tcp: { ...TCP, segmentBytes },
    without: [],
  });

const segment = fc.constantFrom(5, 40, 1448);

describe("a parallel call of Gemini", () => {
  it("ends; it has run once at each callee where it returns, and once at most where it fails", () => {
    const ways = new Set<string>();
    fc.assert(
      fc.property(streamSchedule(CALLEES), fc.boolean(), segment, (given, isBound, segmentBytes) => {
        const net = playStreamsBy(geminiOf(CALLEES, isBound, segmentBytes), given);
        const endings = endingsOf(net);
        expect(endings.map(({ call }) => call)).toEqual(callsOf(given));
        for (const { tag, call, data } of endings) {
          ways.add(tag);
          if (tag === "returned") expect(data).toEqual(given.arguments[call - 1]);
          for (let callee = 1; callee <= CALLEES; callee++) {
            const times = executionsOf(net, `callee${callee}`).filter((number) => number === call).length;
            if (tag === "returned") expect(times).toBe(1);
            else expect(times).toBeLessThanOrEqual(1);
          }
        }
      }),
      { numRuns: 150 },
    );
    expect([...ways].sort()).toEqual(["failed", "returned"]);
  });

  it("that its result statement ends early returns its own result, whatever is left in the streams", () => {
    fc.assert(
      fc.property(streamSchedule(CALLEES), fc.integer({ min: 1, max: CALLEES }), (given, wanted) => {
        const net = playStreamsBy(geminiOf(wanted, true, 40), { ...given, crash: null });
        for (const { tag, call, data } of endingsOf(net)) {
          expect(tag).toBe("returned");
          expect(data).toEqual(given.arguments[call - 1]);
        }
        for (let callee = 1; callee <= CALLEES; callee++) {
          const numbers = executionsOf(net, `callee${callee}`);
          expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b)); // each once, in the order of the calls
        }
      }),
      { numRuns: 100 },
    );
  });

  it("runs its result statement once for each reply and lost callee, and then no more", () => {
    fc.assert(
      fc.property(streamSchedule(CALLEES), (given) => {
        const { steps } = playStreamsBy(geminiOf(CALLEES, true, 40), given);
        const heard = steps.flatMap(({ effects }) => effects.flatMap((one) => (one.tag === "heard" ? [one] : [])));
        const names = heard.map(({ from, call }) => `${call} ${from}`);
        expect(names).toHaveLength(new Set(names).size);
        expect(names).toHaveLength(CALLEES * given.arguments.length);
      }),
      { numRuns: 100 },
    );
  });

  it("waits for the fork of each process where nobody has bound before", () => {
    const quiet = { fates: [], runs: [], arguments: [Uint8Array.of(1)], crash: null };
    const took = [true, false].map((isBound) => playStreamsBy(geminiOf(CALLEES, isBound, 1448), quiet).steps);
    const [bound, unbound] = took.map(
      (steps) => steps.find(({ effects }) => effects.some((e) => e.tag === "returned"))?.at,
    );
    expect(bound).toBe(millis(3));
    expect(unbound).toBe(millis(1 + 100 + 1 + 1)); // SYN, the fork, the procedure, the reply
  });
});

const RECEIVERS = 2;
const mercuryOf = (receivers: number, batch: number, bufferBytes = 40) =>
  mercuryEnds({ receivers, batch, bufferBytes, linger: millis(20), isBound: true, tcp: TCP });

const batch = fc.integer({ min: 1, max: 4 });

describe("calls on streams of Mercury", () => {
  it("end in their order; one that returns has run once at each receiver, one that fails once at most", () => {
    const ways = new Set<string>();
    fc.assert(
      fc.property(streamSchedule(RECEIVERS), batch, fc.boolean(), (given, size, together) => {
        const net = playStreamsBy(mercuryOf(RECEIVERS, size), given, together);
        const endings = endingsOf(net);
        expect(endings.map(({ call }) => call)).toEqual(callsOf(given));
        for (const { tag, call, data } of endings) {
          ways.add(tag);
          if (tag === "returned") expect(data).toEqual(given.arguments[call - 1]);
          for (let receiver = 1; receiver <= RECEIVERS; receiver++) {
            const times = executionsOf(net, `receiver${receiver}`).filter((number) => number === call).length;
            if (tag === "returned") expect(times).toBe(1);
            else expect(times).toBeLessThanOrEqual(1);
          }
        }
      }),
      { numRuns: 150 },
    );
    expect([...ways].sort()).toEqual(["failed", "returned"]);
  });

  it("are executed in their order, and on a stream that breaks only so many from its beginning", () => {
    fc.assert(
      fc.property(streamSchedule(RECEIVERS), batch, (given, size) => {
        const net = playStreamsBy(
          mercuryOf(1, size),
          { ...given, crash: given.crash && { ...given.crash, host: 1 } },
          true,
        );
        const numbers = executionsOf(net, "receiver1");
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        // All calls were made at once, on one stream: what ran is its beginning.
        expect(numbers).toEqual(callsOf(given).slice(0, numbers.length));
      }),
      { numRuns: 150 },
    );
  });

  it("share a packet for the calls and one for the replies, where the program flushes once", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (calls) => {
        const quiet = {
          fates: [],
          runs: [],
          crash: null,
          arguments: Array.from({ length: calls }, () => Uint8Array.of(7)),
        };
        const { steps } = playStreamsBy(mercuryOf(1, calls), quiet, true);
        const data = steps.flatMap(({ effects }) =>
          effects.filter((e) => e.tag === "send" && e.packet.data.length > 0),
        );
        expect(data).toHaveLength(2);
      }),
    );
  });
});
