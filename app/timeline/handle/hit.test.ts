import { describe, expect, it } from "vitest";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import { nearest } from "./hit.ts";
import type { HandleKind } from "./handle.ts";
import type { Placed } from "./placed.ts";

const at = (kind: HandleKind, along: number, across: number, way: readonly number[] = []): Placed => ({
  handle: {
    ...{ key: `${kind} ${along}`, kind, ref: NO_REF, machine: "server", from: 0, to: 0, rest: "middle" },
    ...{ name: kind, hint: "", value: null, snaps: [], sets: { tag: "machine", machine: "server", at: null } },
  },
  ...{ at: 0, along, across, way, zones: null, inward: -1 },
});
const STRETCH = { from: 0, to: 500 };
const keyAt = (handles: readonly Placed[], place: readonly [number, number], touch = false): string | undefined =>
  nearest(handles, place, touch, STRETCH)?.handle.key;

describe("what a pointer takes hold of", () => {
  const packet = at("packet", 100, 50, [60, 0, 140, 100]);
  const bar = at("bar", 118, 50);
  const edge = at("edge", 0, 120);

  it("is the nearest centre, of two at one distance the packet", () => {
    expect(keyAt([bar, packet], [109, 50])).toBe("packet 100");
    expect(keyAt([bar, packet], [112, 50])).toBe("bar 118");
  });

  it("is a machine’s edge only where no centre is near, and a packet’s line after both", () => {
    expect(keyAt([packet, bar, edge], [300, 126])).toBe("edge 0");
    expect(keyAt([packet, at("crash", 300, 120), edge], [302, 126])).toBe("crash 300");
    expect(keyAt([packet, bar, edge], [64, 8])).toBe("packet 100");
    expect(keyAt([packet, bar, edge], [20, 60])).toBeUndefined();
  });

  it("is further away for a finger than for a mouse, and no edge beyond the axis", () => {
    expect(keyAt([packet], [120, 50])).toBeUndefined();
    expect(keyAt([packet], [122, 50], true)).toBe("packet 100");
    expect(keyAt([edge], [520, 120])).toBeUndefined();
  });
});
