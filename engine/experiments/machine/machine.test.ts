/** Any protocol on any machine: each pair comes near the experiment of its own system, and brings what it should. */
import { describe, expect, it } from "vitest";
import { PORTABLES } from "../../systems/portable/all.ts";
import { MACHINE_TITLES, NETWORK_TITLES } from "../../systems/portable/choices.ts";
import { packetsOf } from "../../systems/testing.ts";
import { decodeFrame } from "../../wire/firefly.ts";
import { stationNumber } from "../../wire/station.ts";
import { runOf } from "../testing.ts";
import type { ParamValues, Run } from "../types.ts";

const valueOf = ({ measures }: Run, name: string): number => {
  const value = measures[name]?.value;
  if (typeof value !== "number") throw new Error(`The run has no ${name}.`);
  return value;
};
const call = (set: ParamValues): Run => runOf("machine/call", { set, keep: "none" });
const time = (set: ParamValues): number => valueOf(call(set), "msPerCall");

describe("on its own machine a protocol takes about what its own system takes", () => {
  // The one place at which both describe the same thing: a difference is explained in the experiment’s notes.
  it.each([
    ["cedar", "dorado", "cedar/call", {}, "medianUs", 1000, 0.01],
    ["firefly", "firefly", "firefly/null", { calls: 10 }, "latencyMs", 1, 0.01],
    ["sprite", "sun3-75", "sprite/call", {}, "msPerCall", 1, 0.01],
    ["sun-rpc", "sun3-50", "sun-rpc/call", { iterations: 10 }, "elapsedUs", 1000, 0.06],
  ] as const)("%s on %s", (protocol, machine, experiment, set, measure, scale, within) => {
    const own = valueOf(runOf(experiment, { set, keep: "none" }), measure) / scale;
    expect(Math.abs(time({ protocol, machine }) / own - 1)).toBeLessThan(within);
  });
});

describe("a call", () => {
  const protocols = Object.keys(PORTABLES);
  it.each(protocols)("of %s returns on every machine and network, with data both ways", (protocol) => {
    for (const machine of Object.keys(MACHINE_TITLES)) {
      for (const medium of Object.keys(NETWORK_TITLES)) {
        const run = call({ protocol, machine, medium, bytes: 1400, resultBytes: 1400, calls: 2 });
        expect(valueOf(run, "failedCalls"), `${machine}, ${medium}`).toBe(0);
        expect(valueOf(run, "bytesPerCall"), `${machine}, ${medium}`).toBeGreaterThan(2800);
      }
    }
  });

  it.each(protocols)("of %s takes no longer on a faster network", (protocol) => {
    const times = ["ethernet-3", "ethernet-10", "gigabit", "gigabit-25"].map((medium) => time({ protocol, medium }));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it("takes the time of its packets alone where the software takes hardly any", () => {
    const run = call({ medium: "ethernet-10", faster: 1000, bytes: 1400, resultBytes: 1400 });
    expect(valueOf(run, "wireShare")).toBeGreaterThan(95);
  });
});

it("Cedar’s timer is too short for an IBM RT-PC: every call is sent twice", () => {
  const run = call({ protocol: "cedar", machine: "rt-pc", calls: 5 });
  expect(valueOf(run, "retransmissions")).toBeGreaterThanOrEqual(5);
  expect(valueOf(call({ protocol: "cedar", machine: "firefly", calls: 5 }), "retransmissions")).toBe(0);
});

it("a caller of Firefly RPC names its own machine in its activity, whatever the machine", () => {
  const { trace } = runOf("machine/call", { set: { protocol: "firefly", calls: 1 }, keep: "all" });
  const [first] = packetsOf(trace);
  if (first === undefined) throw new Error("The run has no packet.");
  const { from, packet } = decodeFrame(first.frame);
  expect(packet.activity.machine).toBe(stationNumber(from.ip));
});
