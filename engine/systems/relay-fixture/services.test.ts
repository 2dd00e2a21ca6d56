/** A service of today by its ends: clients, a host between, kinds of machines, ends of calls, series. */
import { describe, expect, it } from "vitest";
import { millis } from "../../kernel/time.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { CALLER } from "../../protocols/ends.ts";
import { brokenLaws, callsOf, packetsOf } from "../testing.ts";
import { runRelay } from "./run.ts";

const endings = (trace: TraceData): readonly string[] => callsOf(trace).map(({ outcome }) => outcome);
const waysOf = (trace: TraceData): readonly string[] =>
  packetsOf(trace).map(({ kind, call, from, to }) => `${kind}#${call} ${from} ${to}`);
const clientsOf = ({ calls, owners }: TraceData): readonly (string | undefined)[] =>
  Array.from(calls.thread.subarray(0, calls.count), (thread) => owners[thread]);

describe("a service behind a proxy", () => {
  it("passes calls on, and the answer comes back to the client that has called", () => {
    const outcome = runRelay({ calls: 2 });
    expect(waysOf(outcome.trace)).toEqual([
      "request#1 client1 proxy",
      "request#2 client2 proxy",
      "request#1 proxy server1",
      "request#2 proxy server2",
      "reply#1 server1 proxy",
      "reply#2 server2 proxy",
      "reply#1 proxy client1",
      "reply#2 proxy client2",
    ]);
    expect(endings(outcome.trace)).toEqual(["returned", "returned"]);
    expect(brokenLaws(outcome)).toEqual([]);
  });

  it("has machines of different kinds", () => {
    const { resources } = runRelay({ calls: 2 });
    const busy = (name: string): number => resources.get(`${name}.cpu0`)?.busyNs ?? 0;
    expect(busy("proxy")).toBe(8 * 50_000); // four packets in, four out
    expect(busy("client1")).toBe(2 * 5_000);
    expect(busy("server1")).toBe(2 * 10_000 + millis(10));
  });
});

describe("several clients", () => {
  it("share the calls of a run: whoever is ready makes the next one", () => {
    const { trace } = runRelay({ calls: 5, serves: (server) => millis(server === 3 ? 30 : 10) });
    expect(clientsOf(trace)).toEqual(["client1", "client2", "client2", "client1", "client1"]);
    expect(endings(trace)).toEqual(Array.from({ length: 5 }, () => "returned"));
  });

  it("go on without one that crashes, whose call has failed, and with it when it is back", () => {
    const { trace, elapsed } = runRelay({ calls: 5, faults: ["crash client1 at 5ms"] });
    expect(endings(trace)).toEqual(["wasted", "returned", "returned", "returned", "returned"]);
    expect(clientsOf(trace)).toEqual(["client1", "client2", "client2", "client2", "client2"]);
    const back = runRelay({ calls: 5, faults: ["crash client1 at 5ms", "restart client1 at 12ms"] });
    expect(clientsOf(back.trace)).toContain("client1");
    expect(clientsOf(back.trace).slice(1)).toContain("client1");
    expect(back.elapsed).toBeLessThan(elapsed);
  });

  it("end the run when the last of them has its answer, or can have none", () => {
    const both = ["crash client1 at 5ms", "crash client2 at 15ms"];
    expect(runRelay({ calls: 9, faults: both }).elapsed).toBe(millis(15));
    expect(runRelay({ calls: 1 }).trace.calls.count).toBe(1);
  });

  it("each have a gap of their own where their calls come at a pace", () => {
    const { trace } = runRelay({ calls: 4, gap: (client) => millis(client === CALLER ? 40 : 15) });
    expect(clientsOf(trace)).toEqual(["client2", "client2", "client1", "client2"]);
  });
});

describe("a call", () => {
  it("is refused where the proxy has too many under way", () => {
    const { trace } = runRelay({ calls: 2, most: 1 });
    expect(endings(trace)).toEqual(["returned", "refused"]);
  });

  it.each(["failed", "cancelled"] as const)("is %s where its client gives it up and no server has it", (givesUp) => {
    const faults = ["drop request#1"];
    const { trace } = runRelay({ calls: 1, clients: 1, givesUp, faults });
    expect(endings(trace)).toEqual([givesUp]);
  });

  it("is wasted where a server ends it when its client has left, and keeps the moment when it was given up", () => {
    const { trace, patience } = runRelay({ calls: 1, givesUp: "cancelled", serves: () => millis(80) });
    expect(endings(trace)).toEqual(["wasted"]);
    expect(trace.calls.end[0]).toBe(patience);
  });

  it("keeps its end where the ends count no waste", () => {
    const { trace } = runRelay({
      calls: 1,
      serves: () => millis(80),
      changed: (ends) => ({ ...ends, countsWaste: false }),
    });
    expect(endings(trace)).toEqual(["failed"]);
  });
});

describe("a series of a run", () => {
  const series = { queue: "requests here", passed: "calls passed on" };

  it("follows a fact on each host that has it, in the order of the hosts, and leaves the trace as it is", () => {
    const ran = runRelay({ calls: 2, series });
    expect(ran.series["queue"]?.map(({ name, values }) => [name, values])).toEqual([
      ["server1", [0, 1, 0]],
      ["server2", [0, 1, 0]],
    ]);
    expect(ran.series["passed"]?.[0]?.values).toEqual([0, 1, 2, 1, 0]);
    expect(ran.trace.hash).toBe(runRelay({ calls: 2 }).trace.hash);
  });

  it("has no value while its host is down", () => {
    const { series: lines } = runRelay({
      calls: 2,
      series,
      faults: ["crash server1 at 5ms", "restart server1 at 20ms"],
    });
    expect(lines["queue"]?.[0]).toEqual({
      name: "server1",
      atNs: [0, expect.any(Number), millis(5), millis(20)],
      values: [0, 1, null, 0],
    });
  });

  it("is refused where no machine has its fact", () => {
    expect(() => runRelay({ series: { queue: "queue" } })).toThrow(
      'series queue: no machine has the fact "queue". Their facts are requests here, calls passed on.',
    );
  });
});

describe("a mistake in effects is named", () => {
  const withEffect = (effect: object) => () =>
    runRelay({
      calls: 1,
      changed: (ends) => ({
        ...ends,
        step: (state, input, moment) => {
          const [after, effects] = ends.step(state, input, moment);
          return [after, state.host === 2 ? [effect as (typeof effects)[number]] : effects];
        },
      }),
    });
  const reply = { tag: "send", packet: { kind: "reply", call: 1, data: Uint8Array.of(1) }, kind: "reply", call: 1 };

  it("where a host that makes no calls ends one", () => {
    expect(withEffect({ tag: "refused", goesOn: true, call: 1 })).toThrow(
      'ends: proxy is no client and ended a call by "refused". Send a packet to its client.',
    );
  });

  it("where a packet names no host, or none that is there", () => {
    expect(withEffect({ ...reply, send: 1 })).toThrow(
      "ends: proxy sends a reply without saying to whom. `to` is one of 0 client1, 1 client2, 2 proxy, 3 server1",
    );
    expect(withEffect({ ...reply, send: 1, to: 9 })).toThrow("ends: proxy sends a reply to host 9.");
  });
});
