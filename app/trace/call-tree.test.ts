import { expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { callTree } from "./call-tree.ts";
import { eventsOfCall } from "./events.ts";
import { whatOf } from "./row-names.ts";

it.each(["firefly/null", "cedar/call", "multirpc/call", "flexrpc/multicast", "today/call"])(
  "a call of %s has each of its rows once: as a packet, or under the packet that led to it",
  (id) => {
    const { trace } = runOf(id, { faults: ["lose 10% of packets"] });
    const branches = callTree(trace, 1);
    const refs = branches.flatMap(({ packet, rows }) => [
      ...(packet === NO_REF ? [] : [packet]),
      ...rows.map((r) => r.ref),
    ]);
    expect(refs.toSorted((a, b) => a - b)).toEqual(
      eventsOfCall(trace, 1)
        .map(({ ref }) => ref)
        .toSorted((a, b) => a - b),
    );
  },
);

it("a call of Firefly begins with the caller’s steps; each packet leads to those of its receiver", () => {
  const { trace } = runOf("firefly/null");
  const [before, call, result] = callTree(trace, 1);
  expect(before?.packet).toBe(NO_REF);
  expect([call, result].map((branch) => whatOf(trace, branch?.packet ?? NO_REF))).toEqual([
    "Call packet",
    "Result packet",
  ]);
  expect(call?.steps).toBeGreaterThan(5);
  expect(call?.work).toBeGreaterThan(0);
});
