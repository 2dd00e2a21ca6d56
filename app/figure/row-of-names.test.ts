import type { AxisKind } from "../setup/axis.ts";
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import type { ParamValues } from "../../engine/experiments/types.ts";
import { gapBefore } from "../draw/scene.ts";
import type { Drawing } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { drawingOf, drawnAt, frameOf, overlaps, wordsOf } from "./testing.ts";
import { shownCall } from "./shown-call.ts";

/** The first call of a run as the stage of a lesson shows it at 1440 px. */
function drawn(
  id: string,
  set: ParamValues,
  faults: readonly string[] = [],
  axis: AxisKind = "folded",
  later = false,
): Drawing {
  const shown = shownCall(runOf(id, { set, faults }).trace, 1, axis, later);
  return drawingOf(shown, frameOf(shown, { width: 873, room: 640 }, tableWidth), shown.fit, -1, tableWidth);
}
const counted = (drawing: Drawing, words: string): number => wordsOf(drawing).split(words).length - 1;

const ONE: ParamValues = { calls: 1, load: 0 };
const turns = drawn("cedar/call", { ...ONE, argumentPackets: 4 });
const minute = drawn("cedar/call", { ...ONE, serverMs: 60_000 }, [], "linear");
const hour = drawn("cedar/call", { ...ONE, serverMs: 3_600_000 }, [], "linear");
const crashed = drawn("cedar/call", ONE, ["crash server at 600us"]);
const thrice = drawn("sun-rpc/call", { iterations: 1, serverMs: 12_000 }, [], "linear", true);
const plain = drawn("cedar/call", ONE);

describe("names in a figure", () => {
  it("has each kind of packet, however close equal ones stand", () => {
    for (const kind of ["Call packet", "Acknowledgement", "Data packet", "Result packet"]) {
      expect(counted(turns, kind), kind).toBeGreaterThan(0);
    }
    // The row of probes below the axis has their name once more.
    expect(counted(minute, "Acknowledgement")).toBe(1);
    for (const one of [minute, hour]) expect(counted(one, "Probe") - counted(one, "Probe packets")).toBe(1);
    expect(counted(thrice, "Call, sent again")).toBe(1);
  });

  it("says of each run of a procedure that the procedure runs, so that runs can be counted", () => {
    expect(counted(thrice, "the procedure runs")).toBe(3);
  });

  it("has the last steps of the caller, which have no room beside their bars", () => {
    expect(counted(plain, "Interrupt routine takes a packet in")).toBe(2);
    expect(counted(plain, "Switch to the process that waits")).toBe(2);
  });

  it("are one label for steps beside each other, each further from the one before than from its own time", () => {
    const max = drawn("firefly/max-result", { threads: 4 }, ["drop result#1"]);
    const names = max.names.flatMap((shape) =>
      shape.shape === "label" && shape.runs.length === 4 ? [shape.runs] : [],
    );
    expect(names.length).toBeGreaterThan(0);
    for (const runs of names) expect(runs.map((run, i) => gapBefore(run, i, 100))).toEqual([0, 36, 80, 36]);
  });

  it("overlap nowhere, the legend and the axis among them", () => {
    for (const drawing of [turns, minute, hour, crashed, thrice, plain]) expect(overlaps(drawing)).toEqual([]);
  });
});

describe("names in a figure on a phone", () => {
  const { trace } = runOf("cedar/call", { set: { ...ONE, serverMs: 60_000 }, faults: ["crash server at 30s"] });
  const shown = shownCall(trace, 1, "linear", false);
  const drawing = drawnAt(shown, 358);

  it("say of each run of a procedure that it runs", () => {
    const long = runOf("sun-rpc/call", { set: { iterations: 1, serverMs: 12_000 } });
    const three = shownCall(long.trace, 1, "linear");
    const onPhone = drawnAt(three, 358);
    expect(counted(onPhone, "the procedure runs")).toBe(3);
    expect(overlaps(onPhone)).toEqual([]);
  });

  it("are one for equal packets that stand close together", () => {
    expect(counted(drawing, "Probe packet, sent again, not heard")).toBe(1);
    expect(overlaps(drawing)).toEqual([]);
  });

  it("are one for steps that fall on one point of the axis, that of the longest", () => {
    const dead = shownCall(runOf("sun-rpc/call", { set: { iterations: 1, serverDead: "after" } }).trace, 1, "linear");
    const onPhone = drawnAt(dead, 358);
    expect(counted(onPhone, "sendto: socket and UDP")).toBeGreaterThan(3);
    expect(counted(onPhone, "sendto: IP")).toBe(0);
  });
});
