/** A byte that is damaged behind the controller, in the systems beside Sun RPC. */
import { expect, it } from "vitest";
import { lossOf } from "../kernel/reads.ts";
import { runOf } from "./testing.ts";

it("Firefly’s interrupt routine, Cedar’s and Linux find it by the checksum, and the call is sent again", () => {
  for (const [id, byte, why] of [
    ["firefly/null", 60, "UDP checksum"],
    ["firefly/null", 25, "IP checksum"],
    ["cedar/call", 40, "Pup checksum"],
    ["today/call", 70, "TCP checksum"],
  ] as const) {
    const { trace, unusedFaults } = runOf(id, { faults: [`garble call#1 byte ${byte}`] });
    const losses = Array.from({ length: trace.packets.count }, (_, row) => lossOf(trace, row));
    expect([losses.filter((loss) => loss !== null), unusedFaults], id).toEqual([[why], []]);
    expect(trace.calls.outcome[0]).toBe(runOf(id).trace.calls.outcome[0]);
  }
});

it("refuse it where their receivers check nothing", () => {
  for (const [id, kind] of [
    ["multirpc/call", "request"],
    ["flexrpc/multicast", "argument"],
  ] as const) {
    const line = `garble ${kind}#1 byte 60`;
    expect(() => runOf(id, { faults: [line] }), id).toThrow(
      `fault "${line}": the machines of this system take all for right that their controllers pass on`,
    );
  }
});
