/** Amoeba’s transactions on machines: what a fault costs a call, and what the trace shows. */
import { describe, expect, it } from "vitest";
import { parseScript } from "../../faults/index.ts";
import { millis } from "../../kernel/time.ts";
import { brokenLaws, callsOf, marksOf, packetsOf } from "../testing.ts";
import { runAmoeba } from "./system.ts";

const LONG = 16_384; // bytes in twelve fragments

const run = (faults: readonly string[] = [], set: Partial<Parameters<typeof runAmoeba>[0]> = {}) =>
  runAmoeba(
    {
      space: "kernel",
      calls: 2,
      threads: 1,
      clients: 1,
      argumentBytes: 0,
      resultBytes: 0,
      serverMs: 0,
      hint: "known",
      sweep: millis(100),
      without: [],
      ...set,
    },
    { seed: 1, keep: "all", faults: () => parseScript(faults) },
  );
const endings = (outcome: ReturnType<typeof run>): readonly string[] =>
  callsOf(outcome.trace).map((one) => one.outcome);
const tookMs = (outcome: ReturnType<typeof run>, call = 0): number => Number(callsOf(outcome.trace)[call]?.tookMs);
const kindsOf = (outcome: ReturnType<typeof run>): readonly string[] =>
  packetsOf(outcome.trace).map(({ kind, call }) => `${kind}#${call}`);

describe("a transaction of Amoeba", () => {
  it("takes a request, a reply and an acknowledgement, and as many packets as its data have fragments", () => {
    expect(kindsOf(run([], { calls: 1 }))).toEqual(["request#1", "reply#1", "acknowledgement#1"]);
    expect(kindsOf(run([], { argumentBytes: LONG, calls: 1 }))).toHaveLength(14);
    expect(brokenLaws(run([], { argumentBytes: LONG, resultBytes: LONG }))).toEqual([]);
  });

  it("locates its server where there is no hint, once for all calls", () => {
    const outcome = run([], { hint: "none" });
    expect(kindsOf(outcome).slice(0, 4)).toEqual(["locate#1", "here#1", "request#1", "reply#1"]);
    expect(kindsOf(outcome)).toHaveLength(8);
    expect(tookMs(outcome) - tookMs(run())).toBeGreaterThan(0.5);
  });

  it("asks the machine of a stale hint first, and locates then", () => {
    const outcome = run([], { hint: "stale" });
    expect(kindsOf(outcome).slice(0, 6)).toEqual(["request#1", "nak#1", "locate#1", "here#1", "request#1", "reply#1"]);
    expect(tookMs(outcome)).toBeGreaterThan(tookMs(run([], { hint: "none" })));
    expect(endings(outcome)).toEqual(["returned", "returned"]);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("whose packet is lost waits for the sweep behind 0.5 s", () => {
    for (const kind of ["request", "reply"]) {
      for (const [sweep, ms] of [
        [0, 500],
        [100, 500],
        [300, 600],
        [700, 700],
      ] as const) {
        const outcome = run([`drop ${kind}#1`], { sweep: millis(sweep) });
        expect(endings(outcome)).toEqual(["returned", "returned"]);
        expect(Math.abs(tookMs(outcome) - ms), `${kind}, sweep ${sweep}`).toBeLessThan(101);
        expect(tookMs(outcome)).toBeGreaterThan(ms);
        expect(brokenLaws(outcome)).toEqual([]);
      }
    }
  });

  it("that loses one fragment of twelve sends all twelve again", () => {
    const outcome = run(["drop request#1 send 5"], { argumentBytes: LONG, calls: 1 });
    const again = packetsOf(outcome.trace).filter(({ kind, origin }) => kind === "request" && origin !== "first");
    expect(again).toHaveLength(12);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("whose packets come twice, late or damaged is returned once", () => {
    for (const fault of ["duplicate request#1", "delay reply#1 by 650ms", "corrupt request#1", "reorder request#1"]) {
      const outcome = run([fault]);
      expect(endings(outcome), fault).toEqual(["returned", "returned"]);
      expect(brokenLaws(outcome), fault).toEqual([]);
    }
  });

  it("to a dead server is unknown after 10.5 s, and not done after 45 s where nobody ever answered", () => {
    const known = run(["crash server at 0ms"], { calls: 1 });
    expect([known.unknown, known.notDone, Math.round(tookMs(known) / 100)]).toEqual([1, 0, 105]);
    const none = run(["crash server at 0ms"], { calls: 1, hint: "none" });
    expect([none.unknown, none.notDone, Math.round(tookMs(none) / 100)]).toEqual([0, 1, 454]);
  });

  it("is unknown where the server restarts meanwhile; the next one locates", () => {
    const outcome = run(["crash server at 50ms", "restart server at 60ms"], { serverMs: 1000 });
    expect(endings(outcome)).toEqual(["failed", "returned"]);
    expect([outcome.unknown, outcome.notDone]).toEqual([1, 0]);
    expect(kindsOf(outcome)).toContain("locate#2");
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("of a client that crashes fails, and its next life goes on", () => {
    const outcome = run(["crash client at 0.6ms", "restart client at 3ms"]);
    expect(endings(outcome)).toEqual(["failed", "returned"]);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("that takes long is enquired after every 10 s", () => {
    const outcome = run([], { serverMs: 25_000, calls: 1 });
    expect(packetsOf(outcome.trace).filter(({ kind }) => kind === "enquiry")).toHaveLength(2);
    expect(marksOf(outcome.trace).map(({ label }) => label)).toContain("enquiry is due");
  });

  it("is of a process of its own where several are under way", () => {
    const outcome = run(["drop request#3"], { threads: 8, calls: 16, argumentBytes: 1416 });
    expect(endings(outcome)).toEqual(Array.from({ length: 16 }, () => "returned"));
    const [, , third, fourth] = callsOf(outcome.trace);
    expect(third?.tookMs).toBeGreaterThan(500);
    expect(fourth?.tookMs).toBeLessThan(50);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("of 30,000 bytes moves data faster than four calls at once of one fragment", () => {
    const long = run([], { argumentBytes: 30_000, calls: 2 });
    const many = run([], { argumentBytes: 1440, calls: 42, threads: 4 });
    expect(long.elapsed).toBeLessThan(many.elapsed);
  });
});
