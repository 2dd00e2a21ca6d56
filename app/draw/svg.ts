/** Shapes as elements of SVG, and elements as text: a file that stands alone. The page draws the same elements. */
import { wrapped } from "./place-label.ts";
import { gapBefore, label } from "./scene.ts";
import type { Label, Line, Shape } from "./scene.ts";
import { keptInside, WIDER } from "./other-fonts.ts";
import { tableWidth } from "./text-width.ts";
import { FIGURE_FONT } from "./palette.ts";
import type { Ink, Palette } from "./palette.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

type Attributes = Readonly<Record<string, string | number | undefined>>; // one that is undefined is left out

export interface SvgElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly content?: string | readonly SvgElement[];
}

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

/** Coordinates to a tenth of a pixel keep files small and comparable. */
const n = (value: number): number => Math.round(value * 10) / 10 + 0;

interface SvgDocument {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly description: string;
  /** What a file says beside its figure, since nothing stands around it; left out where the figure says it. */
  readonly frame?: FigureFrame;
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

/** The frame of a figure's file, where its options ask for one. */
export const framedBy = ({ frame }: { readonly frame?: FigureHead }): Pick<SvgDocument, "frame"> =>
  frame === undefined ? {} : { frame };

const SIDE = 8;
const HEAD_SIZE = 14;
const LINE = 16;

/** The head above a figure, and the legend below it: each with its height. */
function framed(frame: FigureFrame | undefined, width: number): { readonly above: Placed; readonly below: Placed } {
  if (frame === undefined) return { above: { height: 0, shapes: [] }, below: { height: 0, shapes: [] } };
  const measure = (text: string): number => tableWidth(text, LINE - 4, false) * WIDER;
  const lines = [frame.settings, frame.words ?? ""]
    .filter((text) => text !== "")
    .flatMap((text) => wrapped(text.split(" "), width - 2 * SIDE, measure));
  const head = label(SIDE, 20, [{ text: frame.head, bold: true }], { size: HEAD_SIZE });
  const settings = lines.map((text, i) =>
    label(SIDE, 20 + (i + 1) * LINE, [{ text, ink: "ink-2" }], { size: LINE - 4 }),
  );
  let x = SIDE;
  let row = 0;
  const entries = frame.legend ?? [];
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

export function writeSvg(document: SvgDocument, shapes: readonly Shape[], palette: Palette): string {
  const { width, title, description } = document;
  const { above, below } = framed(document.frame, width);
  const height = above.height + document.height + below.height;
  const written = (some: readonly Shape[]): string[] =>
    some.map((shape) =>
      elementsOf(inside(shape, 0, width), palette)
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

/** The patterns that hatched boxes name. */
export const hatches = (palette: Palette): readonly SvgElement[] => [
  hatchPattern("hatch-fine", 5, 45, palette),
  hatchPattern("hatch-wide", 6, -45, palette),
];

function hatchPattern(id: string, size: number, angle: number, palette: Palette): SvgElement {
  const ink = { stroke: palette.hatch, "stroke-width": 1.1 };
  return {
    name: "pattern",
    attributes: {
      id,
      width: size,
      height: size,
      patternUnits: "userSpaceOnUse",
      patternTransform: `rotate(${angle})`,
    },
    content: [{ name: "line", attributes: { x1: 0, y1: 0, x2: 0, y2: size, ...ink } }],
  };
}

/** The elements that draw a shape: one, and a second where it is hatched or has a halo. */
export function elementsOf(shape: Shape, palette: Palette): readonly SvgElement[] {
  switch (shape.shape) {
    case "box": {
      const place = { x: n(shape.x), y: n(shape.y), width: n(shape.width), height: n(shape.height) };
      const rect = { name: "rect", attributes: { ...place, ...paint(shape, palette) } };
      if (shape.hatch === undefined) return [rect];
      const fill = { fill: `url(#hatch-${shape.hatch})`, opacity: 0.75 * (shape.opacity ?? 1) };
      return [rect, { name: "rect", attributes: { ...place, ...fill } }];
    }
    case "line":
      return [lineElement(shape, palette)];
    case "disc": {
      const place = { cx: n(shape.x), cy: n(shape.y), r: n(shape.radius) };
      return [{ name: "circle", attributes: { ...place, ...paint(shape, palette) } }];
    }
    case "path":
      return [{ name: "path", attributes: { d: shape.d, ...paint(shape, palette) } }];
    case "label":
      return labelElements(shape, palette);
  }
}

interface Painted {
  readonly fill?: Ink;
  readonly stroke?: Ink;
  readonly lineWidth?: number;
  readonly opacity?: number;
  readonly dash?: readonly number[];
  readonly round?: boolean;
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** An eight-digit colour is split into colour and opacity: not every drawing program reads it. */
function fillOf(colour: string): Attributes {
  if (!/^#[0-9a-f]{8}$/i.test(colour)) return { fill: colour };
  return { fill: colour.slice(0, 7), "fill-opacity": hundredths(parseInt(colour.slice(7), 16) / 255) };
}

function paint(shape: Painted, palette: Palette): Attributes {
  const { opacity, dash, round } = shape;
  const stroke = shape.stroke === undefined ? "transparent" : palette[shape.stroke];
  return {
    ...(shape.fill === undefined ? { fill: "none" } : fillOf(palette[shape.fill])),
    ...(stroke === "transparent" ? {} : { stroke, "stroke-width": n(shape.lineWidth ?? 1) }),
    opacity: opacity === undefined || opacity === 1 ? undefined : hundredths(opacity),
    "stroke-dasharray": dash?.join(" "),
    "stroke-linecap": round === true ? "round" : undefined,
  };
}

function lineElement(shape: Line, palette: Palette): SvgElement {
  const name = shape.closed === true ? "polygon" : "polyline";
  const points: string[] = [];
  for (let i = 0; i + 1 < shape.points.length; i += 2)
    points.push(`${n(shape.points[i] ?? 0)},${n(shape.points[i + 1] ?? 0)}`);
  return { name, attributes: { points: points.join(" "), ...paint(shape, palette) } };
}

/** The text of a label, and before it its halo: an element of its own, because many programs know no `paint-order`. */
function labelElements(shape: Label, palette: Palette): readonly SvgElement[] {
  if (shape.halo === undefined) return [textElement(shape, ({ ink = "ink" }) => ({ fill: palette[ink] }))];
  const { halo, haloWidth = 6 } = shape;
  const paint = { fill: palette[halo], stroke: palette[halo], "stroke-width": haloWidth, "stroke-linejoin": "round" };
  const ground = textElement(shape, () => ({}));
  return [
    { ...ground, attributes: { ...ground.attributes, ...paint, "aria-hidden": "true" } },
    ...labelElements(withoutHalo(shape), palette),
  ];
}

function withoutHalo({ halo: _halo, haloWidth: _width, ...rest }: Label): Label {
  return rest;
}

function textElement(shape: Label, paintOf: (run: Label["runs"][number]) => Attributes): SvgElement {
  const [x, y] = [n(shape.x), n(shape.y)];
  const place = shape.turned === true ? { transform: `translate(${x} ${y}) rotate(-90)` } : { x, y };
  const anchor = shape.anchor === "start" ? undefined : shape.anchor;
  return {
    name: "text",
    attributes: { ...place, "font-size": shape.size, "text-anchor": anchor },
    content: shape.runs.map((run, i) => ({
      name: "tspan",
      attributes: {
        dx: i === 0 ? undefined : n(gapBefore(run, i, shape.size)),
        "font-weight": run.bold === true ? 600 : undefined,
        ...paintOf(run),
      },
      content: run.text,
    })),
  };
}
