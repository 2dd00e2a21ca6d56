import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { GROUND_AT } from "./packet-shapes.ts";
import { brokenName, pushedApart } from "./step-column.ts";
import type { Drawing, Line } from "../draw/scene.ts";
import { targetAt } from "../draw/scene.ts";
import { runOf } from "../../engine/experiments/testing.ts";
import { exampleRun } from "../trace/two-machines.ts";
import { planLanes } from "../trace/lanes.ts";
import { shownCall } from "./shown-call.ts";
import type { ShownCall } from "./shown-call.ts";
import { drawingOf, drawnAt, frameOf, overlaps, wordsOf } from "./testing.ts";
import { timelineSvg } from "../timeline/figure/timeline-svg.ts";
import { runsWidth, tableWidth } from "../draw/text-width.ts";
import { areaOf } from "../draw/uncovered.ts";

const calls: readonly ShownCall[] = [
  shownCall(exampleRun().trace, 1, "folded"),
  shownCall(exampleRun({ calls: 3 }).trace, 2, "folded"),
  shownCall(exampleRun({ mishap: "lost" }).trace, 1, "folded"),
  shownCall(exampleRun({ mishap: "delayed" }).trace, 1, "folded"),
  shownCall(exampleRun({ mishap: "duplicated" }).trace, 1, "folded"),
  shownCall(runOf("sun-rpc/call", { set: { place: "local" }, faults: ["drop call#1"] }).trace, 1, "folded"),
  shownCall(runOf("firefly/null", { set: { calls: 3 }, faults: ["drop result#1"] }).trace, 1, "folded"),
  shownCall(runOf("firefly/max-result", { set: { calls: 2, threads: 2 }, faults: ["drop call#2"] }).trace, 1, "folded"),
  shownCall(runOf("cedar/call", { set: { calls: 1, argumentPackets: 3 }, faults: ["drop data#1"] }).trace, 1, "folded"),
  shownCall(runOf("sun-rpc/call", { set: { serverMs: 12_000, iterations: 1 } }).trace, 1, "folded"),
];

const views = fc.record({
  shown: fc.constantFrom(...calls),
  middle: fc.double({ min: 0, max: 1, noNaN: true }),
  share: fc.double({ min: 0.02, max: 1, noNaN: true }),
});

const viewOf = ({
  shown,
  middle,
  share,
}: {
  shown: ShownCall;
  middle: number;
  share: number;
}): { from: number; to: number } => {
  const width = shown.fit.to - shown.fit.from;
  const from = shown.fit.from + middle * (1 - share) * width;
  return { from, to: from + share * width };
};

describe("a timeline in a file", () => {
  const { trace } = runOf("firefly/null", { set: { calls: 3 }, faults: ["drop result#1"] });
  const run = { trace, source: "firefly/null" };
  const options = { call: 1, width: 1200, theme: "light" } as const;
  const heightOf = (svg: string): number => Number(/height="([\d.]+)"/.exec(svg)?.[1]);

  it("has a head with its settings, and every entry of its legend, beside the figure that the page shows", () => {
    const plain = timelineSvg(run, options);
    const framed = timelineSvg(run, {
      ...options,
      frame: { head: "Firefly RPC: Null(), call 1", settings: "3 calls" },
    });
    for (const text of ["Firefly RPC: Null(), call 1", "3 calls", "stubs and RPC run time", "critical path"]) {
      expect(framed).toContain(`>${text}<`);
    }
    expect(heightOf(framed)).toBeGreaterThan(heightOf(plain) + 40);
  });
});

describe("lanes", () => {
  it("put the caller above with its bus at the wire, and the server below in reverse", () => {
    const { lanes, medium } = planLanes(exampleRun().trace);
    expect(lanes.map(({ machine, name }) => `${machine} ${name}`)).toEqual([
      "caller CPU 1",
      "caller CPU 0",
      "caller QBus, DEQNA",
      "server QBus, DEQNA",
      "server CPU 0",
      "server CPU 1",
    ]);
    expect(medium).toBe("Ethernet");
  });

  it("leave out what has no span, and still know where its machine stands", () => {
    const { trace } = exampleRun();
    const plan = planLanes(trace);
    for (const [number, track] of trace.tracks.entries()) {
      const lane = plan.lanes[plan.laneOf[number] ?? -1];
      expect(lane?.machine).toBe(track.kind === "medium" ? undefined : track.machine);
    }
  });
});

describe("time to the right", () => {
  it.each([
    { about: "a reply that comes late", shown: 3, share: 0.7717278683185108, width: 760, room: Infinity },
    { about: "one call, kept low", shown: 0, share: 0.7366056905606975, width: 809, room: 200 },
  ])("never sets a name before its bars over the one that ends close to them: $about", (view) => {
    const shown = calls[view.shown];
    if (shown === undefined) throw new Error("no shown");
    const frame = frameOf(shown, { width: view.width, room: view.room }, tableWidth);
    const inView = viewOf({ shown, middle: 0, share: view.share });
    expect(overlaps(drawingOf(shown, frame, inView, NO_REF, tableWidth))).toEqual([]);
  });

  it("never sets one name over another, at any zoom and width", () => {
    fc.assert(
      fc.property(views, fc.integer({ min: 760, max: 1400 }), (pick, width) => {
        expect(overlaps(drawnAt(pick.shown, width, viewOf(pick)))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps to the height that there is, as low as can be read, and then, too, sets no name over another", () => {
    fc.assert(
      fc.property(
        views,
        fc.integer({ min: 760, max: 1400 }),
        fc.integer({ min: 200, max: 700 }),
        (pick, width, room) => {
          const frame = frameOf(pick.shown, { width: width, room: room }, tableWidth);
          const free = frameOf(pick.shown, { width: width }, tableWidth);
          const least = frameOf(pick.shown, { width: width, room: 0 }, tableWidth);
          expect(frame.height).toBeLessThanOrEqual(Math.max(room, least.height));
          expect(frame.height).toBeGreaterThanOrEqual(Math.min(least.height, free.height));
          if (free.height <= room) expect(frame.height).toBeGreaterThanOrEqual(free.height);
          const drawing = drawingOf(pick.shown, frame, viewOf(pick), NO_REF, tableWidth);
          expect(overlaps(drawing)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("makes bars thinner before it leaves out a name", () => {
    const [shown] = calls;
    if (shown === undefined) throw new Error("no shown");
    const names = (room: number): number => {
      const frame = frameOf(shown, { width: 832, room: room }, tableWidth);
      return drawingOf(shown, frame, shown.fit, NO_REF, tableWidth).names.length;
    };
    const free = frameOf(shown, { width: 832 }, tableWidth);
    const thinner = frameOf(shown, { width: 832, room: free.height - 1 }, tableWidth);
    expect(thinner.lanes.every(({ size }, i) => size < (free.lanes[i]?.size ?? 0))).toBe(true);
    expect(names(thinner.height)).toBe(names(free.height));
    expect(names(thinner.height - 1)).toBeLessThan(names(free.height));
  });

  it("keeps every lane where it is when the view zooms", () => {
    const [shown] = calls;
    if (shown === undefined) throw new Error("no shown");
    const frame = frameOf(shown, { width: 900 }, tableWidth);
    const [far, near] = [drawnAt(shown, 900), drawnAt(shown, 900, { from: 0, to: 300_000 })];
    const bands = ({ ground }: Drawing): unknown => ground.filter(({ shape }) => shape === "box").slice(0, 2);
    expect(bands(near)).toEqual(bands(far));
    expect(frame.lanes.length).toBeGreaterThan(2);
  });

  it("names every step of an empty call’s threads at the width of a lesson", () => {
    const [shown] = calls;
    if (shown === undefined) throw new Error("no shown");
    const words = wordsOf(drawnAt(shown, 868));
    for (const name of [
      "Starter",
      "Transporter (send)",
      "Receiver (receive call)",
      "Null",
      "Ender",
      "Call packet",
      "Result packet",
    ]) {
      expect(words).toContain(name);
    }
    expect(words).toContain("waits for the result");
    expect(words).toContain("2,531.6 µs");
  });

  it("sets no name beside a machine where its crash is marked", () => {
    const { trace } = runOf("cedar/call", {
      set: { calls: 1, serverMs: 60_000 },
      faults: ["crash server at 30s"],
    });
    const shown = shownCall(trace, 1, "linear");
    const { names, ground } = drawnAt(shown, 900);
    const crash = ground.find((shape) => shape.shape === "line" && shape.stroke === "lost" && shape.lineWidth === 2.2);
    if (crash?.shape !== "line") throw new Error("no line of the crash");
    const [x = NaN, , , end = NaN] = crash.points;
    const beside = names.flatMap((shape) => (shape.shape === "label" && shape.y > end ? [shape] : []));
    const steps = beside.filter(({ runs }) => runs.some(({ text }) => text === "RPC run time sends a packet"));
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) {
      const { x0, x1 } = areaOf(step);
      expect(x0 < x && x < x1, `${x} in ${x0} to ${x1}`).toBe(false);
    }
  });

  it("brings back dropped names on zoom", () => {
    const [shown] = calls;
    if (shown === undefined) throw new Error("no shown");
    const call = shown.call.from;
    const narrow = wordsOf(drawnAt(shown, 760, { from: call, to: call + 20e6 }));
    const near = wordsOf(drawnAt(shown, 760, { from: call, to: call + 0.5e6 }));
    expect(narrow).not.toContain("Interrupt CPU 0");
    expect(near).toContain("Interrupt CPU 0");
  });

  it("says how much silence a fold leaves out, and why", () => {
    const shown = calls[2];
    if (shown === undefined) throw new Error("no shown");
    const words = wordsOf(drawnAt(shown, 900));
    expect(words).toMatch(/59\d ms: waits for the retransmission timer/);
    expect(words).toContain("Result packet, lost");
    expect(words).toContain("Call packet, sent again");
  });

  it("draws the cable without a gap: every run is joined to the next by a crossing or a packet", () => {
    for (const { story } of calls) {
      const { runs, crossings } = story.cable;
      for (const [i, run] of runs.entries()) {
        const before = runs[i - 1];
        if (before === undefined || before.lane === run.lane) continue;
        const crossed = crossings.some(({ time, toLane }) => time === run.from && toLane === run.lane);
        const carried = run.from > before.to;
        expect(crossed || carried).toBe(true);
      }
    }
  });

  it("draws a delayed packet with an elbow and a duplicate with two lines", () => {
    const linesOf = (shown: ShownCall | undefined): readonly Line[] =>
      shown === undefined ? [] : drawnAt(shown, 900).ground.filter((shape) => shape.shape === "line");
    expect(linesOf(calls[3]).some(({ points, lineWidth }) => lineWidth === 2 && points.length === 8)).toBe(true);
    expect(linesOf(calls[4]).filter(({ lineWidth }) => lineWidth === 1.3)).toHaveLength(2);
  });

  it("takes a packet that a machine sends to itself half across the medium, and back, and finds it there", () => {
    const shown = calls[5];
    if (shown === undefined) throw new Error("no shown");
    const { targets, ground } = drawnAt(shown, 900);
    const { from: mediumFrom, to: mediumTo } = frameOf(shown, { width: 900 }, tableWidth).wire ?? { from: 0, to: 0 };
    const turnsAt = (mediumFrom + mediumTo) / 2;
    const [lost, again] = targets().filter(({ slanted }) => slanted);
    if (lost === undefined || again === undefined) throw new Error("no packet that was sent again");
    for (const { ref, x0, x1, y0, y1 } of [lost, again]) {
      expect([y0 < mediumFrom, y1]).toEqual([true, turnsAt]);
      const share = (turnsAt - 10 - y0) / (y1 - y0);
      expect(targetAt(targets(), x0 + share * (x1 - x0), turnsAt - 10, 3)?.ref).toBe(ref);
    }
    const lines = ground.filter((shape) => shape.shape === "line");
    expect(lines.some(({ points, dash }) => dash !== undefined && points.length === 8 && points[3] === turnsAt)).toBe(
      true,
    );
    const cross = lines.filter(({ stroke, lineWidth }) => stroke === "lost" && lineWidth === 3);
    const onGround = lost.y0 + 2 * (turnsAt - lost.y0) * GROUND_AT;
    for (const { points } of cross) expect((Number(points[1]) + Number(points[3])) / 2).toBeCloseTo(onGround, 6);
    expect(cross).toHaveLength(2);
  });

  it("finds a span and a packet under the pointer", () => {
    const [shown] = calls;
    if (shown === undefined) throw new Error("no shown");
    const targets = drawnAt(shown, 900).targets();
    for (const target of targets.filter(({ x1, x0 }) => x1 - x0 > 4)) {
      expect(targetAt(targets, (target.x0 + target.x1) / 2, (target.y0 + target.y1) / 2, 3)?.ref).toBe(target.ref);
    }
    expect(targetAt(targets, 5, 5, 3)).toBeNull();
  });
});

describe("time running down", () => {
  it("never sets one name over another, at any zoom and width", () => {
    fc.assert(
      fc.property(views, fc.integer({ min: 288, max: 759 }), (pick, width) => {
        const drawing = drawnAt(pick.shown, width, viewOf(pick));
        expect(overlaps(drawing)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps names within the wire, and machines on their sides", () => {
    const [shown] = calls;
    if (shown === undefined) throw new Error("no shown");
    const frame = frameOf(shown, { width: 358 }, tableWidth);
    const drawing = drawingOf(shown, frame, shown.fit, NO_REF, tableWidth);
    const { wire } = frame;
    if (wire === null) throw new Error("no wire");
    for (const shape of drawing.names) {
      if (shape.shape !== "label") continue;
      const width = runsWidth(shape.runs, shape.size, tableWidth);
      const from = shape.anchor === "start" ? shape.x : shape.x - width;
      expect(from).toBeGreaterThanOrEqual(wire.from);
      expect(from + width).toBeLessThanOrEqual(wire.to + 0.5);
    }
    for (const [i, lane] of frame.lanes.entries()) {
      expect(shown.plan.lanes[i]?.above === true ? lane.at + lane.size <= wire.from : lane.at >= wire.to).toBe(true);
    }
  });

  it("pushes names apart within their gap, in their order; a gap that does not hold them has none", () => {
    const requests = fc.array(fc.record({ at: fc.nat(600), height: fc.constantFrom(14, 28), weight: fc.nat(99) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(requests, fc.nat(300), fc.nat(600), (list, from, size) => {
        const names = list.toSorted((a, b) => a.at - b.at);
        const middles = pushedApart(names, { from, to: from + size });
        const needed = names.reduce((sum, { height }) => sum + height, 0);
        expect(middles === null).toBe(needed > size);
        let free = from;
        for (const [i, middle] of (middles ?? []).entries()) {
          const height = names[i]?.height ?? 0;
          expect(middle - height / 2).toBeGreaterThanOrEqual(free - 1e-6);
          free = middle + height / 2;
        }
        expect(free).toBeLessThanOrEqual(from + size + 1e-6);
      }),
    );
  });

  it("breaks a name at spaces and never cuts it", () => {
    const measure = (text: string): number => text.length;
    expect(brokenName(["220", "Wake", "up", "RPC", "thread"], 11, measure)).toEqual(["220 Wake up", "RPC thread"]);
    expect(brokenName(["220", "Demultiplex"], 8, measure)).toBeNull();
  });
});

it("paper covers what runs out of the axis on both sides, five pixels from it", () => {
  for (const shown of calls) {
    const { start, length } = frameOf(shown, { width: 1200 }, tableWidth);
    const { ground } = drawnAt(shown, 1200);
    const covers = ground.filter((shape) => shape.shape === "box").filter(({ fill }) => fill === "paper");
    expect(covers.slice(-2).map(({ x, width }) => [x, x + width])).toEqual([
      [0, start - 5],
      [start + length + 5, 1200],
    ]);
  }
});
