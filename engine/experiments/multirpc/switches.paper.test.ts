/**
 * RPC2 and MultiRPC as they were before the changes that Sections V-B and V-C of the paper tell of: each switch alone
 * shows its failure, and with all of them modern none occurs.
 */
import { describe, expect, it } from "vitest";
import { marksOf } from "../../systems/testing.ts";
import { measureOf, runOf } from "../testing.ts";
import type { ParamValues, Run } from "../types.ts";

const called = (set: ParamValues): Run =>
  runOf("multirpc/call", { set: { placement: "one-ring", ...set }, keep: "none" });

/** No reply finds the socket full. */
const ROOMY = { socketBytes: 65_536 } as const;
/** The client reads nothing before the last request is out: all are outstanding then. */
const UNREAD = { ...ROOMY, yieldEvery: "never" } as const;
/** Calls that end at the second of three replies, each followed at once by one that waits for all. */
const EARLY = { servers: 3, waitFor: 2, followUp: "all", trials: 2, gapMs: 0 } as const;
const MINUTE = 60_000;

interface Failure {
  readonly section: string;
  readonly what: string;
  /** Where it shows, with all switches modern but those that are named here. */
  readonly where: ParamValues;
  readonly prototype: ParamValues;
  /** The measure that shows it: more than this with the switch as it was, less with the switch as it is. */
  readonly measure: string;
  readonly than: number;
}

const FAILURES: readonly Failure[] = [
  {
    section: "V-B",
    what: "acknowledgements that ride on the next request come too late, and replies are sent again",
    where: { servers: 100, gapMs: 0, trials: 3 },
    prototype: { replyAcks: "on" },
    measure: "packets",
    than: 350,
  },
  {
    section: "V-B",
    what: "without negative acknowledgements a connection stands still after an early end, until a timer",
    where: { ...EARLY, replyAcks: "on" },
    prototype: { nak: "off" },
    measure: "stallMs",
    than: 0.9 * MINUTE,
  },
  {
    section: "V-B",
    what: "replies that must be acknowledged make an early end fatal to a connection, which a NAK ends",
    where: EARLY,
    prototype: { replyAcks: "on" },
    measure: "failures",
    than: 0.4, // one connection in two trials
  },
  {
    section: "V-B",
    what: "a handler that computes for long lets the socket fill",
    where: { servers: 60, computeMs: 300, distribution: "exponential", trials: 1 },
    prototype: { handlerMs: 50 },
    measure: "droppedReplies",
    than: 4.5,
  },
  {
    section: "V-C",
    what: "the clock first: replies that have come are thrown away, and their requests sent again",
    where: { ...UNREAD, servers: 80, trials: 1 },
    prototype: { eventOrder: "timeouts-first" },
    measure: "retriedPackets",
    than: 10,
  },
  {
    section: "V-C",
    what: "a switch for each packet: the listener leaves replies in the socket, which overflows",
    where: { servers: 50, trials: 1 },
    prototype: { switchPer: "packet" },
    measure: "droppedReplies",
    than: 12,
  },
  {
    section: "V-C",
    what: "without a yield while it sends, the client lets the kernel’s buffer overflow",
    where: { servers: 50, trials: 1 },
    prototype: { yieldEvery: "never" },
    measure: "droppedReplies",
    than: 12,
  },
  {
    section: "V-C",
    what: "tables of a fixed size: a call to more sites fails as a whole",
    where: { servers: 70, trials: 1 },
    prototype: { tables: "static" },
    measure: "failures",
    than: 69,
  },
  {
    section: "V-C",
    what: "pieces that are quadratic in the outstanding events make large calls slower",
    where: { ...UNREAD, servers: 200, trials: 1 },
    prototype: { eventScan: "quadratic" },
    measure: "multiRpcMs",
    than: 2300,
  },
];

describe("the prototype and its cures", () => {
  it.each(FAILURES.map((one) => [`§${one.section}: ${one.what}`, one] as const))("%s", (_, one) => {
    const { where, prototype, measure, than } = one;
    expect(measureOf(called({ ...where, ...prototype }), measure)).toBeGreaterThan(than);
    expect(measureOf(called(where), measure)).toBeLessThan(than);
  });

  it("§V-B, §V-C: with all switches modern none of it occurs: calls to 25 that end early, and their followers", () => {
    const run = called({ servers: 25, waitFor: 20, followUp: "all", gapMs: 0, trials: 4 });
    expect(measureOf(run, "retriedPackets")).toBe(0);
    expect(measureOf(run, "droppedReplies")).toBe(0);
    expect(measureOf(run, "failures")).toBe(0);
    expect(measureOf(run, "replies")).toBe((20 + 25) / 2);
    expect(measureOf(run, "handlerCalls")).toBe((20 + 25) / 2);
    expect(measureOf(run, "reentries")).toBe(0);
    expect(measureOf(run, "stallMs")).toBeLessThan(300);
  });
});

describe("performance of the prototype (§V-C)", () => {
  it("evolution-quadratic: §V-C: twice the sites cost four times as much more, and few hardly anything", () => {
    const more = (servers: number): number => {
      const of = (eventScan: string) => measureOf(called({ ...UNREAD, servers, eventScan, trials: 1 }), "multiRpcMs");
      return of("quadratic") - of("linear");
    };
    expect(more(200) / more(100)).toBeCloseTo(4, 1);
    expect(more(10)).toBeLessThan(1.5);
  });

  it("evolution-quadratic: §V-C: simple calls of one thread have one outstanding event, and do not notice", () => {
    const of = (eventScan: string) => measureOf(called({ servers: 50, eventScan, trials: 1 }), "rpc2Ms");
    expect(of("quadratic") - of("linear")).toBeLessThan(50 * 0.02);
  });

  it("evolution-context-switches: §V-C: the call takes longer by the switches, where replies come together", () => {
    const of = (servers: number, switchPer: string) =>
      measureOf(called({ ...ROOMY, servers, switchPer, trials: 1 }), "multiRpcMs");
    const longer = of(19, "packet") - of(19, "batch");
    expect(longer).toBeGreaterThan(10 * 0.4); // two switches for each of most replies
    expect(longer).toBeLessThan(19 * 0.4);
    expect(of(1, "packet")).toBe(of(1, "batch"));
  });

  it("evolution-allocation: §V-C: as many sites as the tables hold can be called, and one more cannot", () => {
    const replies = (servers: number, tables: string) => measureOf(called({ servers, tables, trials: 1 }), "replies");
    expect([replies(64, "static"), replies(65, "static"), replies(65, "growing")]).toEqual([64, 0, 65]);
    const { trace } = runOf("multirpc/call", { set: { servers: 65, tables: "static", trials: 1 } });
    expect(marksOf(trace).map(({ label }) => label)).toContain("MULTIRPC fails: its tables have room for 64 sites");
  });

  it("evolution-allocation: §V-C: fixed tables keep their memory, others take what the largest call needs", () => {
    const bytes = (set: ParamValues) => measureOf(called({ trials: 1, ...set }), "tableBytes");
    expect(bytes({ servers: 3, tables: "static" })).toBe(bytes({ servers: 64, tables: "growing" }));
    expect(bytes({ servers: 3, tables: "static", mode: "iterative" })).toBe(64 * 128);
    expect(bytes({ servers: 3 })).toBe(3 * 128);
    expect(bytes({ servers: 3, mode: "iterative" })).toBe(0);
  });
});
