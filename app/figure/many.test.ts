import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_REF, packetRef, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import { targetAt } from "../draw/scene.ts";
import type { Drawing, Label, Line } from "../draw/scene.ts";
import { exampleRun } from "../trace/two-machines.ts";
import { isMany, planLanes } from "../trace/lanes.ts";
import { scaleOf } from "./scale.ts";
import type { View } from "./scale.ts";
import { shownCall } from "./shown-call.ts";
import type { ShownCall } from "./shown-call.ts";
import { summaryOf } from "../timeline/figure/summary.ts";
import { drawnAt, frameOf, overlaps, wordsOf } from "./testing.ts";
import { tableWidth } from "../draw/text-width.ts";
import { timelineSvg } from "../timeline/figure/timeline-svg.ts";
import { chainRun, disorderedRun, fanRun, SEGMENT } from "../trace/many-example.ts";
import { arrange } from "./arrange-many.ts";
import { bandsWithin, countOf, fatedWithin } from "./groups.ts";
import { anyFigureOf } from "./any.ts";
import { hostsOf } from "./hosts.ts";
import { railsOf } from "./rails.ts";
import { trafficOf } from "./traffic.ts";

const shownOf = (run: ReturnType<typeof chainRun>): ShownCall => shownCall(run.trace, 1, "folded");

const linesOf = ({ ground }: Drawing, stroke: Line["stroke"]): readonly Line[] =>
  ground.filter((shape) => shape.shape === "line").filter((one) => one.stroke === stroke);

/** Bands of packets: filled and with four corners. */
const bandsOf = ({ ground }: Drawing, fill: Line["fill"] = "ink"): readonly Line[] =>
  ground
    .filter((shape) => shape.shape === "line")
    .filter((one) => one.fill === fill && one.points.length === 8 && one.opacity !== 1);

const chain = shownOf(chainRun());
const calls: readonly ShownCall[] = [
  chain,
  shownOf(chainRun({ callees: 2, phases: true })),
  shownOf(chainRun({ callees: 7, phases: true, mishap: "lost" })),
  shownOf(chainRun({ callees: 20, mishap: "delayed" })),
  shownOf(chainRun({ callees: 64, segments: 4, phases: true })),
  shownOf(fanRun()),
  shownOf(fanRun({ callees: 3, mishap: "duplicated" })),
  shownOf(fanRun({ callees: 90, segments: 3 })),
  shownOf(disorderedRun(6, 300)),
];

const picks = fc.record({
  shown: fc.constantFrom(...calls),
  middle: fc.double({ min: 0, max: 1, noNaN: true }),
  share: fc.double({ min: 0.005, max: 1, noNaN: true }),
});

function viewOf({ shown, middle, share }: { shown: ShownCall; middle: number; share: number }): View {
  const width = shown.fit.to - shown.fit.from;
  const from = shown.fit.from + middle * (1 - share) * width;
  return { from, to: from + share * width };
}

describe("the plan of lanes", () => {
  it("is for many machines only where there are more than two", () => {
    expect(isMany(planLanes(exampleRun().trace))).toBe(false);
    expect(isMany(chain.plan)).toBe(true);
  });

  it("has machines in the order in which a call reaches them", () => {
    expect(chain.plan.machines).toEqual(["caller", "callee1", "callee2", "callee3"]);
    const lanes = chain.plan.lanes.filter(({ machine }) => machine === "callee2").map(({ name }) => name);
    expect(lanes).toEqual(["CPU"]);
  });
});

describe("names of many machines", () => {
  it("never stand over one another across, at any zoom and width", () => {
    fc.assert(
      fc.property(picks, fc.integer({ min: 760, max: 1400 }), (pick, width) => {
        expect(overlaps(drawnAt(pick.shown, width, viewOf(pick)))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it("never stand over one another down, at any zoom and width", () => {
    fc.assert(
      fc.property(picks, fc.integer({ min: 288, max: 759 }), (pick, width) => {
        expect(overlaps(drawnAt(pick.shown, width, viewOf(pick)))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it("stay within the figure", () => {
    fc.assert(
      fc.property(picks, fc.integer({ min: 288, max: 1400 }), (pick, width) => {
        const drawing = drawnAt(pick.shown, width, viewOf(pick));
        for (const one of drawing.names.filter((shape): shape is Label => shape.shape === "label")) {
          const size = Math.max(...one.runs.map(({ text }) => tableWidth(text, one.size, false)));
          expect(one.x + (one.anchor === "start" ? size : 0)).toBeLessThanOrEqual(drawing.width + 1);
          expect(one.x - (one.anchor === "end" ? size : 0)).toBeGreaterThanOrEqual(-1);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("are those of all machines where there is room, and of every so many where there is not", () => {
    const words = wordsOf(drawnAt(chain, 1000)).split("|");
    for (const name of ["Caller", "Callee1", "Callee2", "Callee3"]) expect(words).toContain(name);
    const frame = frameOf(shownOf(chainRun({ callees: 64, segments: 1 })), { width: 1000 }, tableWidth);
    const named = frame.rows.flatMap((row, i) => (row.named ? [i] : []));
    expect(named.slice(0, 3)).toEqual([0, 5, 10]);
  });
});

describe("packets between many machines", () => {
  it("that follow close on one another are one band, named once with how many and how much", () => {
    const words = wordsOf(drawnAt(chain, 1000));
    expect(words.match(/Argument to callee2/g)).toHaveLength(1);
    expect(words).toMatch(/Argument to callee2\|12 packets, 18,168 bytes/);
    expect(words).toMatch(/Result to callee1\|24 packets/);
    // Three arguments and three bundles of results.
    expect(bandsOf(drawnAt(chain, 1000))).toHaveLength(6);
  });

  it("go down a stair of bands and up another", () => {
    const shown = shownOf(chainRun({ callees: 6 }));
    const bands = bandsOf(drawnAt(shown, 1200));
    expect(bands).toHaveLength(12);
    const starts = bands.map(({ points }) => points[0] ?? 0);
    const tops = bands.map(({ points }) => points[1] ?? 0);
    const byTime = bands.map((_, i) => i).sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
    const steps = byTime.map((i) => tops[i] ?? 0);
    expect(steps.slice(0, 6)).toEqual(steps.slice(0, 6).toSorted((a, b) => a - b));
    expect(steps.slice(6)).toEqual(steps.slice(6).toSorted((a, b) => b - a));
  });

  it("fall apart into single packets on zoom", () => {
    const near = drawnAt(chain, 1000, { from: 20_000, to: 20_000 + 8 * SEGMENT });
    expect(bandsOf(near)).toHaveLength(0);
    const refs = new Set(
      near
        .targets()
        .map(({ ref }) => ref)
        .filter((ref) => refTable(ref) === "packet"),
    );
    expect(refs.size).toBeGreaterThanOrEqual(8);
  });

  it("are each in exactly one group, whatever the scale", () => {
    fc.assert(
      fc.property(picks, (pick) => {
        const { trace, story } = pick.shown;
        const { plain, fated } = trafficOf(arrange(trace, story.call));
        const all = { from: -Infinity, to: Infinity, perNano: () => 10 ** (-6 + 4 * pick.share) };
        const seen: number[] = [];
        for (const group of [...(bandsWithin(plain, all, false) ?? []), ...(fatedWithin(fated, all, false) ?? [])]) {
          expect(countOf(group)).toBeGreaterThan(0);
          seen.push(...group.stream.rows.subarray(group.first, group.last + 1));
        }
        if (seen.length > 0)
          expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: trace.packets.count }, (_, i) => i));
      }),
    );
  });

  it("show one that is lost in crimson with its cross, in a band and alone", () => {
    const shown = shownOf(chainRun({ callees: 7, segments: 30, mishap: "lost" }));
    const near = { from: 0, to: 10 * SEGMENT };
    for (const drawing of [drawnAt(shown, 1000), drawnAt(shown, 1000, near), drawnAt(shown, 360)]) {
      const lines = linesOf(drawing, "lost");
      expect(lines.length).toBeGreaterThanOrEqual(3); // the way, and the two strokes of the cross
    }
    expect(wordsOf(drawnAt(shown, 1000, near))).toContain("Argument to callee1, lost");
  });

  it("tell a duplicate by two lines, and a delayed one by its elbow and its added time", () => {
    const near = { from: 0, to: 60 * SEGMENT };
    const thin = (drawing: Drawing): number =>
      linesOf(drawing, "ink").filter(({ lineWidth }) => lineWidth === 1.3).length;
    const twice = drawnAt(shownOf(chainRun({ mishap: "duplicated" })), 1000, near);
    expect(thin(twice)).toBe(thin(drawnAt(chain, 1000, near)) + 2);
    const late = drawnAt(shownOf(chainRun({ mishap: "delayed" })), 1000, near);
    expect(linesOf(late, "ink").some(({ points }) => points.length === 8)).toBe(true);
    expect(wordsOf(late)).toContain("Argument to callee1, delayed 400 µs");
  });

  it("can be chosen in a band: what lies nearest to the pointer", () => {
    const targets = drawnAt(chain, 1000).targets();
    const packets = targets.filter(({ ref }) => refTable(ref) === "packet");
    expect(packets.length).toBeGreaterThan(12);
    for (const target of packets) {
      const found = targetAt(packets, (target.x0 + target.x1) / 2, (target.y0 + target.y1) / 2, 3);
      expect(found?.ref).toBe(target.ref);
    }
  });

  it("carry a ring when chosen, also where they are within a band", () => {
    const row = 5; // in the middle of the first band
    const before = drawnAt(chain, 1000);
    const chosen = drawnAt(chain, 1000, chain.fit, packetRef(row));
    const rings = (drawing: Drawing): number => drawing.ground.filter(({ shape }) => shape === "disc").length;
    expect(rings(chosen)).toBe(rings(before) + 1);
  });
});

describe("the figure of many machines", () => {
  const machines = fc.integer({ min: 2, max: 400 });

  it("keeps to its height across, however many machines there are", () => {
    fc.assert(
      fc.property(machines, fc.option(fc.integer({ min: 220, max: 900 }), { nil: undefined }), (callees, room) => {
        const frame = frameOf(shownOf(fanRun({ callees, segments: 1 })), { width: 1000, room }, tableWidth);
        expect(frame.height).toBeLessThanOrEqual(Math.min(900, room ?? 560) + 0.5);
        for (const [i, row] of frame.rows.entries()) {
          expect(row.size).toBeGreaterThanOrEqual(4);
          expect(row.from).toBeGreaterThanOrEqual((frame.rows[i - 1]?.to ?? 0) - 1e-9);
        }
        expect(frame.rows.reduce((sum, row) => sum + row.machines.length, 0)).toBe(callees + 1);
        expect(frame.rows[0]?.machines).toEqual([0]);
      }),
      { numRuns: 25 },
    );
  });

  it("keeps to its width down", () => {
    fc.assert(
      fc.property(machines, fc.integer({ min: 288, max: 759 }), (callees, width) => {
        const { rows } = frameOf(shownOf(fanRun({ callees, segments: 1 })), { width }, tableWidth);
        expect(rows.at(-1)?.to ?? 0).toBeLessThanOrEqual(width);
      }),
      { numRuns: 25 },
    );
  });

  it("does not move when the view does", () => {
    const frame = frameOf(chain, { width: 900 }, tableWidth);
    for (const view of [chain.fit, { from: 0, to: 100_000 }]) {
      const { lanes } = railsOf(chain, frame, scaleOf(chain, view, frame.length)).frame;
      expect(lanes).toEqual(frame.lanes);
    }
  });

  it("draws no more than can be seen, of ordered and of disordered traffic", () => {
    for (const run of [
      chainRun({ callees: 63, segments: 5 }),
      fanRun({ callees: 63, segments: 75 }),
      disorderedRun(63, 10_000),
    ]) {
      const shown = shownOf(run);
      expect(run.trace.packets.count).toBeGreaterThan(9_000);
      for (const width of [1400, 360]) {
        const { ground, targets } = drawnAt(shown, width);
        expect(ground.length).toBeLessThan(15_000);
        expect(targets().length).toBeLessThan(8_000);
      }
    }
  });

  it("says by ink how much there is where there is too much to draw, and in crimson what was lost", () => {
    const { ground } = drawnAt(shownOf(disorderedRun(63, 10_000)), 1000);
    const inks = ground.filter((shape) => shape.shape === "box" && (shape.opacity ?? 1) < 1);
    expect(inks.some((shape) => shape.shape === "box" && shape.fill === "lost")).toBe(true);
    const levels = new Set(inks.map((shape) => (shape.shape === "box" ? shape.opacity : 0)));
    expect(levels.size).toBeGreaterThan(3);
  });

  it("leads the cable along every packet of the path", () => {
    for (const shown of calls.filter(({ story }) => story.path.length > 0)) {
      const frame = frameOf(shown, { width: 1000 }, tableWidth);
      const rails = railsOf(shown, frame, scaleOf(shown, shown.fit, frame.length));
      const drawing = drawnAt(shown, 1000);
      const yellow = linesOf(drawing, "accent").length;
      const between = [...rails.traffic.onPath].filter((row) => {
        const machine = (track = -1): number => frame.rowOf[rails.traffic.machineOf[track] ?? -1] ?? -1;
        return machine(shown.trace.packets.from[row]) !== machine(shown.trace.packets.to[row]);
      });
      expect(yellow).toBe(between.length);
    }
  });

  it("shows the phases that marks tell of under their lanes, with names where they fit", () => {
    const phases = ["argument forward", "process", "result forward"];
    const drawing = drawnAt(shownOf(chainRun({ callees: 2, phases: true })), 1400);
    for (const phase of phases) {
      const named = drawing.names.some((shape) => shape.shape === "label" && shape.runs[0]?.text === phase);
      expect(named).toBe(true);
    }
    expect(frameOf(chain, { width: 1000 }, tableWidth).rows.every(({ stripSize }) => stripSize === 0)).toBe(true);
    // Where they do not fit, the legend has them.
    const close = wordsOf(drawnAt(shownOf(chainRun({ callees: 20, phases: true })), 1000));
    for (const phase of phases) expect(close).toContain(phase);
  });

  it("offers the machines’ names to be chosen, each once", () => {
    for (const width of [1000, 360]) {
      const { hosts } = anyFigureOf(
        chain,
        { width, room: undefined, open: new Set(), ladder: null },
        tableWidth,
      )(chain.fit, NO_REF);
      const names = hosts.flatMap((host) => ("machine" in host ? [host.machine] : []));
      expect(names).toEqual(chain.plan.machines);
    }
  });

  it("says which packets it draws one by one: few from afar, all from near", () => {
    const draw = anyFigureOf(chain, { width: 1000, room: undefined, open: new Set() }, tableWidth);
    const { packets } = chain.trace;
    const { from, to } = chain.fit;
    const far = draw(chain.fit, NO_REF).alone;
    expect(far.length).toBeLessThan(packets.count / 4);
    const inView = Array.from({ length: 400 }, (_, i) => from + ((to - from) * i) / 400).flatMap(
      (at) => draw({ from: at, to: at + (to - from) / 400 }, NO_REF).alone,
    );
    expect(new Set(inView).size).toBe(packets.count);
    for (const row of far) expect(inView).toContain(row);
  });

  it("is told in words with its machines and packets, and written as a file", () => {
    const run = chainRun({ callees: 7, mishap: "lost" });
    const { description } = summaryOf(run, shownOf(run));
    expect(description).toContain("8 machines, caller to callee7.");
    expect(description).toMatch(/421 packets: 85 argument, 336 result; of these 1 lost\./);
    for (const width of [1000, 360]) {
      const svg = timelineSvg(run, { call: 1, width, theme: "dark" });
      expect(svg).toContain("8 machines");
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it("holds the row that each target names", () => {
    fc.assert(
      fc.property(picks, fc.integer({ min: 288, max: 1400 }), (pick, width) => {
        const { trace } = pick.shown;
        const targets = drawnAt(pick.shown, width, viewOf(pick)).targets();
        for (const { ref, x0, x1, y0, y1 } of targets) {
          expect(refRow(ref)).toBeLessThan(refTable(ref) === "packet" ? trace.packets.count : trace.spans.count);
          for (const value of [x0, x1, y0, y1]) expect(Number.isFinite(value)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });
});

it("machines without a written name can be chosen from 12 px a row on", () => {
  const frame = frameOf(chain, { width: 1000 }, tableWidth);
  const rows = frame.rows.map((row) => ({ ...row, named: false }));
  const chosenAt = (pitch: number): number => hostsOf({ ...frame, rows, pitch }).length;
  expect([11.9, 12].map(chosenAt)).toEqual([0, chain.plan.machines.length]);
});
