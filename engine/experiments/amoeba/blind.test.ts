/**
 * The curves of Amoeba are predictions: three points fix its three constants, and the lab has seen no other. The
 * experiment’s notes state a hash of each curve, so that measured points can be held against what was said before.
 */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { runOf } from "../testing.ts";
import type { ParamValues } from "../types.ts";
import { SIZES } from "./describe.ts";
import { NOTES } from "./notes.ts";

const measuresOf = (set: ParamValues) => runOf("amoeba/call", { set, keep: "none" }).measures;
const msOf = (space: string, bytes: number, set: ParamValues = {}): number =>
  Number(measuresOf({ space, bytes, calls: 10, ...set })["msPerCall"]?.value);

/** Points that were given: space, bytes, and milliseconds a call (sources of Amoeba 5). */
const FITTED = [
  ["kernel", 0, 1.1],
  ["kernel", 16_384, 20.0],
  ["user", 0, 1.2],
] as const;

describe("the constants of Amoeba’s machine", () => {
  it.each(FITTED)("meet the point of calls between %s spaces of %i bytes", (space, bytes, ms) => {
    expect(Math.abs(msOf(space, bytes) - ms)).toBeLessThan(0.0051);
  });
});

describe("the curve", () => {
  it.each(["kernel", "user"])("between %s spaces is the one whose hash the notes state", (space) => {
    const list = SIZES.map((bytes) => `${bytes} ${msOf(space, bytes).toFixed(2)}\n`).join("");
    const hash = createHash("sha256").update(list).digest("hex");
    expect(NOTES["amoeba/call"]?.join(" ")).toContain(hash);
  });

  it("is the same whichever way the data go, within 0.2 ms", () => {
    expect(Math.abs(msOf("kernel", 16_384, { direction: "back" }) - 20)).toBeLessThan(0.2);
  });

  it("has at 30,000 bytes the throughput that the notes state", () => {
    expect(Number(measuresOf({ bytes: 30_000 })["throughputMbps"]?.value).toFixed(2)).toBe("6.74");
  });
});

describe("what the notes say of", () => {
  it("the acknowledgement: a call alone, and calls without it, take so much less", () => {
    expect(msOf("kernel", 0, { calls: 1 }).toFixed(2)).toBe("0.88");
    expect(msOf("kernel", 0, { without: "replyAck" }).toFixed(2)).toBe("0.88");
    expect(msOf("kernel", 0, { calls: 1000 }).toFixed(2)).toBe("1.12");
  });

  it("the search: a first call without a hint takes so much longer", () => {
    const first = (hint: string): number => Number(measuresOf({ hint, calls: 1 })["firstMs"]?.value);
    expect((first("none") - first("known")).toFixed(2)).toBe("0.85");
  });
});
