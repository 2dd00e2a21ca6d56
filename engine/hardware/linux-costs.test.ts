import { describe, expect, it } from "vitest";
import {
  CLUSTER,
  CLUSTER_CALIBRATED,
  emptyRoundTrip,
  feedNanos,
  passingOnCost,
  procedureCost,
  segmentWork,
} from "./linux-costs.ts";

describe("the cluster’s costs", () => {
  it("have a full segment take 12.888 µs at the machine’s pace, of which handling it occupies three quarters", () => {
    expect(feedNanos(1448, CLUSTER.argumentByte)).toBe(12_888);
    expect(segmentWork(CLUSTER_CALIBRATED.relayCost.value)).toBe(9665);
    expect(segmentWork(0)).toBe(0);
  });

  it("leave of tp and t0 what the empty messages there and back do not take", () => {
    const roundTrip = emptyRoundTrip(16, 24);
    expect(roundTrip).toBe(4 * 9665 + 2 * 5000 + 4 * 22 + 2 * (94 + 102) * 8);
    expect(procedureCost(140.4, roundTrip).value * 1e3 + roundTrip).toBeCloseTo(140_400, 6);
    expect(passingOnCost(roundTrip).value * 1e3 + roundTrip).toBeCloseTo(154_370, 6);
  });
});
