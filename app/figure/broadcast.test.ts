/** A broadcast: its line passes every row, and the path goes with it as far as the machine that answers. */
import { describe, expect, it } from "vitest";
import { NO_REF, packetRef } from "../../engine/kernel/trace-data.ts";
import { runOf } from "../../engine/experiments/testing.ts";
import type { Drawing, Line } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { shownCall } from "./shown-call.ts";
import { drawingOf, frameOf, wordsOf } from "./testing.ts";

const MACHINES = 6;
const run = runOf("sun-rpc/broadcast", { set: { machines: MACHINES, servers: 2 } });
const shown = shownCall(run.trace, 1, "folded");
const MILLI = 1e6; // ns
/** The first try: the call leaves after 3 ms, and replies come before 30. */
const VIEW = { from: shown.fit.from, to: shown.fit.from + 30 * MILLI };

const linesOf = ({ ground }: Drawing, stroke: Line["stroke"]): readonly Line[] =>
  ground.flatMap((shape) => (shape.shape === "line" && shape.stroke === stroke ? [shape] : []));

describe.each([1100, 360])("a broadcast, %d px wide", (width) => {
  const frame = frameOf(shown, { width }, tableWidth);
  const drawing = drawingOf(shown, frame, VIEW, NO_REF, tableWidth);
  const [first, last] = [frame.rows[0], frame.rows.at(-1)];

  it("can be chosen, from the caller’s row to the last", () => {
    const [across0, across1] = frame.down ? (["x0", "x1"] as const) : (["y0", "y1"] as const);
    const target = drawing.targets().find(({ ref }) => ref === packetRef(0));
    expect(target?.[across0]).toBe(first?.to);
    expect(target?.[across1]).toBe(last?.from);
  });

  it("has a head at every row that it passes, and goes to all by its name", () => {
    const across = frame.down ? 0 : 1;
    const heads = drawing.ground.flatMap((shape) =>
      shape.shape === "line" && shape.closed === true && shape.fill === "ink" && shape.points.length === 6
        ? [shape.points[across]]
        : [],
    );
    const passed = frame.rows.slice(2).map(({ from }) => from); // the path has the head at the first machine
    for (const edge of passed) expect(heads.some((tip = Infinity) => edge > tip && edge - tip < 4)).toBe(true);
    if (!frame.down) expect(wordsOf(drawing)).toContain("Call to all");
  });

  it("carries the path to the machine that answers, without a gap", () => {
    const across = frame.down ? [0, 2] : [1, 3];
    const ways = linesOf(drawing, "accent").map(({ points }) => across.map((i) => points[i]));
    expect(ways).toContainEqual([first?.to, frame.rows[1]?.from]);
  });
});

it("a broadcast that is lost ends at its cross", () => {
  const lost = shownCall(
    runOf("sun-rpc/broadcast", { set: { machines: MACHINES }, faults: ["drop call#1"] }).trace,
    1,
    "folded",
  );
  const frame = frameOf(lost, { width: 1100 }, tableWidth);
  const drawing = drawingOf(lost, frame, { from: lost.fit.from, to: lost.fit.from + 30 * MILLI }, NO_REF, tableWidth);
  expect(frame.losses).not.toBeNull();
  expect(linesOf(drawing, "lost").length).toBeGreaterThan(2);
});
