import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { threads } from "../chart/example.ts";
import { chartSvg } from "../chart/svg.ts";
import { timelineSvg } from "../timeline/figure/timeline-svg.ts";
import { waterfallSvg } from "../waterfall/waterfall-svg.ts";
import { WIDER } from "./other-fonts.ts";
import { label } from "./scene.ts";
import { PALETTES } from "./palette.ts";
import { elementsOf } from "./elements.ts";
import { svgText, writeSvg } from "./svg.ts";
import { tableWidth } from "./text-width.ts";

const frame = { head: "Firefly RPC: Null()", settings: Array(30).fill("one setting of thirty,").join(" ") };
const options = { call: 1, width: 900, theme: "light", frame } as const;
const FIGURES: readonly [string, string][] = [
  ...["firefly/null", "cedar/call", "sun-rpc/call", "flexrpc/multicast"].flatMap((id): [string, string][] => [
    [`timeline of ${id}`, timelineSvg(runOf(id), options)],
    [`narrow timeline of ${id}`, timelineSvg(runOf(id), { ...options, width: 500 })],
    [`waterfall of ${id}`, waterfallSvg(runOf(id), options)],
  ]),
  ["chart", chartSvg(threads, { theme: "light", caption: frame.settings })],
];

interface Text {
  readonly words: string;
  readonly from: number;
  readonly to: number;
}

/** The texts of a file that stand upright, as a font shows them that is so much wider than ours. */
function textsOf(svg: string, wider: number, dx: number): readonly Text[] {
  return [...svg.matchAll(/<text([^>]*)>(.*?)<\/text>/g)].flatMap(([, attributes = "", inside = ""]) => {
    const read = (name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
    if (read("transform") !== undefined) return [];
    const words = inside.replace(/<[^>]*>/g, "");
    const width = tableWidth(words, Number(read("font-size") ?? 12), inside.includes("font-weight")) * wider;
    const share = { end: 1, middle: 0.5 }[read("text-anchor") ?? ""] ?? 0;
    const from = Number(read("x") ?? 0) + dx - share * width;
    return [{ words, from, to: from + width }];
  });
}

it("gives each run of an anchored label a text and a place of its own, the halos before them", () => {
  const runs = [{ text: "45", bold: true }, { text: "Ender" }];
  const named = label(200, 50, runs, { size: 11, anchor: "end", halo: "paper" });
  const svg = writeSvg({ height: 100, title: "", description: "" }, [named], { width: 400, theme: "light" });
  const texts = [...svg.matchAll(/<text x="([\d.]+)"([^>]*)>/g)];
  expect(texts.map(([, x, rest = ""]) => [Number(x) === 200, rest.includes("aria-hidden")])).toEqual([
    [false, true],
    [true, true],
    [false, false],
    [true, false],
  ]);
});

describe("a figure’s file", () => {
  it.each(FIGURES)("%s: no label is cut at an edge with a font that is wider", (name, svg) => {
    const width = Number(/width="([\d.]+)"/.exec(svg)?.[1]);
    const texts = textsOf(svg, 1 + (WIDER - 1) * 0.9, name === "chart" ? 16 : 0);
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter(({ from, to }) => from < -0.5 || to > width + 0.5)).toEqual([]);
  });

  it.each(FIGURES)("%s: needs no paint-order, which many programs do not know", (_, svg) => {
    expect(svg).not.toContain("paint-order");
  });

  it("draws the halo of a label first, and the label on it", () => {
    const [halo = "", words = "", ...more] = elementsOf(
      label(9, 20, [{ text: "Call packet" }], { halo: "paper" }),
      PALETTES.light,
    ).map(svgText);
    expect(more).toEqual([]);
    expect(halo).toMatch(/stroke-width="6".*Call packet/);
    expect(words).not.toContain("stroke");
    expect(words).toContain(`fill="${PALETTES.light.ink}">Call packet`);
  });
});
