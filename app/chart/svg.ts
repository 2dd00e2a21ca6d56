/** A chart as a file: the same shapes as on the page, with title and caption. Pure text. */
import { FIGURE_FONT, PALETTES } from "../draw/palette.ts";
import type { Palette, ThemeName } from "../draw/palette.ts";
import { WIDER } from "../draw/other-fonts.ts";
import { wrapped } from "../draw/place-label.ts";
import { elementsOf } from "../draw/elements.ts";
import type { SvgElement } from "../draw/elements.ts";
import { inside, svgText } from "../draw/svg.ts";
import { unitText } from "./data.ts";
import type { ChartData } from "./data.ts";
import { layoutChart } from "./layout.ts";
import { LABEL_SIZE, labelWidth, round } from "./marks.ts";
import { layoutWords } from "./word-rows.ts";

const TITLE_SIZE = 14;
const TITLE_BASELINE = 18;
const HEAD = 28; // px, title with its space
const PAD = 16; // px of paper around everything
const CAPTION_LINE = 16; // px

interface ChartSvgOptions {
  readonly theme: ThemeName;
  readonly width?: number; // px of the plot with its axes; a rim of paper comes around it
  readonly height?: number; // px of the plot with its axes; title and caption come on top
  readonly caption?: string;
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== "");

const FIGURES = "font-variant-numeric:tabular-nums lining-nums";

function titleOf(data: ChartData, palette: Palette): SvgElement {
  const attributes = { y: TITLE_BASELINE, "font-size": TITLE_SIZE, style: "font-stretch:100%" };
  const title = { "font-weight": 600, fill: palette.ink };
  const unit = { dx: 8, "font-weight": 400, fill: palette["ink-3"] };
  return {
    name: "text",
    attributes,
    content: [
      { name: "tspan", attributes: title, content: data.spec.title },
      { name: "tspan", attributes: unit, content: unitText(data) },
    ],
  };
}

/** The layers of a chart over numbers, or the rows of one over words, which have a height of their own. */
function drawingOf(data: ChartData, width: number, height: number) {
  if (data.x.names === undefined) return layoutChart(data, { width, height });
  const { marks, height: rows } = layoutWords(data, width);
  return { layers: [{ name: "rows", marks }], height: rows };
}

/** The chart with title and caption as a standalone SVG document; fonts are named, not embedded. */
export function chartSvg(data: ChartData, { theme, width = 640, caption = "", ...size }: ChartSvgOptions): string {
  const palette = PALETTES[theme];
  const { layers, height } = drawingOf(data, width, size.height ?? 300);
  const lines = wrapped(wordsOf(caption), width - 8, (text) => labelWidth(text) * WIDER);
  const foot = lines.length > 0 ? lines.length * CAPTION_LINE + 8 : 0;
  const [across, down] = [round(width + 2 * PAD), round(HEAD + height + foot + 2 * PAD)];
  const drawn = layers.map(({ name, marks }): SvgElement => ({
    name: "g",
    attributes: { "data-layer": name },
    content: marks.flatMap((mark) => elementsOf(inside(mark, -PAD, width + PAD), palette)),
  }));
  const captionAt = HEAD + height + 12;
  const parts: readonly SvgElement[] = [
    titleOf(data, palette),
    { name: "g", attributes: { transform: `translate(0 ${HEAD})` }, content: drawn },
    ...lines.map((content, index): SvgElement => {
      return { name: "text", attributes: { y: captionAt + index * CAPTION_LINE, fill: palette["ink-3"] }, content };
    }),
  ];
  return svgText({
    name: "svg",
    attributes: {
      xmlns: "http://www.w3.org/2000/svg",
      width: across,
      height: down,
      viewBox: `0 0 ${across} ${down}`,
      "font-family": FIGURE_FONT,
      "font-size": LABEL_SIZE,
      style: `font-stretch:88%;${FIGURES}`,
    },
    content: [
      { name: "rect", attributes: { width: across, height: down, fill: palette.paper } },
      { name: "g", attributes: { transform: `translate(${PAD} ${PAD})` }, content: parts },
    ],
  });
}
