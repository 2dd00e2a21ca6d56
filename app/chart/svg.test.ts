import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { xmlProblem } from "../export/well-formed.ts";
import { threads } from "./example.ts";
import { wrapped } from "../draw/place-label.ts";
import { labelWidth } from "./marks.ts";
import { chartSvg } from "./svg.ts";

const size = { width: 480, height: 240 } as const;

describe("the chart as SVG", () => {
  it("is well-formed whatever its title, limit and caption say", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (title, label, caption) => {
        const printable = (text: string): string => text.replace(/[^\x20-\x7eµ−×]/g, "?");
        const spec = { ...threads.spec, title: printable(title), limit: { value: 10, label: printable(label) } };
        const svg = chartSvg({ ...threads, spec }, { ...size, theme: "dark", caption: printable(caption) });
        expect(xmlProblem(svg)).toBeNull();
      }),
      { numRuns: 40 },
    );
  });

  it("holds every answer, its name, the unit and the caption", () => {
    const svg = chartSvg(threads, { ...size, theme: "light", caption: "Five trials a point." });
    for (const text of ["paper, Table I", "model", "simulated", "Mbit/s", "caller threads", "Five trials a point."]) {
      expect(svg).toContain(`>${text}<`);
    }
    expect(svg.match(/<circle/g)).toHaveLength(8);
  });

  it("never says NaN, for charts with nothing to show either", () => {
    const nothing = { ...threads, x: { ...threads.x, values: [] }, series: [] };
    expect(chartSvg(nothing, { ...size, theme: "light" })).not.toMatch(/NaN|Infinity|undefined/);
  });

  it("draws the 95 % band at 14 % of its colour on light paper and 20 % on dark", () => {
    const opacity = (theme: "light" | "dark") => /fill-opacity="([\d.]+)"/.exec(chartSvg(threads, { theme }))?.[1];
    expect([opacity("light"), opacity("dark")]).toEqual(["0.14", "0.2"]);
  });

  it("breaks its caption into lines that fit", () => {
    expect(wrapped(["one", "two", "three"], 44, labelWidth)).toEqual(["one two", "three"]);
    expect(wrapped([], 44, labelWidth)).toEqual([]);
  });
});
