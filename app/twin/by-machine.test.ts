import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { chainRun, fanRun } from "../trace/many-example.ts";
import { byMachine, largest, lengthSentence, UNDER_WAY } from "./by-machine.ts";
import { totalOf } from "./differences.ts";
import { isLabel } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { areaOf } from "../draw/uncovered.ts";
import { durationText } from "../words/times.ts";
import { drawTwin } from "./draw.ts";
import { frameTwin } from "./frame.ts";
import { bothOf } from "./both.ts";
import { NO_ROWS, SIDES } from "./pair.ts";
import { twinSvg } from "./twin-svg.ts";

const [short, long] = [chainRun({ callees: 3 }), chainRun({ callees: 5 })];
const lengthOf = (run: typeof short): number => (run.trace.calls.end[0] ?? 0) - (run.trace.calls.start[0] ?? 0);
const labels = { a: "three", b: "five" };

describe("two runs of many machines", () => {
  it("are drawn on one axis, with a row for each machine, the ends named and the difference between them", () => {
    const pair = bothOf(short, long, 1);
    if (typeof pair === "string") throw new Error(pair);
    for (const width of [320, 390, 900, 1200]) {
      const frame = frameTwin(pair, width, labels, false);
      const figure = drawTwin(pair, frame, pair.fit, [], { rows: NO_ROWS, stretch: null }, labels, tableWidth);
      const texts = [...figure.ground, ...figure.names].flatMap((shape) =>
        shape.shape === "label" ? shape.runs.map(({ text }) => text) : [],
      );
      expect(texts.filter((text) => text === "Callee3")).toHaveLength(2);
      expect(texts).toContain("Callee5");
      for (const run of [short, long]) expect(texts).toContain(durationText(lengthOf(run)));
      expect(figure.down).toBe(width < 600);
      expect(figure.targets().length).toBeGreaterThan(20);
    }
    const svg = twinSvg(short, long, { call: 1, width: 800, theme: "light", labels });
    expect(svg).toContain(`${durationText(lengthOf(long) - lengthOf(short))} longer`);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  it("have each name whole, in the columns of its run and before its call’s end, where time runs down", () => {
    const [few, more] = [3, 5].map((servers) => runOf("multirpc/call", { set: { servers, trials: 1 } }));
    if (few === undefined || more === undefined) throw new Error("no runs");
    const pair = bothOf(few, more, 1);
    if (typeof pair === "string") throw new Error(pair);
    for (const width of [320, 390, 500]) {
      const frame = frameTwin(pair, width, labels, false);
      const { names, scale } = drawTwin(
        pair,
        frame,
        pair.fit,
        [],
        { rows: NO_ROWS, stretch: null },
        labels,
        tableWidth,
      );
      const lines = names.filter(isLabel).filter(({ turned }) => turned !== true);
      expect(lines.length).toBeGreaterThan(0);
      for (const one of lines) {
        const { x0, x1, y1 } = areaOf(one);
        const side = SIDES.find((name) => x0 >= frame.sides[name].from - 4 && x1 <= frame.sides[name].to + 4);
        expect(side, one.runs[0]?.text).toBeDefined();
        if (side !== undefined) expect(y1).toBeLessThanOrEqual(frame.start + scale.at(pair.took[side]));
      }
      // A size or a time never stands without the line above it, which names the packet.
      for (const { x, y, runs } of lines.filter(({ runs: [first] }) => first?.bold !== true)) {
        const above = lines.some((one) => one.x === x && y - one.y > 0 && y - one.y < 15);
        expect(above, runs[0]?.text).toBe(true);
      }
    }
  });

  it("share rows of at least 14 px where they are more than sixteen", () => {
    const many = runOf("multirpc/call", { set: { servers: 100, trials: 1 } });
    const fewer = runOf("multirpc/call", { set: { servers: 60, trials: 1 } });
    const pair = bothOf(many, fewer, 1);
    if (typeof pair === "string") throw new Error(pair);
    const { height } = frameTwin(pair, 900, labels, true);
    expect(height).toBeLessThan(700);
  });

  it("have the sum of their calls’ lengths, and their difference, in the table", () => {
    for (const [a, b] of [
      [short, long],
      [long, short],
      [fanRun(), fanRun({ segments: 30 })],
    ] as const) {
      const sum = totalOf(byMachine(a, b, 1));
      expect(sum).toEqual({ a: lengthOf(a), b: lengthOf(b), delta: lengthOf(b) - lengthOf(a) });
    }
  });

  it("have a row for each host, and none for a router that nothing met", () => {
    const run = runOf("multirpc/call", { set: { placement: "ring", servers: 3, trials: 1 } });
    const names = byMachine(run, run, 1).map(({ name }) => name);
    expect(names.toSorted()).toEqual([UNDER_WAY, "client", "server 1", "server 2", "server 3"]);
  });

  it("say where a machine is not there, and what is nobody’s", () => {
    const parts = byMachine(short, long, 1);
    const names = parts.map(({ name }) => name);
    expect(names).toEqual(["caller", "callee1", "callee2", "callee3", "callee4", "callee5", UNDER_WAY]);
    expect(parts.find(({ name }) => name === "callee4")?.a).toBeNull();
    expect(lengthSentence(parts, labels)).toMatch(/^The call takes [\d,.]+ µs longer in “five” than in “three”\.$/);
    expect(byMachine(short, short, 1).every(({ delta }) => delta === 0)).toBe(true);
  });

  it("leave the smallest differences of very many to one row", () => {
    const parts = byMachine(chainRun({ callees: 3 }), chainRun({ callees: 40 }), 1);
    const shown = largest(parts);
    expect(shown).toHaveLength(15);
    const least = Math.min(...shown.map(({ delta }) => Math.abs(delta)));
    const left = parts.filter((part) => !shown.includes(part));
    expect(Math.max(...left.map(({ delta }) => Math.abs(delta)))).toBeLessThanOrEqual(least);
  });
});
