import { describe, expect, it } from "vitest";
import type { TraceData } from "../kernel/trace-data.ts";
import { micros, toMillis } from "../kernel/time.ts";
import { executions, run, story, violations } from "./firefly/testing.ts";
import { callsOf, marksOf, packetsOf } from "./testing.ts";

const NULL_MS = 2.531644;
const once = (calls: number): ReadonlyMap<number, number> =>
  new Map(Array.from({ length: calls }, (_, index) => [index + 1, 1]));
const outcomes = (trace: TraceData): readonly string[] => callsOf(trace).map(({ outcome }) => outcome);
const failures = (trace: TraceData): readonly string[] =>
  marksOf(trace).flatMap(({ label }) => /^call failed: (.*)/.exec(label)?.[1] ?? []);

describe("without faults", () => {
  it("Null() takes 2531.644 µs, MaxResult and MaxArg 6523.644", () => {
    const took = (argumentBytes: number, resultBytes: number): number =>
      callsOf(run({ procedure: { argumentBytes, resultBytes, array: "variable" } }).trace)[0]?.tookMs ?? NaN;
    expect([took(0, 0), took(0, 1440), took(1440, 0)]).toEqual([NULL_MS, 6.523644, 6.523644]);
  });

  it("every call of every thread returns, is executed once, and costs two packets", () => {
    const { trace, packets } = run({ threads: 5, calls: 50 });
    expect(outcomes(trace)).toEqual(Array(50).fill("returned"));
    expect(executions(trace)).toEqual(once(50));
    expect(packets).toBe(100);
  });

  it("has the last result of each thread sent again after 600 ms, when no call of it follows, and acknowledged", () => {
    const outcome = run({ threads: 5, calls: 50 });
    const later = story(outcome.trace, packetsOf).slice(outcome.packets);
    expect(later.filter((line) => /^result#\d+ retransmission ignored$/.test(line))).toHaveLength(5);
    expect(later.filter((line) => /^acknowledgement#\d+ delivered$/.test(line))).toHaveLength(5);
    expect(outcome.laterPackets).toBe(10);
    expect(toMillis(outcome.trace.elapsed - outcome.elapsed)).toBeCloseTo(600, -1);
  });
});

describe("a packet that is lost", () => {
  it("costs 600 ms, from the last instruction of its Sender; the procedure runs once", () => {
    for (const [fault, expected] of [
      ["drop call#1", ["call#1 lost", "call#1 retransmission delivered", "result#1 delivered"]],
      ["drop result#1", ["call#1 delivered", "result#1 lost", "call#1 retransmission delivered"]],
    ] as const) {
      const { trace, unusedFaults } = run({}, [fault]);
      expect(story(trace).slice(0, 3)).toEqual(expected);
      const took = callsOf(trace)[0]?.tookMs ?? NaN;
      expect(took).toBeGreaterThan(600 + NULL_MS - 1);
      expect(took).toBeLessThan(606);
      expect(executions(trace)).toEqual(once(1));
      expect(unusedFaults).toEqual([]);
    }
  });

  it("costs 600 ms a time: a call that is lost three times takes three of them", () => {
    const { trace } = run({}, ["drop call#1", "drop call#1 send 2", "drop call#1 send 3"]);
    expect(callsOf(trace)[0]?.tookMs).toBeGreaterThan(1800);
    expect(callsOf(trace)[0]?.tookMs).toBeLessThan(1806);
    expect(executions(trace)).toEqual(once(1));
  });

  it("hurts no other thread", () => {
    const { trace } = run({ threads: 2, calls: 20 }, ["drop call#1"]);
    const [first, ...others] = callsOf(trace);
    expect(first?.tookMs).toBeGreaterThan(600);
    for (const { tookMs } of others) expect(tookMs).toBeLessThan(10);
  });
});

describe("a packet that comes twice or late", () => {
  it("a call that comes twice is executed once; the second brings the result out again", () => {
    const { trace } = run({ calls: 3 }, ["duplicate call#1"]);
    expect(executions(trace)).toEqual(once(3));
    const packets = packetsOf(trace).filter(({ call }) => call === 1);
    expect(packets.map(({ kind, origin, fate }) => `${kind} ${origin} ${fate}`)).toEqual([
      "call first delivered",
      "call duplicate delivered", // by the slow path, which takes longer than Null()
      "result first delivered",
      "result retransmission ignored",
      "acknowledgement first ignored", // the next call has settled that before
    ]);
    expect(outcomes(trace)).toEqual(["returned", "returned", "returned"]);
  });

  it("a call that comes again when its result is kept is answered from it, before the late first answer", () => {
    const { trace } = run({ calls: 1, threads: 1 }, ["duplicate call#1 by 2ms", "delay result#1 by 20ms"]);
    expect(executions(trace)).toEqual(once(1));
    expect(story(trace)).toEqual([
      "call#1 delivered",
      "result#1 ignored",
      "call#1 duplicate delivered",
      "result#1 retransmission delivered",
    ]);
    expect(callsOf(trace)[0]?.tookMs).toBeLessThan(10); // the second result came long before the late first
  });

  it("a result that comes twice returns its call once; the second is ignored", () => {
    const { trace } = run({ calls: 2 }, ["duplicate result#1"]);
    expect(outcomes(trace)).toEqual(["returned", "returned"]);
    expect(
      packetsOf(trace)
        .filter(({ fate, origin }) => fate === "ignored" && origin === "duplicate")
        .map(({ kind }) => kind),
    ).toEqual(["result"]);
  });

  it("two copies due at one moment both come, one after the other", () => {
    const plain = packetsOf(run({ threads: 2, calls: 20 }).trace).filter(({ kind }) => kind === "call");
    const [first = NaN, second = NaN] = plain.map(({ arrivesMs }) => arrivesMs);
    const sooner = Math.round((second - first + 5) * 1e6);
    const { trace } = run({ threads: 2, calls: 20 }, [`duplicate call#1 by ${sooner}ns`, "duplicate call#2 by 5ms"]);
    const copies = packetsOf(trace).filter(({ origin }) => origin === "duplicate");
    expect(copies.map(({ call }) => call).toSorted()).toEqual([1, 2]);
    expect(executions(trace)).toEqual(once(20));
  });

  it("a call that is late by 5 ms is executed 5 ms later, and returns 5 ms later", () => {
    const { trace } = run({}, ["delay call#1 by 5ms"]);
    expect(callsOf(trace)[0]?.tookMs).toBeCloseTo(NULL_MS + 5, 9);
    expect(story(trace)).toEqual(["call#1 delivered", "result#1 delivered"]);
  });

  it("a call that is late by more than 600 ms is overtaken by its retransmission, and not executed again", () => {
    const { trace } = run({ calls: 400 }, ["delay call#1 by 700ms"]);
    expect(executions(trace)).toEqual(once(400));
    const late = packetsOf(trace).find(({ call, origin }) => call === 1 && origin === "first");
    expect(late?.fate).toBe("ignored");
    expect(late?.arrivesMs).toBeGreaterThan(700);
  });
});

describe("a server that crashes", () => {
  it("and stays down: the call fails after ten sends, six seconds after the first", () => {
    const { trace } = run({ calls: 5 }, ["crash server at 0.5ms"]);
    expect(outcomes(trace)).toEqual(["failed"]); // the program gives up: a silent server serves none of the rest
    expect(failures(trace)).toEqual(["no answer"]);
    expect(packetsOf(trace).map(({ kind, fate }) => `${kind} ${fate}`)).toEqual(Array(10).fill("call ignored"));
    expect(callsOf(trace)[0]?.tookMs).toBeGreaterThan(6000);
    expect(callsOf(trace)[0]?.tookMs).toBeLessThan(6003);
    expect(executions(trace).size).toBe(0);
  });

  it("and comes back: the call is rejected, its program imports again, and the next call succeeds", () => {
    const { trace } = run({ calls: 3 }, ["crash server at 0.5ms", "restart server at 100ms"]);
    expect(outcomes(trace)).toEqual(["failed", "returned", "returned"]);
    expect(failures(trace)).toEqual(["unbound"]);
    expect(story(trace).slice(0, 4)).toEqual([
      "call#1 ignored",
      "call#1 retransmission delivered",
      "reject#1 delivered",
      "call#2 delivered",
    ]);
    expect(executions(trace)).toEqual(
      new Map([
        [2, 1],
        [3, 1],
      ]),
    );
  });

  it("after it executed the call, but did not answer: the call fails and is not executed again", () => {
    const { trace } = run({ calls: 2 }, ["crash server at 1.6ms", "restart server at 300ms"]);
    expect(outcomes(trace)).toEqual(["failed", "returned"]);
    expect(executions(trace)).toEqual(once(2));
  });

  it("remembers no result: nothing is sent again of what the incarnation before had to say", () => {
    const { trace } = run({ calls: 1 }, ["drop result#1", "crash server at 5ms", "restart server at 6ms"]);
    expect(story(trace)).toEqual([
      "call#1 delivered",
      "result#1 lost",
      "call#1 retransmission delivered",
      "reject#1 delivered",
    ]);
  });

  it("remembers no call that was waiting for a thread", () => {
    for (let ms = 1; ms <= 40; ms++) {
      const faults = [`crash server at ${ms}ms`, `restart server at ${ms}.001ms`];
      const outcome = run({ threads: 20, calls: 40, serverProcessors: 1 }, faults);
      expect(violations(outcome), faults[0]).toEqual([]);
      expect(new Set(failures(outcome.trace)), faults[0]).toEqual(new Set(["unbound"]));
    }
  });

  it("between two calls: the caller learns of it by a reject, two packets and no 600 ms", () => {
    const { trace } = run({ calls: 4 }, ["crash server at 2.3ms", "restart server at 2.4ms"]);
    expect(outcomes(trace)).toEqual(["returned", "failed", "returned", "returned"]);
    expect(callsOf(trace)[1]?.tookMs).toBeLessThan(5);
  });
});

describe("a caller that crashes", () => {
  it("and stays down: its calls have failed, and the run ends there", () => {
    const { trace, elapsed } = run({ threads: 3, calls: 9 }, ["crash caller at 1.5ms"]);
    expect(outcomes(trace)).toEqual(["failed", "failed", "failed"]);
    expect(toMillis(elapsed)).toBe(1.5);
  });

  it("and comes back: its program makes the calls that are left, and the server takes them for new", () => {
    const { trace } = run({ calls: 4 }, ["crash caller at 3ms", "restart caller at 50ms"]);
    expect(outcomes(trace)).toEqual(["returned", "failed", "returned", "returned"]);
    expect(callsOf(trace)[2]?.startMs).toBe(50);
    expect(callsOf(trace)[2]?.tookMs).toBeCloseTo(NULL_MS, 3);
  });

  it("and comes back: it ignores what the server still sends to the program that died", () => {
    const { trace } = run({ calls: 300 }, ["crash caller at 1ms", "restart caller at 1.5ms"]);
    const ofFirst = packetsOf(trace).filter(({ call }) => call === 1);
    expect(ofFirst.map(({ kind, origin, fate }) => `${kind} ${origin} ${fate}`).slice(0, 3)).toEqual([
      "call first delivered",
      "result first ignored", // while call 2 waits, whose sequence number is the same
      "result retransmission ignored",
    ]);
    expect(ofFirst.filter(({ kind }) => kind === "acknowledgement")).toEqual([]);
    expect(outcomes(trace).slice(1)).toEqual(Array(299).fill("returned"));
    expect(callsOf(trace)[1]?.tookMs).toBeGreaterThanOrEqual(NULL_MS);
  });

  it("and comes back after the server did: it imports the interface as it is now", () => {
    const { trace } = run({ calls: 3 }, [
      "crash server at 1ms",
      "crash caller at 2ms",
      "restart server at 3ms",
      "restart caller at 10ms",
    ]);
    expect(outcomes(trace)).toEqual(["failed", "returned", "returned"]);
    expect(failures(trace)).toEqual([]);
  });
});

describe("too many packets at once", () => {
  it("find no buffer in the DEQNA, are dropped and marked lost; their calls are sent again and return", () => {
    const { trace } = run({ threads: 60, calls: 60, design: { interruptRoutine: "original" } });
    const lost = packetsOf(trace).filter(({ fate }) => fate === "lost");
    expect(lost.length).toBeGreaterThan(0);
    expect(marksOf(trace).filter(({ label }) => label === "no receive buffer").length).toBe(lost.length);
    expect(outcomes(trace)).toEqual(Array(60).fill("returned"));
    expect(executions(trace)).toEqual(once(60));
  });
});

describe("a shared segment", () => {
  const { trace, elapsed } = run({ calls: 400, shared: true });
  const others = packetsOf(trace).filter(({ kind }) => kind === "other traffic");

  it("carries other hosts’ frames for about 3 % of the time, seven short to a long one", () => {
    const busyMs = others.reduce((sum, { departsMs, arrivesMs }) => sum + arrivesMs - departsMs, 0);
    expect(busyMs / toMillis(elapsed)).toBeGreaterThan(0.02);
    expect(busyMs / toMillis(elapsed)).toBeLessThan(0.04);
    const long = others.filter(({ frame }) => frame.length === 1514).length;
    expect(long / others.length).toBeGreaterThan(1 / 16);
    expect(long / others.length).toBeLessThan(1 / 4);
  });

  it("delays calls by waiting and collisions, and loses none of them", () => {
    const times = callsOf(trace).map(({ tookMs }) => tookMs);
    expect(outcomes(trace)).toEqual(Array(400).fill("returned"));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(NULL_MS);
    expect(Math.max(...times)).toBeGreaterThan(NULL_MS + 0.05);
    expect(Math.max(...times)).toBeLessThan(NULL_MS + 10);
  });

  it("is another with another seed, and the same with the same; a private one does not depend on it", () => {
    const hash = (seed: number, shared: boolean): string => run({ calls: 20, shared }, [], seed).trace.hash;
    expect(hash(2, true)).toBe(hash(2, true));
    expect(hash(3, true)).not.toBe(hash(2, true));
    expect(hash(3, false)).toBe(hash(2, false));
  });
});

describe("faults that meet nothing", () => {
  it("are named, and change nothing", () => {
    const plain = run({ calls: 2 });
    const { trace, unusedFaults } = run({ calls: 2 }, ["drop call#3", "drop call#1 send 2", "crash server at 9s"]);
    expect(unusedFaults.length).toBe(3);
    expect(trace.hash).toBe(plain.trace.hash);
  });
});

describe("a shared segment", () => {
  const notes = (networkMbps: number, shared: boolean): readonly string[] =>
    marksOf(run({ networkMbps, shared, calls: 1 }).trace)
      .filter(({ where }) => where === "Ethernet")
      .map(({ label }) => label)
      .filter((label) => label.startsWith("cable"));

  it("whose speed allows less than its 500 m has a shorter cable, and its run says so", () => {
    expect(notes(1000, true)).toEqual(["cable of 59 m in place of 500: at 1000 Mbit/s a slot allows no more"]);
    expect(notes(119, true)).toEqual([]);
    expect(notes(1000, false)).toEqual([]);
  });
});

describe("a crash of the caller", () => {
  it("while its thread rests between two calls ends no call a second time", () => {
    const faults = ["crash caller at 4ms", "restart caller at 5ms"];
    const { trace } = run({ calls: 2, pause: micros(10_000) }, faults);
    expect(outcomes(trace)).toEqual(["returned", "returned"]);
  });
});
