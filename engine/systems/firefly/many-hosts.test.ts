/** More than two Fireflies on one segment: two callers, and a server that answers each. */
import { describe, expect, it } from "vitest";
import { AS_MEASURED } from "../../hardware/firefly-design.ts";
import { seconds } from "../../kernel/time.ts";
import { callsOf, packetsOf } from "../testing.ts";
import { CallSupply } from "../world/call-supply.ts";
import { EthernetMedium } from "../world/ethernet-medium.ts";
import { World } from "../world/world.ts";
import { Caller } from "./caller.ts";
import { surroundings } from "./host.ts";
import { Server } from "./server.ts";
import { TestInterface } from "./test-program.ts";
import { executions, QUIET } from "./testing.ts";

describe("three Fireflies on an Ethernet", () => {
  it("call and are answered: a result goes to the machine that made the call", () => {
    const world = new World({ faults: [], keep: "all", seed: 1 });
    const medium = new EthernetMedium(world, { mbps: 10, metres: 20, others: null });
    const { without } = QUIET;
    const procedure = new TestInterface(null, "ethernet");
    const around = surroundings({ world, medium, design: AS_MEASURED, mbps: 10, exchange: { without }, procedure });
    const callers = ["one", "other"].map(
      (name, i) => new Caller(around, { name, number: 2 * i, cpus: 5, threads: 1, servers: [1] }),
    );
    const server = new Server(around, { name: "server", number: 1, cpus: 5, result: () => new Uint8Array(0) });
    const request = {
      serverSpace: 1,
      interface: 1,
      binding: server.presentBinding,
      procedure: 1,
      data: new Uint8Array(0),
    };
    const calls = new CallSupply(world, "one", 6);
    for (const caller of callers) caller.start(calls, { request: () => request, rebind: () => undefined });
    world.sim.run(seconds(1));
    world.sim.run(seconds(1)); // a caller that has nothing left to do stops the clock
    const trace = world.recorder.finish(world.sim.now);
    expect(callsOf(trace).map(({ outcome }) => outcome)).toEqual(new Array(6).fill("returned"));
    expect(executions(trace)).toEqual(new Map([1, 2, 3, 4, 5, 6].map((call) => [call, 1])));
    const ways = packetsOf(trace).map(({ kind, call, from, to }) => `${kind}#${call} ${from} ${to}`);
    expect(ways.filter((way) => way.startsWith("call")).length).toBe(6);
    for (const way of ways) {
      const [, call = "", from = "", to = ""] = /^result(#\d+) (\w+) (\w+)$/.exec(way) ?? [];
      if (call !== "") expect(ways).toContain(`call${call} ${to} ${from}`);
    }
  });
});
