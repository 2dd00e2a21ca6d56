/** Many servers answer one client at once, and the switch’s port has a limit. */
import { describe, expect, it } from "vitest";
import { measureOf, runOf } from "../testing.ts";
import type { ParamValues } from "../types.ts";

const run = (set: ParamValues = {}) => runOf("flexrpc/incast", { set, keep: "none" });
const WIDE = { portBytes: 8 * 1024 * 1024 };

describe("results that come together", () => {
  it("fill the client’s link where the port has room for all, and lose nothing", () => {
    const wide = run(WIDE);
    expect(measureOf(wide, "lostPackets")).toBe(0);
    expect(measureOf(wide, "goodputMbps")).toBeGreaterThan(850);
  });

  it("overflow a port of 128 KB, and then wait for a timer of 200 ms with the link idle", () => {
    const narrow = run();
    expect(measureOf(narrow, "lostPackets")).toBeGreaterThan(0);
    expect(measureOf(narrow, "latencyMs")).toBeGreaterThan(200);
    expect(measureOf(narrow, "goodputMbps")).toBeLessThan(100);
    expect(measureOf(narrow, "answers")).toBe(32);
  });

  it("never let more wait at a port than it has room for", () => {
    for (const portBytes of [4096, 32_768, 131_072, 524_288]) {
      expect(measureOf(run({ portBytes }), "deepestQueueBytes")).toBeLessThanOrEqual(portBytes);
    }
  });

  it("return whatever is dropped, and no port drops what a roomy one does not", () => {
    for (const callees of [1, 8, 64]) {
      const one = run({ callees });
      expect(measureOf(one, "failedCalls")).toBe(0);
      expect(measureOf(one, "answers")).toBe(callees);
      expect(measureOf(run({ callees, ...WIDE }), "lostPackets")).toBe(0);
    }
  });

  it("take hardly longer than one server’s where a few fit", () => {
    expect(measureOf(run({ callees: 2, resultBytes: 16_384 }), "latencyMs")).toBeLessThan(2);
  });
});
