import { describe, expect, it } from "vitest";
import { SentAgain } from "./sent-again.ts";

describe("what was sent again", () => {
  it("keeps every packet and its place, in as many pieces, however long the run is", () => {
    const again = new SentAgain();
    for (let at = 0; at < 10_000; at++) again.add(at * 1e6);
    const { width, counts } = again.columns;
    expect(counts).toHaveLength(256);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10_000);
    expect(width * 256).toBeGreaterThan(9_999e6);
    expect(counts[3]).toBe(width / 1e6);
  });
});
