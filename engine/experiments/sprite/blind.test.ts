/**
 * The curves of Sprite RPC are predictions: three points of each machine fix its constants, and the lab has seen no
 * other. The experiment’s notes state a hash of each curve, so that measured points can be held against what was said
 * before they were known.
 */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { runOf } from "../testing.ts";
import type { ParamValues } from "../types.ts";
import { SIZES } from "./describe.ts";
import { NOTES } from "./notes.ts";

const msOf = (machine: string, bytes: number, set: ParamValues = {}): number => {
  const { measures } = runOf("sprite/call", { set: { machine, bytes, calls: 2, ...set }, keep: "none" });
  return Number(measures["msPerCall"]?.value);
};

/** Points that were given: bytes, and milliseconds a call (Sprite operating system archive; sources of Amoeba 5). */
const FITTED: Readonly<Record<string, readonly (readonly [bytes: number, ms: number])[]>> = {
  "sun3-75": [
    [0, 2.47],
    [1416, 4.34],
    [8250, 11.84],
  ],
  "sparcstation-1": [
    [0, 1.22],
    [1416, 2.83],
    [8250, 9.74],
  ],
  "decstation-3100": [
    [0, 0.95],
    [1416, 3.38],
    [8250, 11.12],
  ],
  "sun3-60": [
    [0, 1.9],
    [16_384, 19.5],
  ],
};
/** Between user processes of Sun-3/60s; fixes their way into the kernel and out of it. */
const USER_MS = 7.9;
const MACHINES = Object.keys(FITTED);
/** Given, and fitted to nothing. */
const LEFT = { "sun3-75": 12.51, "sparcstation-1": 9.97, "decstation-3100": 11.64 };
const LEFT_BYTES = 8500;

describe("the constants of Sprite’s machines", () => {
  it.each(MACHINES)("of %s meet the points that they were fitted to, to a hundredth of a millisecond", (machine) => {
    for (const [bytes, ms] of FITTED[machine] ?? []) {
      expect(Math.abs(msOf(machine, bytes) - ms), `${bytes} bytes`).toBeLessThan(0.0051);
    }
  });

  it("meet the empty call between user processes", () => {
    expect(Math.abs(msOf("sun3-60", 0, { space: "user" }) - USER_MS)).toBeLessThan(0.0051);
  });

  it.each(Object.entries(LEFT))("predict the call of 8.50 KB of %s within 2 %%", (machine, ms) => {
    expect(Math.abs(msOf(machine, LEFT_BYTES) / ms - 1)).toBeLessThan(0.02);
  });
});

describe("the curve of a machine", () => {
  it.each(MACHINES)("of %s is the one whose hash the notes state", (machine) => {
    const list = SIZES.map((bytes) => `${bytes} ${msOf(machine, bytes).toFixed(2)}\n`).join("");
    const hash = createHash("sha256").update(list).digest("hex");
    expect(NOTES["sprite/call"]?.join(" ")).toContain(hash);
  });

  it("is the same with a gap of 500 µs and without, as a fragment takes these machines longer", () => {
    for (const machine of MACHINES) expect(msOf(machine, 8250, { gapUs: 0 })).toBe(msOf(machine, 8250));
    expect(msOf("sun3-75", 8250, { gapUs: 5000 })).toBeGreaterThan(18); // the first of its two calls knows no gap
  });

  it("is the same whichever way the data go; both ways the wire alone takes longer than the measured call", () => {
    expect(msOf("sun3-75", 8250, { direction: "back" })).toBeCloseTo(msOf("sun3-75", 8250), 2);
    const wireMs = (2 * 8250 * 8) / 10_000;
    expect(wireMs).toBeGreaterThan(11.84);
  });
});
