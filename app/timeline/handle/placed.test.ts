import { describe, expect, it } from "vitest";
import { shownCall } from "../../figure/shown-call.ts";
import { handlesOf } from "./handles.ts";
import { figureFor, runOf, setupFor } from "./testing.ts";

/** The keys of what can be pulled at the ends of packets, in the figure of a call. */
function pulledIn(oneWayMs: number): { readonly all: readonly string[]; readonly seen: readonly string[] } {
  const setup = setupFor("cedar/call", { calls: 1, load: 0, oneWayMs });
  const { handles, placed } = figureFor(setup);
  const wires = (keys: readonly string[]): readonly string[] => keys.filter((key) => key.startsWith("wire"));
  return {
    all: wires(handles.map(({ key }) => key)),
    seen: wires(placed.map(({ handle }) => handle.key)),
  };
}

describe("two parameters at the end of one packet", () => {
  it("are pulled one by one: by the speed of the network where that makes more of the way, else by the delay", () => {
    expect(pulledIn(0).all).toContain("wire networkMbps 0");
    expect(pulledIn(0).all).not.toContain("wire oneWayMs 0");
    const far = pulledIn(30);
    expect(far.all).toEqual(expect.arrayContaining(["wire networkMbps 0", "wire oneWayMs 0"]));
    expect(far.seen.length).toBeGreaterThan(0);
    expect(far.seen.every((key) => key.startsWith("wire oneWayMs"))).toBe(true);
    const near = pulledIn(0.1); // of a call packet’s 0.13 ms on the wire
    expect(near.seen.length).toBeGreaterThan(0);
    expect(near.seen.every((key) => key.startsWith("wire networkMbps"))).toBe(true);
  });
});

describe("many packets on one wire", () => {
  it("have ends to pull all along the call, no two of them close together", () => {
    const setup = setupFor("flexrpc/multicast", { callees: 16 });
    const run = runOf(setup);
    const shown = shownCall(run.trace, 1, "linear");
    const ends = handlesOf(run, shown, setup).filter(({ kind }) => kind === "wire");
    expect(ends.length).toBeGreaterThan(300);
    expect(ends.length).toBeLessThan(run.trace.packets.count / 2);
    const near = ends.slice(1).filter(({ to }, i) => to - (ends[i]?.to ?? 0) < (shown.end - shown.call.from) / 2000);
    expect(near).toEqual([]);
  });
});
