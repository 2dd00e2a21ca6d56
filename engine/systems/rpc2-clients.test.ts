/** Several RT-PCs that call the same servers, and several threads of one. */
import { describe, expect, it } from "vitest";
import { brokenLaws, callsOf, packetsOf, transitionsOf } from "./testing.ts";
import { parsedPacketsOf, play } from "./rpc2/testing.ts";
import type { Rpc2Options } from "./rpc2.ts";

const TO_ONE: Partial<Rpc2Options> = { servers: 1, mode: "iterative" };

/** The packets of a kind, by their first sender or receiver that is a client. */
const packetsWith = ({ trace }: ReturnType<typeof play>, client: string, kind: string) =>
  packetsOf(trace).filter((packet) => packet.kind === kind && [packet.from, packet.to].includes(client));

describe("two clients", () => {
  it("share the trials: each begins one at once, and the next when its last is over", () => {
    const run = play({ ...TO_ONE, clients: 2, trials: 3, gapMs: 0 });
    expect(run.trials.map(({ replies }) => replies)).toEqual([1, 1, 1]);
    expect(run.furtherTrials).toHaveLength(1);
    const starts = callsOf(run.trace).map(({ startMs }) => startMs);
    expect(starts.slice(0, 2)).toEqual([0, 0]);
    expect(starts[2]).toBeGreaterThan(0);
  });

  it("are more than the trials: the last ones call nobody", () => {
    const run = play({ ...TO_ONE, clients: 3, trials: 2 });
    expect(["client", "client2", "client3"].map((client) => packetsWith(run, client, "request").length)).toEqual([
      1, 1, 0,
    ]);
  });

  it("are served one after the other by the one thread of a server", () => {
    const [alone, both] = [1, 2].map((clients) => play({ ...TO_ONE, clients, trials: clients, computeMs: 50 }));
    const took = (both?.trials ?? []).map(({ took: time }) => time / 1e6);
    expect(took[1]).toBeGreaterThan((alone?.trials[0]?.took ?? NaN) / 1e6 + 40);
    expect(took[0]).toBeLessThan((alone?.trials[0]?.took ?? NaN) / 1e6 + 10);
  });

  it("hear BUSY for the request that waits, where the server’s thread is long with the other", () => {
    const run = play({ ...TO_ONE, clients: 2, trials: 2, computeMs: 600, procedure: "waits" });
    expect(packetsWith(run, "client2", "busy")).not.toHaveLength(0);
    expect(run.trials.map(({ replies }) => replies)).toEqual([1, 1]);
  });

  it("call all servers by MultiRPC, and each server computes for each of them", () => {
    const run = play({ servers: 4, clients: 2, trials: 2 });
    expect(run.trials.map(({ replies, failures }) => [replies, failures])).toEqual([
      [4, 0],
      [4, 0],
    ]);
    const spreads = run.trials.map(({ startSpread }) => startSpread);
    expect(spreads.every((spread) => spread !== null && spread > 0)).toBe(true);
  });
});

describe("two threads of a client", () => {
  it("have a connection each to a server, and call it at the same time", () => {
    const { trace, trials } = play({ ...TO_ONE, threads: 2, trials: 2, computeMs: 100 });
    const requests = parsedPacketsOf(trace).filter(({ kind }) => kind === "request");
    expect(new Set(requests.map(({ packet }) => packet.localHandle)).size).toBe(2);
    expect(callsOf(trace).map(({ startMs }) => startMs)).toEqual([0, 0]);
    expect(trials.map(({ replies }) => replies)).toEqual([1, 1]);
  });

  it.each(["iterative", "multi"] as const)(
    "learn together that the server is dead: one marks all connections, %s",
    (mode) => {
      const { trace, trials } = play({ ...TO_ONE, mode, threads: 2, trials: 2 }, ["crash server1 at 1ms"]);
      const [one, other] = transitionsOf(trace).filter(({ to }) => to === "HARDERROR");
      expect([one?.input, other?.input]).toEqual(["tick", "break"]);
      expect(other?.at).toBe(one?.at);
      const [first = NaN, second = NaN] = trials.map(({ took }) => took);
      expect(second - first).toBeLessThan(1e9); // the time of a thread’s work, not of another silence
    },
  );

  it("call many servers at once by MultiRPC", () => {
    const run = play({ servers: 3, threads: 2, trials: 4 });
    expect(run.trials.map(({ replies }) => replies)).toEqual([3, 3, 3, 3]);
    expect(run.furtherTrials).toHaveLength(2);
  });
});

describe("a fault", () => {
  it("that loses the reply to one client makes this one send again, and not the other", () => {
    const run = play({ ...TO_ONE, clients: 2, trials: 2 }, ["drop reply#2"]);
    const again = ["client", "client2"].map((client) => packetsWith(run, client, "request").length);
    expect(again).toEqual([1, 2]);
    expect(run.trials.map(({ replies }) => replies)).toEqual([1, 1]);
  });

  it("slows the machine that it names", () => {
    const [even, slow] = [[], ["slow client2 by 10 at 0us"]].map((faults) =>
      play({ ...TO_ONE, clients: 2, trials: 2 }, faults),
    );
    expect(slow?.trials[0]?.busy).toBe(even?.trials[0]?.busy);
    expect(slow?.trials[1]?.busy).toBeGreaterThan(even?.trials[1]?.busy ?? NaN);
  });

  it("that crashes a client, or names one that is not there, is refused", () => {
    const of = (clients: number, fault: string) => () => play({ ...TO_ONE, clients }, [fault]);
    expect(of(2, "crash client2 at 1ms")).toThrow("the client runs the program that is measured");
    expect(of(2, "slow client3 by 2 at 1ms")).toThrow("there is no machine client3, want server1, client or client2.");
    expect(of(1, "slow client2 by 2 at 1ms")).toThrow("there is no machine client2, want server1 or client.");
  });

  it("that kills the server ends the calls of both", () => {
    const run = play({ ...TO_ONE, clients: 2, trials: 2 }, ["crash server1 at 1ms"]);
    expect(run.trials.map(({ failures }) => failures)).toEqual([1, 1]);
  });
});

it.each(["iterative", "threads", "multi"] as const)(
  "clients and threads together break no law of a run, %s",
  (mode) => {
    const faults = ["drop reply#1", "duplicate request#2 by 300ms", "crash server1 at 40ms", "restart server1 at 70s"];
    const run = play({ servers: 2, mode, clients: 2, threads: 2, trials: 8, gapMs: 100 }, faults);
    expect(run.trials).toHaveLength(8);
    expect(brokenLaws(run)).toEqual([]);
  },
);
