import { expect, it } from "vitest";
import { runOf } from "../testing.ts";

/** 64 copies of a result of 64 KiB: 46 full segments each, and the one that ends it. */
const LARGE = { mode: "parallel", callees: 64, argumentBytes: 64, resultBytes: 65_536, calls: 50 } as const;

it("a trace keeps as many calls as have 150,000 segments together, and says that it is not whole", () => {
  const { trace } = runOf("flexrpc/multicast", { set: LARGE, keep: { calls: 50 } });
  const perCall = 64 * (2 + 47);
  const kept = new Set(trace.packets.call.subarray(0, trace.packets.count));
  expect(Math.max(...kept)).toBe(Math.floor(150_000 / perCall));
  expect(trace.complete).toBe(false);
});
