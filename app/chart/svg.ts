/** A chart as a file: the same shapes as on the page, with colours instead of custom properties. Pure text. */
import { FIGURE_FONT, PALETTES } from "../timeline/theme.ts";
import type { ThemeName } from "../timeline/theme.ts";
import { unitText } from "./data.ts";
import type { ChartData } from "./data.ts";
import { layoutChart } from "./layout.ts";
import { LABEL_SIZE, labelWidth, round } from "./marks.ts";
import type { Mark, TextMark, Token } from "./marks.ts";

type Colours = Readonly<Record<Token, string>>;

/** The 95 % band is the simulated colour, thin: 14 % on light paper, 20 % on dark (--sim-band in styles/tokens.css). */
const BAND_ALPHA = { light: "24", dark: "33" } as const;

const coloursOf = (theme: ThemeName): Colours => {
  const palette = PALETTES[theme];
  return { ...palette, "sim-band": palette.simulated + BAND_ALPHA[theme] };
};

const TITLE_SIZE = 14;
const TITLE_BASELINE = 18;
const HEAD = 28; // px, title with its space
const PAD = 16; // px of paper around everything
const CAPTION_LINE = 16; // px

export const escapeXml = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

type Attributes = Readonly<Record<string, string | number | undefined>>;

function element(name: string, attributes: Attributes, content?: string): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join("");
  return content === undefined ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** Eight-digit colours are split into colour and opacity: not every drawing program reads them. */
function paint(colour: string | undefined): { readonly colour: string; readonly opacity: number | undefined } {
  if (colour === undefined) return { colour: "none", opacity: undefined };
  const opacity = colour.length === 9 ? round(parseInt(colour.slice(7), 16) / 255) : undefined;
  return { colour: colour.slice(0, 7), opacity };
}

function writeMark(mark: Mark, colours: Colours): string {
  const stroke = "stroke" in mark && mark.stroke !== undefined ? colours[mark.stroke] : undefined;
  const fill = "fill" in mark && mark.fill !== undefined ? paint(colours[mark.fill]) : paint(undefined);
  const dash = "dash" in mark ? mark.dash : undefined;
  const width = "width" in mark ? mark.width : undefined;
  const lines: Attributes = { stroke, "stroke-width": width, "stroke-dasharray": dash };
  const area: Attributes = { fill: fill.colour, "fill-opacity": fill.opacity };
  switch (mark.shape) {
    case "line":
      return element("line", { x1: mark.x1, y1: mark.y1, x2: mark.x2, y2: mark.y2, ...lines });
    case "path":
      return element("path", { d: mark.d, ...area, ...lines });
    case "circle":
      return element("circle", { cx: mark.cx, cy: mark.cy, r: mark.r, ...area, ...lines });
    case "rect":
      return element("rect", { x: round(mark.x), y: round(mark.y), width: mark.w, height: mark.h, ...area, ...lines });
    case "text":
      return writeText(mark, colours);
  }
}

function writeText(mark: TextMark, colours: Colours): string {
  const rim =
    mark.halo === true
      ? { stroke: colours.paper, "stroke-width": 3.5, "stroke-linejoin": "round", "paint-order": "stroke" }
      : {};
  return element(
    "text",
    {
      x: mark.x,
      y: mark.y,
      fill: colours[mark.fill],
      "font-size": mark.size === LABEL_SIZE ? undefined : mark.size,
      "font-weight": mark.weight === "semibold" ? 600 : undefined,
      "text-anchor": mark.anchor === "start" ? undefined : mark.anchor,
      ...rim,
    },
    escapeXml(mark.text),
  );
}

/** Words of `text` in lines of at most `width` px; a longer word stands alone in its line. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((w) => w !== "")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && labelWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

export interface ChartSvgOptions {
  readonly theme: ThemeName;
  readonly width?: number; // px of the plot with its axes; a rim of paper comes around it
  readonly height?: number; // px of the plot with its axes; title and caption come on top
  readonly caption?: string;
}

const FIGURES = "font-variant-numeric:tabular-nums lining-nums";

function titleOf(data: ChartData, colours: Colours): string {
  const aside = element("tspan", { dx: 8, "font-weight": 400, fill: colours["ink-3"] }, escapeXml(unitText(data)));
  const style = "font-stretch:100%";
  return element(
    "text",
    { y: TITLE_BASELINE, fill: colours.ink, "font-size": TITLE_SIZE, "font-weight": 600, style },
    escapeXml(data.spec.title) + aside,
  );
}

/** The chart with title and caption as a standalone SVG document; fonts are named, not embedded. */
export function chartSvg(data: ChartData, { theme, width = 640, height = 300, caption = "" }: ChartSvgOptions): string {
  const colours = coloursOf(theme);
  const { layers } = layoutChart(data, { width, height });
  const lines = wrapped(caption, width - 8);
  const foot = lines.length > 0 ? lines.length * CAPTION_LINE + 8 : 0;
  const [across, down] = [round(width + 2 * PAD), round(HEAD + height + foot + 2 * PAD)];
  const drawn = layers.map(({ name, marks }) =>
    element("g", { "data-layer": name }, marks.map((mark) => writeMark(mark, colours)).join("")),
  );
  const parts = [
    titleOf(data, colours),
    element("g", { transform: `translate(0 ${HEAD})` }, drawn.join("\n")),
    ...lines.map((line, index) =>
      element("text", { y: HEAD + height + 12 + index * CAPTION_LINE, fill: colours["ink-3"] }, escapeXml(line)),
    ),
  ];
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: across,
      height: down,
      viewBox: `0 0 ${across} ${down}`,
      "font-family": FIGURE_FONT,
      "font-size": LABEL_SIZE,
      style: `font-stretch:88%;${FIGURES}`,
    },
    [
      element("rect", { width: across, height: down, fill: colours.paper }),
      element("g", { transform: `translate(${PAD} ${PAD})` }, parts.join("\n")),
    ].join("\n"),
  );
}
