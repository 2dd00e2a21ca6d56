import { describe, expect, it } from "vitest";
import type { Label, Shape } from "../draw/scene.ts";
import { runsWidth, tableWidth } from "../draw/text-width.ts";
import { differencesOf, stretchOf } from "./differences.ts";
import { drawTwin, refOfTarget, sideOfTarget, targetOf } from "./draw.ts";
import { frameTwin } from "./frame.ts";
import { NO_ROWS, rowsAt, SIDES } from "./pair.ts";
import type { Pair, TwinRows } from "./pair.ts";
import { CASES, caseOf } from "./testing.ts";
import { twinSvg } from "./twin-svg.ts";

const LABELS = { a: "Null()", b: "drop result#1" };

function drawn(pair: Pair, width: number, rows: TwinRows = NO_ROWS) {
  const frame = frameTwin(pair, width, LABELS, false);
  const differences = differencesOf(pair);
  const choice = { rows, stretch: stretchOf(differences, rows, null) };
  return { frame, ...drawTwin(pair, frame, pair.fit, differences, choice, LABELS, tableWidth) };
}

const isLabel = (shape: Shape): shape is Label => shape.shape === "label";

function areaOf({ runs, size, anchor, x, y }: Label) {
  const width = runsWidth(runs, size, tableWidth);
  const x0 = anchor === "start" ? x : anchor === "middle" ? x - width / 2 : x - width;
  return { x0, x1: x0 + width, y0: y - size * 0.7, y1: y + 1 };
}

const textOf = ({ runs }: Label): string => runs.map(({ text }) => text).join(" ");

describe.each(Object.entries(CASES))("the figure of %s", (_name, pair) => {
  it.each([320, 390, 600, 760, 1024, 1440])("keeps its words within %i px and apart", (width) => {
    const { ground, names } = drawn(pair, width - 32);
    const labels = [...ground, ...names].filter(isLabel).filter(({ turned }) => turned !== true);
    const areas = labels.map((one) => ({ text: textOf(one), ...areaOf(one) }));
    for (const [i, a] of areas.entries()) {
      expect(a.x0, a.text).toBeGreaterThanOrEqual(-1);
      expect(a.x1, a.text).toBeLessThanOrEqual(width - 31);
      for (const b of areas.slice(i + 1)) {
        const meet = a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
        expect(meet, `${a.text} / ${b.text}`).toBe(false);
      }
    }
  });

  it("begins both calls at the same pixel, and draws equal times equally long", () => {
    const { frame, targets, scale } = drawn(pair, 900);
    for (const side of SIDES) {
      const [first] = pair[side].rows;
      const target = targets().find(({ ref }) => ref === targetOf(side, first ?? -1));
      expect(target?.x0).toBeCloseTo(frame.start, 6);
    }
    expect(scale.length).toBe(frame.length);
  });

  it("offers every row of both calls to the hand, each on its side", () => {
    const { targets } = drawn(pair, 900);
    for (const side of SIDES) {
      const offered = new Set(
        targets()
          .filter(({ ref }) => sideOfTarget(ref) === side)
          .map(({ ref }) => refOfTarget(ref)),
      );
      for (const ref of pair[side].rows) expect(offered.has(ref)).toBe(true);
    }
  });
});

describe("what is chosen", () => {
  it("is ringed in both runs and joined by a yellow wedge between them", () => {
    const pair = caseOf("Null() and MaxResult(b)");
    const count = (rows: TwinRows): number =>
      drawn(pair, 900, rows).ground.filter(
        (shape) => shape.shape !== "label" && (shape.stroke === "accent" || shape.fill === "accent"),
      ).length;
    const row = differencesOf(pair).find(({ name }) => name === "Starter");
    const rows = rowsAt(pair, "b", row?.refs.b[0] ?? -1);
    expect(count(rows) - count(NO_ROWS)).toBe(4); // a ring on each side, the wedge and its middle
  });
});

describe("as a file", () => {
  it("is well-formed, says what it shows, and holds no number that is none", () => {
    const { a, b } = caseOf("with and without a lost result");
    for (const [width, theme] of [
      [1000, "light"],
      [340, "dark"],
    ] as const) {
      const svg = twinSvg(a.run, b.run, { call: 1, width, theme, labels: LABELS });
      expect(svg).toMatch(/^<svg [^]*<\/svg>\n$/);
      expect(svg).toContain("The call takes 600,847.0 µs longer in “drop result#1” than in “Null()”");
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it("refuses runs that cannot be compared, with the reason", () => {
    const { a, b } = caseOf("10 and 100 Mbit/s");
    const options = { call: 99, width: 1000, theme: "light", labels: LABELS } as const;
    expect(() => twinSvg(a.run, b.run, options)).toThrow("The first run has no call 99");
  });
});
