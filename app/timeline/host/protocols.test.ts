/** The state of machines at a moment, for the protocols of all systems. */
import { describe, expect, it } from "vitest";
import { runOf } from "../../../engine/experiments/testing.ts";
import type { Run } from "../../../engine/experiments/types.ts";
import { hostView } from "./views.ts";

const MS = 1e6;

const entriesAt = (run: Run, machine: string, time: number): readonly string[] =>
  hostView(run, machine, time).entries.map(({ protocol, name, state }) => `${protocol}, ${name}: ${state}`);

describe("a FlexRPC machine’s state at a moment", () => {
  const run = runOf("flexrpc/multicast", { set: { callees: 3 } });
  const middle = run.elapsedNs / 2;

  it("is the call and the connection of the caller, and how many results have come", () => {
    const view = hostView(run, "caller", middle);
    expect(view.title).toBe("FlexRPC caller, TCP");
    expect(entriesAt(run, "caller", middle)).toEqual([
      "FlexRPC caller, caller: calling",
      "TCP, port 49152 to callee1 port 51990: ESTABLISHED",
    ]);
    expect(view.entries[0]?.what).toBe("the callees have been called, and results are wanted");
    expect(view.entries[0]?.fields).toContainEqual({ name: "results", value: "0 of 3 at most" });
  });

  it("is a callee’s part in the call and its connections to both sides, until it has done its part", () => {
    const states = entriesAt(run, "callee1", 0.1 * MS);
    expect(states).toContain("FlexRPC callee, call 1 of caller port 49152: argument forward");
    expect(states.filter((text) => text.startsWith("TCP"))).toHaveLength(2);
    expect(entriesAt(run, "callee1", run.trace.elapsed).every((text) => text.startsWith("TCP"))).toBe(true);
  });

  it("says what a crash took away, as long as the machine is down", () => {
    const crashed = runOf("flexrpc/multicast", { set: { callees: 3 }, faults: ["crash callee2 at 1ms"] });
    const lost = hostView(crashed, "callee2", 2 * MS);
    expect(lost.up).toBe(false);
    expect(lost.entries.length).toBeGreaterThan(0);
    for (const { state, became } of lost.entries) expect([state, became.on]).toEqual(["lost", "crash"]);
  });
});

describe("an RPC2 machine’s state at a moment", () => {
  const run = runOf("multirpc/call", { set: { servers: 3, trials: 1 } });

  it("is its connections, at the end that calls and at the end that serves", () => {
    expect(entriesAt(run, "client", 0)).toEqual([
      "RPC2 client, connection 256 to server1: THINK",
      "RPC2 client, connection 257 to server2: THINK",
      "RPC2 client, connection 258 to server3: THINK",
    ]);
    expect(entriesAt(run, "server1", 0)).toEqual(["RPC2 server, connection 256 to client: AWAITREQUEST"]);
  });

  it("must not crash where it runs the program that is measured", () => {
    const two = runOf("multirpc/call", { set: { servers: 1, trials: 2, clients: 2 } });
    const isBarred = (machine: string): boolean => hostView(two, machine, 0).whyUp !== undefined;
    expect(["client", "client2", "server1"].map(isBarred)).toEqual([true, true, false]);
  });

  it("follows a call: the client awaits the reply while the server works", () => {
    const { packets } = run.trace;
    const arrived = (packets.arrives[0] ?? 0) + 30 * MS;
    const [client] = hostView(run, "client", arrived).entries;
    expect(client).toMatchObject({ state: "AWAITREPLY", what: "a request was sent, or is about to be" });
    expect(hostView(run, "server1", arrived).entries[0]?.became.cause).toBeGreaterThanOrEqual(0);
  });

  it("is a list of lines where there are many connections, the last changed first", () => {
    const many = runOf("multirpc/call", { set: { servers: 30, trials: 1 } });
    const view = hostView(many, "client", 40 * MS);
    expect(view.entries).toEqual([]);
    expect(view.list?.left).toBe("30 instances");
    const since = view.list?.rows.map((row) => row.since) ?? [];
    expect(since).toHaveLength(30);
    expect(since).toEqual(since.toSorted((a, b) => b - a));
    expect(hostView(many, "Router 1", 40 * MS).title).toBeNull();
  });
});
