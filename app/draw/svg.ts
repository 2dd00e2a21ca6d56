/** Elements of SVG as text: a file that stands alone. */
import { elementsOf, hatches, n } from "./elements.ts";
import type { SvgElement } from "./elements.ts";
import { wordsOf, wrapped } from "./place-label.ts";
import { label } from "./scene.ts";
import type { Shape } from "./scene.ts";
import { keptInside, runLabels, WIDER } from "./other-fonts.ts";
import { tableWidth } from "./text-width.ts";
import { FIGURE_FONT, PALETTES } from "./palette.ts";
import type { Palette, ThemeName } from "./palette.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** An element as text. */
export function svgText({ name, attributes, content }: SvgElement): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join("");
  if (content === undefined) return `<${name}${written}/>`;
  const inside = typeof content === "string" ? escapeXml(content) : content.map(svgText).join("");
  return `<${name}${written}>${inside}</${name}>`;
}

interface SvgDocument {
  readonly height: number;
  readonly title: string;
  readonly description: string;
}

/** What the file of any figure is asked with. */
export interface FileOptions {
  readonly width: number;
  readonly theme: ThemeName;
  /** What a file that stands alone says beside its figure; left out where the figure says it. */
  readonly frame?: FigureFrame | undefined;
}

/** The lines above a figure in a file: what it shows, and the settings of its run in words. */
export interface FigureHead {
  readonly head: string; // in bold
  readonly settings: string; // "3 calls, drop result#1, seed 1"
}

interface FigureFrame extends FigureHead {
  /** What the figure shows, in a sentence, where the page says it above the figure. */
  readonly words?: string;
  readonly legend?: readonly { readonly text: string; readonly shape: Shape }[]; // each in a box of 16 by 10 at 0, 0
}

const SIDE = 8;
const HEAD_SIZE = 14;
const LINE = 16;

/** The head above a figure, and the legend below it: each with its height. */
function framed(frame: FigureFrame | undefined, width: number): { readonly above: Placed; readonly below: Placed } {
  if (frame === undefined) return { above: { height: 0, shapes: [] }, below: { height: 0, shapes: [] } };
  const measure = (text: string): number => tableWidth(text, LINE - 4, false) * WIDER;
  const { words = "", legend: entries = [] } = frame;
  const lines = [frame.settings, words]
    .filter((text) => text !== "")
    .flatMap((text) => wrapped(wordsOf(text), width - 2 * SIDE, measure));
  const head = label(SIDE, 20, [{ text: frame.head, bold: true }], { size: HEAD_SIZE });
  const settings = lines.map((text, i) =>
    label(SIDE, 20 + (i + 1) * LINE, [{ text, ink: "ink-2" }], { size: LINE - 4 }),
  );
  let x = SIDE;
  let row = 0;
  const legend = entries.flatMap(({ text, shape }) => {
    const needs = 23 + measure(text) + 24;
    if (x > SIDE && x + needs > width) [x, row] = [SIDE, row + 1];
    const at = x;
    x += needs;
    const y = 6 + row * LINE;
    return [moved(shape, at, y), label(at + 23, y + 9, [{ text, ink: "ink-2" as const }], { size: LINE - 4 })];
  });
  return {
    above: { height: 20 + lines.length * LINE + 14, shapes: [head, ...settings] },
    below: { height: entries.length === 0 ? 0 : 6 + (row + 1) * LINE + 4, shapes: legend },
  };
}

interface Placed {
  readonly height: number;
  readonly shapes: readonly Shape[];
}

/** @param shape a box or a line */
function moved(shape: Shape, dx: number, dy: number): Shape {
  if (shape.shape === "box") return { ...shape, x: shape.x + dx, y: shape.y + dy };
  if (shape.shape === "line") return { ...shape, points: shape.points.map((one, i) => one + (i % 2 === 0 ? dx : dy)) };
  throw new RangeError(`A legend is made of boxes and lines, not of a ${shape.shape}.`);
}

/** A shape of a file, whose labels stay between its edges with any font. */
export const inside = (shape: Shape, from: number, to: number): Shape =>
  shape.shape === "label" ? keptInside(shape, from, to) : shape;

/** The elements of a shape in a file. Of a label with several runs all halos come before all letters. */
function fileElements(shape: Shape, palette: Palette): readonly SvgElement[] {
  if (shape.shape !== "label") return elementsOf(shape, palette);
  const parts = runLabels(shape).map((part) => elementsOf(part, palette));
  return [...parts.flatMap((part) => part.slice(0, -1)), ...parts.flatMap((part) => part.slice(-1))];
}

export function writeSvg(
  document: SvgDocument,
  shapes: readonly Shape[],
  { width, theme, frame }: FileOptions,
): string {
  const { title, description } = document;
  const palette = PALETTES[theme];
  const { above, below } = framed(frame, width);
  const height = above.height + document.height + below.height;
  const written = (some: readonly Shape[]): string[] =>
    some.map((shape) =>
      fileElements(inside(shape, 0, width), palette)
        .map(svgText)
        .join(""),
    );
  const at = (y: number, some: readonly Shape[]): string[] =>
    some.length === 0
      ? []
      : y === 0
        ? written(some)
        : [`<g transform="translate(0 ${n(y)})">`, ...written(some), "</g>"];
  const size = `width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-labelledby="t d" font-family="${FIGURE_FONT}">`,
    `<title id="t">${escapeXml(title)}</title>`,
    `<desc id="d">${escapeXml(description)}</desc>`,
    `<style>text{font-stretch:88%;font-variant-numeric:tabular-nums lining-nums}</style>`,
    "<defs>",
    ...hatches(palette).map(svgText),
    "</defs>",
    `<rect width="${n(width)}" height="${n(height)}" fill="${palette.paper}"/>`,
    ...at(0, above.shapes),
    ...at(above.height, shapes),
    ...at(above.height + document.height, below.shapes),
    "</svg>",
    "",
  ].join("\n");
}
