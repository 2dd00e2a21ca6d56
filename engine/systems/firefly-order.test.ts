/** Packets that overtake each other, machines that are slowed, and a run that tells how far it is. */
import { describe, expect, it } from "vitest";
import { lossOf } from "../kernel/reads.ts";
import { executions, QUIET, run, story, violations } from "./firefly/testing.ts";
import { callsOf, marksOf, packetsOf } from "./testing.ts";
import { simulateFirefly } from "./firefly.ts";

const took = (calls: readonly { readonly tookMs: number }[]): readonly number[] => calls.map(({ tookMs }) => tookMs);

describe("a packet that is reordered", () => {
  it("arrives right behind the next one of its direction, which was sent later", () => {
    const outcome = run({ threads: 2, calls: 2 }, ["reorder call#1"]);
    const calls = packetsOf(outcome.trace).filter(({ kind }) => kind === "call");
    expect(calls.map(({ call }) => call)).toEqual([1, 2]);
    const [first, second] = calls;
    expect(first?.departsMs).toBeLessThan(second?.departsMs ?? NaN);
    // A gap of 9.6 µs and a packet of 74 bytes at 10 Mbit/s.
    expect((first?.arrivesMs ?? NaN) - (second?.arrivesMs ?? NaN)).toBeCloseTo(0.0096 + 0.0688, 6);
    expect(callsOf(outcome.trace).map(({ outcome: end }) => end)).toEqual(["returned", "returned"]);
    expect(violations(outcome)).toEqual([]);
    expect(outcome.unusedFaults).toEqual([]);
  });

  it("of a thread that is alone is overtaken by its own retransmission, and the call is executed once", () => {
    const outcome = run({ calls: 1 }, ["reorder call#1"]);
    expect(story(outcome.trace).slice(0, 3)).toEqual([
      "call#1 delivered",
      "call#1 retransmission delivered",
      "result#1 delivered",
    ]);
    const [held, again] = packetsOf(outcome.trace);
    expect(held?.arrivesMs).toBeGreaterThan(again?.arrivesMs ?? NaN);
    expect(executions(outcome.trace)).toEqual(new Map([[1, 1]]));
    expect(violations(outcome)).toEqual([]);
  });

  it("lets its copy come first", () => {
    const outcome = run({ calls: 2 }, ["reorder call#1", "duplicate call#1"]);
    const mine = packetsOf(outcome.trace).filter(({ kind, call }) => kind === "call" && call === 1);
    expect(mine.map(({ origin }) => origin)).toEqual(["first", "duplicate"]);
    expect(mine[0]?.arrivesMs).toBeGreaterThan(mine[1]?.arrivesMs ?? NaN);
    expect(executions(outcome.trace).get(1)).toBe(1);
  });

  it("is not let through by one that was sent before it and comes late", () => {
    const { trace } = run({ threads: 2, calls: 2 }, ["delay call#1 by 5ms", "reorder call#2"]);
    const [first, second] = packetsOf(trace).filter(({ kind, origin }) => kind === "call" && origin === "first");
    expect(second?.arrivesMs).toBeGreaterThan((first?.arrivesMs ?? NaN) + 100); // it waits for a retransmission
  });

  it("never arrives where no packet of its direction follows", () => {
    const outcome = run({}, ["reorder call#1", "crash caller at 2ms"]);
    expect(story(outcome.trace)).toEqual(["call#1 lost"]);
    expect(executions(outcome.trace).size).toBe(0);
    expect(outcome.unusedFaults).toEqual([]);
  });
});

describe("a machine that is slowed", () => {
  const NULL_MS = 2.531644;

  it("takes longer from that moment on, and not before", () => {
    const calls = took(callsOf(run({ calls: 3 }, ["slow server by 3 at 3ms"]).trace));
    expect(calls[0]).toBe(NULL_MS);
    expect(calls[1]).toBeGreaterThan(NULL_MS + 1);
    expect(calls[2]).toBe(calls[1]);
  });

  it("takes its processors’ part of a call so many times as long, and no more", () => {
    const onServer = (times: number): number =>
      took(callsOf(run({ calls: 2 }, times === 1 ? [] : [`slow server by ${times} at 0ms`]).trace))[1] ?? NaN;
    const one = onServer(2) - onServer(1);
    expect(one).toBeGreaterThan(0.5);
    expect(onServer(3) - onServer(2)).toBeCloseTo(one, 2);
  });

  it("has its own pace again where the script says so", () => {
    const { trace } = run({ calls: 8 }, ["slow server by 3 at 3ms", "slow server by 1 at 8ms"]);
    expect(callsOf(trace).at(-1)?.tookMs).toBe(NULL_MS);
    expect(marksOf(trace).flatMap(({ label, atMs }) => (/pace|slow$/.test(label) ? [[label, atMs]] : []))).toEqual([
      ["3 times as slow", 3],
      ["at its own pace again", 8],
    ]);
  });

  it("is slow for a while only where the script gives an end", () => {
    const { trace } = run({ calls: 8 }, ["slow server by 3 at 3ms for 5ms"]);
    expect(trace.hash).toBe(run({ calls: 8 }, ["slow server by 3 at 3ms", "slow server by 1 at 8ms"]).trace.hash);
  });

  it("stands still in a pause, works no longer for that, and is late by it where nobody sends again", () => {
    const plain = run({ calls: 2 });
    const paused = run({ calls: 2 }, ["pause server at 1ms for 40ms"]);
    expect(took(callsOf(paused.trace))[0]).toBeCloseTo((took(callsOf(plain.trace))[0] ?? NaN) + 40, 0);
    expect(
      marksOf(paused.trace).flatMap(({ label, atMs }) => (/still|goes on/.test(label) ? [[label, atMs]] : [])),
    ).toEqual([
      ["stands still", 1],
      ["goes on", 41],
    ]);
    const busy = ({ resources }: typeof plain): number | undefined => resources.get("server.cpu0")?.busyNs;
    expect(busy(plain)).toBeGreaterThan(1e5);
    expect(Math.abs((busy(paused) ?? NaN) - (busy(plain) ?? NaN))).toBeLessThan(1e6);
    expect(violations(paused)).toEqual([]);
  });

  it("is cut off from another for a while: what they send then is lost", () => {
    const { trace } = run({ calls: 2 }, ["cut caller-server at 0ms for 3ms"]);
    const lost = Array.from({ length: trace.packets.count }, (_, row) => lossOf(trace, row)).filter(
      (why) => why !== null,
    );
    expect(new Set(lost)).toEqual(new Set(["network cut"]));
    expect(callsOf(trace).map(({ outcome }) => outcome)).toEqual(["returned", "returned"]);
  });

  it("is as slow after a restart", () => {
    const faults = ["slow server by 3 at 0ms", "crash server at 1ms", "restart server at 2ms"];
    const calls = callsOf(run({ calls: 3 }, faults).trace);
    expect(calls.map(({ outcome }) => outcome)).toEqual(["failed", "returned", "returned"]);
    expect(calls[2]?.tookMs).toBe(took(callsOf(run({ calls: 3 }, faults.slice(0, 1)).trace))[2]);
  });

  it("is found in the trace, which is another than that of the run without it", () => {
    const plain = run({ calls: 3 });
    const slow = run({ calls: 3 }, ["slow caller by 1.5 at 1ms"]);
    expect(slow.trace.hash).not.toBe(plain.trace.hash);
    expect(violations(slow)).toEqual([]);
  });
});

describe("a run that is watched", () => {
  it("tells every call that begins, once and in order, and is the same run", () => {
    const told: number[] = [];
    const options = { ...QUIET, threads: 3, calls: 20 };
    const watched = simulateFirefly(options, 1, [], "none", (share) => told.push(share));
    expect(told).toEqual(Array.from({ length: 20 }, (_, i) => (i + 1) / 20));
    expect(watched.trace.hash).toBe(simulateFirefly(options, 1, [], "none").trace.hash);
  });
});
