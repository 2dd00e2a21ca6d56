import { describe, expect, it } from "vitest";
import { NO_REF, packetRef } from "../../../engine/kernel/trace-data.ts";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import { eventsOf } from "../../trace/events.ts";
import { exampleRun } from "../../trace/two-machines.ts";
import { GOALS } from "../goals.ts";
import { noTarget, targetOf } from "./targets.ts";
import type { Goal } from "../goals.ts";
import { whatOf, whereOf } from "../../trace/row-names.ts";

const { trace } = exampleRun({ calls: 3, mishap: "lost" });
const all = eventsOf(trace, 1, { from: 0, to: trace.elapsed }, true);

/** Every event that the goal meets on its way from one end to the other. */
function journey(goal: Goal, selected: Ref, way: 1 | -1): readonly Ref[] {
  const met: Ref[] = [];
  let at = way === 1 ? -1 : trace.elapsed + 1;
  for (let target = targetOf(trace, goal, selected, at, way); target !== null;) {
    met.push(target.ref);
    at = target.at;
    target = targetOf(trace, goal, selected, at, way);
  }
  return met;
}

describe("running to an event", () => {
  it("meets every packet that was lost, or sent again, and no other, both ways", () => {
    expect(journey("lost", NO_REF, 1).map((ref) => whatOf(trace, ref))).toEqual(["Result packet, lost"]);
    const again = journey("again", NO_REF, 1);
    expect(again.map((ref) => whatOf(trace, ref))).toEqual(["Call packet, sent again", "Result packet, sent again"]);
    expect(journey("again", NO_REF, -1)).toEqual([...again].reverse());
    expect(journey("packet", NO_REF, 1)).toHaveLength(trace.packets.count);
  });

  it("stops where a packet arrives at its end, not at its start", () => {
    const first = targetOf(trace, "arrival", NO_REF, 0, 1);
    expect(first).toEqual({ ref: packetRef(0), at: trace.packets.arrives[0] });
  });

  it("meets changes of state", () => {
    expect(journey("mark", NO_REF, 1).map((ref) => whatOf(trace, ref))).toEqual(["Retransmission timer"]);
  });

  it("stays on the track, or with the kind, of what is selected", () => {
    const onTrack = journey("track", 0, 1);
    expect(new Set(onTrack.map((ref) => whereOf(trace, ref)))).toEqual(new Set(["caller CPU 1"]));
    const same = journey("same", 0, 1);
    expect(same).toHaveLength(3);
    expect(new Set(same.map((ref) => whatOf(trace, ref)))).toEqual(new Set(["Calling program"]));
  });

  it("finds the selected event on either side of the playhead", () => {
    const { ref, at } = all[20] ?? { ref: 0, at: 0 };
    for (const from of [0, trace.elapsed]) expect(targetOf(trace, "selected", ref, from, 1)).toEqual({ ref, at });
    expect(targetOf(trace, "selected", ref, at, 1)).toBeNull();
  });

  it("says why there is nowhere to run to", () => {
    expect(targetOf(trace, "ignored", NO_REF, 0, 1)).toBeNull();
    expect(noTarget("ignored", NO_REF, 1)).toBe("The trace has no packet ignored after this moment.");
    for (const { id } of GOALS) expect(noTarget(id, NO_REF, -1)).toMatch(/\.$/);
  });
});
