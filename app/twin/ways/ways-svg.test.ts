import { describe, expect, it } from "vitest";
import { runOf } from "../../../engine/experiments/testing.ts";
import type { Run } from "../../../engine/experiments/types.ts";
import { embedSvg, metadataOf, readMetadata, sizeOf } from "../../export/svg-embed.ts";
import { xmlProblem } from "../../export/well-formed.ts";
import { PALETTES } from "../../draw/palette.ts";
import { waysSvg } from "./ways-svg.ts";

const told = (set: Readonly<Record<string, string | number>>): Run =>
  runOf("multirpc/callback-break", { set: { workstations: 100, deadFraction: 0.03, ...set }, keep: { calls: 50 } });
const inTurn = told({ mode: "iterative" });
const atOnce = told({});
const labels = { a: "a <kept> run", b: "this & that" };
const count = (svg: string, part: string): number => svg.split(part).length - 1;

describe.each(["light", "dark"] as const)("both ways as a file, %s", (theme) => {
  const svg = waysSvg(inTurn, atOnce, { width: 1000, theme, labels });
  const palette = PALETTES[theme];

  it("is well-formed, as large as it says, and says in words what it shows", () => {
    expect(xmlProblem(svg)).toBeNull();
    expect(sizeOf(svg)).toEqual({ width: 1000, height: 544 });
    expect(svg).toContain('<title id="t">Both ways: RPC2, one after another and MultiRPC</title>');
    expect(svg).toMatch(/<desc id="d">RPC2, one after another: 18\d\.\d\u202fs\. MultiRPC: 6\d(\.\d)?\u202fs\./);
    expect(count(svg, "97 told, 3 given up")).toBe(4); // in the captions and the description
  });

  it("has a dot for each reply, a dashed line for each silence, and names those that were given up", () => {
    expect(count(svg, "<circle")).toBe(2 * 97 + 1); // one explains itself
    const silences = count(svg, `stroke="${palette.lost}" stroke-width="1.5" stroke-dasharray="4 2"`);
    expect(silences).toBe(2 * 3 + 1);
    expect(svg).toContain("workstation 67: asked 7 times");
    expect(svg).toContain(palette.paper);
  });
});

describe("its file", () => {
  it("carries the setups of both runs", () => {
    const svg = waysSvg(inTurn, atOnce, { width: 1000, theme: "light", labels });
    const beside = { name: labels.a, run: inTurn };
    const figure = { name: "ways", label: "Both ways", svg: () => svg, beside } as const;
    const source = { run: atOnce, link: "https://example.org/#/bench" };
    const whole = embedSvg(svg, metadataOf(source, figure, "0.1.0"), "");
    expect(readMetadata(whole)).toMatchObject({
      figure: "ways",
      experiment: "multirpc/callback-break",
      parameters: { mode: "multi", workstations: 100 },
      traceHash: atOnce.traceHash,
      beside: { name: labels.a, parameters: { mode: "iterative" }, seed: 1, traceHash: inTurn.traceHash },
    });
  });

  it("calls runs that are made alike as the page does, and cannot be made of others", () => {
    const same = waysSvg(told({ deadFraction: 0 }), atOnce, { width: 700, theme: "light", labels });
    expect(same).toContain("A &lt;kept&gt; run");
    expect(xmlProblem(same)).toBeNull();
    const call = runOf("multirpc/call", { set: { servers: 2, trials: 1 } });
    expect(() => waysSvg(call, atOnce, { width: 700, theme: "light", labels })).toThrow(/does not say what became/);
  });
});
