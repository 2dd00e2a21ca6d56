/** What the MultiRPC paper says of long calls, failures, early ends and its prototype, tried on the simulation. */
import { describe, expect, it } from "vitest";
import { millis, toMillis } from "../../kernel/time.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import type { Rpc2Options, Rpc2Outcome } from "../../systems/rpc2.ts";
import { placedMarksOf, measure, outcomesOf, play, tookMs } from "../../systems/rpc2/testing.ts";
import { packetsOf, packetsUntilAnswer } from "../../systems/testing.ts";
import { measureOf, runOf } from "../testing.ts";

const MINUTE = 60_000;

const kindsOf = (outcome: Rpc2Outcome): readonly string[] => packetsUntilAnswer(outcome.trace).map(({ kind }) => kind);
const many = (kind: string, outcome: Rpc2Outcome): number => kindsOf(outcome).filter((one) => one === kind).length;

/** Spans of a step, in the order of their times, with the machine that each is on. */
function spansOf({ steps, spans, tracks }: TraceData, name: string) {
  return Array.from({ length: spans.count }, (_, row) => row)
    .filter((row) => steps[spans.step[row] ?? -1]?.name === name)
    .map((row) => ({
      machine: tracks[spans.track[row] ?? -1]?.machine ?? "",
      start: spans.start[row] ?? NaN,
      end: spans.end[row] ?? NaN,
    }))
    .sort((a, b) => a.start - b.start);
}

describe("who is told (Section II)", () => {
  const TOLD = { workstations: 20, deadFraction: 0 };

  it("motivation-broadcast-load: calls trouble the 20 of 500 who have the file; a broadcast, all", () => {
    const { trace } = runOf("multirpc/callback-break", { set: TOLD });
    const addressees = new Set(packetsOf(trace).flatMap(({ kind, to }) => (kind === "request" ? [to] : [])));
    expect(addressees.size).toBe(20);
  });

  it("motivation-no-confirmation: some first packets are lost, and the calls reach all and say so", () => {
    const run = runOf("multirpc/callback-break", { set: { ...TOLD, workstations: 200, lossPercent: 1 } });
    const missed = packetsOf(run.trace).filter(
      ({ kind, origin, fate }) => kind === "request" && origin === "first" && fate === "lost",
    );
    expect(missed.length).toBeGreaterThan(0);
    expect(measureOf(run, "told")).toBe(200);
  });
});

describe("long calls and BUSY (Sections IV and VII)", () => {
  const LONG = { computeMs: 150_000, procedure: "waits" } as const;

  it.each(["multi", "iterative"] as const)(
    "rpc2-busy: by %s calls, servers that take two and a half minutes answer, and BUSY keeps the calls alive",
    (mode) => {
      const outcome = play({ ...LONG, servers: 2, mode });
      expect(outcome.trials[0]).toMatchObject({ replies: 2, failures: 0 });
      expect(many("busy", outcome)).toBeGreaterThanOrEqual(4);
      expect(outcomesOf(outcome.trace)).not.toContain("failed");
    },
  );

  it("related-long-computation: beside servers that compute for long, a dead one is reported in a minute", () => {
    const outcome = play({ ...LONG, servers: 4, dead: 1 });
    expect(outcome.trials[0]).toMatchObject({ replies: 3, failures: 1 });
    const lastTry = Math.max(
      ...packetsOf(outcome.trace).flatMap(({ fate, departsMs }) => (fate === "lost" ? departsMs : [])),
    );
    expect(lastTry).toBeLessThan(MINUTE);
    // Without BUSY, from servers whose timing loop lets nothing else run, long computation is taken for failure.
    expect(measure({ servers: 4, computeMs: 150_000 }).trials[0]).toMatchObject({ replies: 0, failures: 4 });
  });

  it("rpc2-busy: who dies after a BUSY is found dead a silence after it, up to two minutes from the call", () => {
    const took = tookMs(play({ ...LONG, servers: 1 }, ["crash server1 at 50s"]));
    expect(took).toBeGreaterThan(50_000);
    expect(took).toBeLessThan(2.1 * MINUTE);
  });
});

describe("what is guaranteed (Section V-A)", () => {
  const FAULTS = [
    "drop request#1 send 2",
    "duplicate request#1 send 3 by 30ms",
    "drop reply#1 send 4",
    "duplicate reply#1 send 5 by 4ms",
  ];

  it("semantics-same-guarantees: packets lost or doubled, each server runs a parallel call once", () => {
    const runs = (mode: Rpc2Options["mode"], faults: readonly string[]): readonly string[] => {
      const outcome = play({ servers: 6, mode }, faults);
      expect(outcome.trials[0]).toMatchObject({ replies: 6, failures: 0 });
      return spansOf(outcome.trace, "Compute")
        .map(({ machine }) => machine)
        .sort();
    };
    const once = ["server1", "server2", "server3", "server4", "server5", "server6"];
    expect(runs("multi", FAULTS)).toEqual(once);
    expect(runs("iterative", ["drop request#2", "drop reply#3", "duplicate request#4 by 30ms"])).toEqual(once);
  });

  it("rpc2-one-event-per-lwp: between a simple call’s request and its reply the thread sends nothing else", () => {
    expect(kindsOf(play({ servers: 6, mode: "iterative" }))).toEqual(
      Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? "request" : "reply")),
    );
  });

  it("semantics-early-success, early-failures-later: a crash behind an early end is success now, failure next", () => {
    const outcome = play({ servers: 3, waitFor: 2, followUp: "all", trials: 2 }, ["crash server1 at 20ms"]);
    expect(outcomesOf(outcome.trace)).toEqual(["returned", "failed"]);
    expect(outcome.trials.map(({ replies, failures }) => [replies, failures])).toEqual([
      [2, 0],
      [2, 1],
    ]);
  });
});

describe("the prototype, and its cures (Sections V-B and V-C)", () => {
  const AT_ONCE = { servers: 3, waitFor: 2, followUp: "all", trials: 2, gapMs: 0 } as const;
  const second = (history: Rpc2Options["history"]) =>
    measure({ ...AT_ONCE, ...(history === undefined ? {} : { history }) }).trials[1];

  it("early-ack-deadlock: replies acknowledged, a call right after an early end stands until a timer", () => {
    const stuck = second({ replyAcks: true, naks: false });
    expect(stuck).toMatchObject({ replies: 2, failures: 1 });
    expect(toMillis(stuck?.took ?? 0)).toBeGreaterThan(0.9 * MINUTE);
    const cured = second(undefined);
    expect(cured).toMatchObject({ replies: 3, failures: 0 });
    expect(toMillis(cured?.took ?? 0)).toBeLessThan(100);
  });

  it("early-nak: a negative acknowledgement ends that stall in a round trip, and the connection", () => {
    const told = second({ replyAcks: true, naks: true });
    expect(told).toMatchObject({ replies: 2, failures: 1 });
    expect(toMillis(told?.took ?? 0)).toBeLessThan(100);
    expect(many("nak", play({ ...AT_ONCE, history: { replyAcks: true, naks: true } }))).toBe(1);
  });

  it("instability-piggyback: acknowledged by the next request, many servers’ replies come again", () => {
    const costs = (servers: number, replyAcks: boolean) => {
      const { packets, retries, lostReplies } = measure({
        servers,
        trials: 3,
        placement: "campus",
        gapMs: 0,
        history: { replyAcks, naks: true },
      });
      return { each: packets / servers / 3, retries, lostReplies };
    };
    expect(costs(10, true)).toEqual(costs(10, false));
    const [few, more, published] = [costs(10, true), costs(100, true), costs(100, false)];
    expect(more.each).toBeGreaterThan(1.5 * few.each);
    expect(more.retries).toBeGreaterThan(2 * published.retries);
    expect(more.lostReplies).toBeGreaterThan(2 * published.lostReplies);
  });

  it("handler-too-long: while handlers compute, replies fill the socket, and later ones are lost", () => {
    const lost = (handlerMs: number): number =>
      placedMarksOf(play({ servers: 60, handlerMs, computeMs: 300, distribution: "exponential" }).trace).filter(
        (mark) => mark === "socket full, client",
      ).length;
    const retries = (handlerMs: number): number =>
      measure({ servers: 60, handlerMs, computeMs: 300, distribution: "exponential" }).retries;
    expect(lost(0)).toBe(0);
    expect(lost(50)).toBeGreaterThan(5);
    expect(retries(50)).toBeGreaterThan(retries(0));
  });

  it("evolution-timeouts-first: where sending outlasts the first interval, the clock first throws replies away", () => {
    const tried = (servers: number, clockFirst: boolean) =>
      measure({ servers, clockFirst, yieldEvery: "never", socketBytes: 65_536 });
    expect(tried(60, true).retries).toBe(0); // 60 requests are sent in time
    for (const servers of [80, 150]) {
      const [first, last] = [tried(servers, true), tried(servers, false)];
      expect(first.lostReplies).toBe(0);
      expect(last.retries).toBe(0);
      expect(first.retries).toBeGreaterThan(servers / 3);
      expect(first.elapsed).toBeGreaterThan(last.elapsed + millis(100));
    }
  });

  it("evolution-context-switches: replies that have come together are all taken in before the caller runs", () => {
    const { trace, trials } = play({ servers: 19 });
    const taken = spansOf(trace, "Take a packet in: reply");
    const unpacked = spansOf(trace, "Unpack a reply, and the handler");
    const order = [
      ...taken.map(({ start }) => ({ start, by: "listener" })),
      ...unpacked.map(({ start }) => ({ start, by: "caller" })),
    ]
      .sort((a, b) => a.start - b.start)
      .map(({ by }) => by);
    const turns = order.filter((by, i) => by === "caller" && order[i - 1] === "listener").length;
    expect(trials[0]?.replies).toBe(19);
    expect(turns).toBeLessThan(5);
  });
});
