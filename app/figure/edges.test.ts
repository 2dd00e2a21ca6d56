/** What stands at the edges of a figure, and beside its lines: numbers of the axis, names of packets, the legend. */
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import type { ParamValues } from "../../engine/experiments/types.ts";
import { NO_REF, packetRef } from "../../engine/kernel/trace-data.ts";
import type { Line } from "../draw/scene.ts";
import { runsWidth, tableWidth } from "../draw/text-width.ts";
import { whereOf } from "../trace/row-names.ts";
import { anyFigureOf } from "./any.ts";
import { shownCall } from "./shown-call.ts";
import { drawnAt, wordsOf } from "./testing.ts";

const minute = runOf("sun-rpc/call", {
  set: { iterations: 1, serverDead: "after", retryS: 11, totalS: 44 },
});
const plain = shownCall(runOf("cedar/call").trace, 1, "folded");
const telling = runOf("multirpc/callback-break", { set: { workstations: 10, mode: "iterative", deadFraction: 0 } });

describe("a packet to all", () => {
  it("says so where it is told by those that it goes between", () => {
    const { trace } = runOf("sun-rpc/broadcast");
    const call = trace.packets.to.findIndex((track) => track < 0 || (trace.tracks[track]?.machine ?? "") === "");
    expect(whereOf(trace, packetRef(call))).toBe("client to all");
  });
});

describe("a procedure that waits", () => {
  const barsOf = (set: ParamValues): number => {
    const shown = shownCall(runOf("sun-rpc/call", { set: { iterations: 1, ...set } }).trace, 1, "linear");
    const { ground } = drawnAt(shown, 1000);
    const bars = ground.flatMap((shape) =>
      shape.shape === "box" && shape.fill === "paper" && shape.stroke === "ink" ? [Math.round(shape.x)] : [],
    );
    return new Set(bars).size; // the first stands on the path as well
  };

  it("is an open bar for each of its runs, those after the answer too", () => {
    expect(barsOf({ serverMs: 12_000 })).toBe(3);
    expect(barsOf({ serverMs: 12_000, duplicateCache: "on" })).toBe(1);
    expect(barsOf({})).toBe(0);
  });
});

describe("where time runs down", () => {
  it("a number of the axis is whole, whatever it counts: 33.005 s is not 3.005 s", () => {
    const shown = shownCall(minute.trace, 1, "folded");
    const { ground } = drawnAt(shown, 288);
    const figures = ground
      .filter((shape) => shape.shape === "label")
      .filter(({ anchor, x, runs }) => anchor === "end" && x < 44 && /^[\d.,]+$/.test(runs[0]?.text ?? ""));
    expect(figures.map(({ runs }) => runs[0]?.text).filter((text = "") => /^\d\d\.\d{3}$/.test(text))).not.toEqual([]);
    for (const { x, runs, size } of figures) expect(x - runsWidth(runs, size, tableWidth)).toBeGreaterThanOrEqual(0);
  });

  it("what is chosen is marked above its columns, off its name", () => {
    const place = { width: 288, room: undefined, open: new Set<string>(), ladder: null };
    const { hosts, start } = anyFigureOf(plain, place, tableWidth)(plain.fit, NO_REF);
    for (const { left, top, mark } of hosts) {
      if (mark === undefined) throw new Error("a column has no mark");
      expect(top + mark.top + mark.height).toBeLessThan(start);
      expect(top + mark.top).toBeGreaterThan(20); // the name's foot
      expect(left + mark.left + mark.width).toBeLessThanOrEqual(place.width);
    }
  });

  it("a name that is wider than its column stands upright", () => {
    const shown = shownCall(telling.trace, 1, "folded");
    const place = { width: 288, room: undefined, open: new Set<string>(), ladder: null };
    const { ground } = anyFigureOf(shown, place, tableWidth)(shown.fit, NO_REF);
    const name = ground.find((shape) => shape.shape === "label" && shape.runs[0]?.text === "+ 9 workstations");
    expect(name).toMatchObject({ turned: true });
  });
});

describe("where time runs to the right", () => {
  const wide = drawnAt(plain, 872);

  it("the name of a packet stands beside its line, at the height at which it stands", () => {
    const lines = wide.ground.filter((shape): shape is Line => shape.shape === "line" && shape.stroke === "on-accent");
    for (const packet of ["Call packet", "Result packet"]) {
      const name = wide.names.find((shape) => shape.shape === "label" && shape.runs[0]?.text === packet);
      if (name?.shape !== "label") throw new Error(`${packet} has no name`);
      const [from, to] = [name.x, name.x + runsWidth(name.runs, name.size, tableWidth)];
      const away = lines.map(({ points: [x0 = 0, y0 = 0, x1 = 0, y1 = 0] }) => {
        const x = x0 + ((x1 - x0) * (name.y - 4 - y0)) / (y1 - y0);
        return Math.max(from - x, x - to);
      });
      expect(Math.min(...away)).toBeGreaterThan(4);
      expect(Math.min(...away)).toBeLessThan(28);
    }
  });

  it("a band is marked as long as it is high, however high the row is that is pressed", () => {
    const shown = shownCall(telling.trace, 1, "folded");
    const place = { width: 872, room: undefined, open: new Set<string>(), ladder: null };
    const { hosts } = anyFigureOf(shown, place, tableWidth)(shown.fit, NO_REF);
    const [first] = hosts;
    expect(first?.mark?.height).toBeLessThan(first?.height ?? 0);
  });

  it("the legend names no critical path where a call is under way", () => {
    const { trace } = runOf("cedar/call");
    const outcome = Uint8Array.from(trace.calls.outcome, () => 0);
    const shown = shownCall({ ...trace, calls: { ...trace.calls, outcome } }, 1, "folded");
    const words = wordsOf(drawnAt(shown, 872));
    expect(words).toContain("kernel, interrupts, checksums");
    expect(words).not.toContain("critical path");
  });
});
