/** Shapes as elements of SVG: the page draws them, and files (svg.ts) are made of the same. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { gapBefore, lineWidthOf, opacityOf } from "./scene.ts";
import type { Label, Line, Shape } from "./scene.ts";
import type { Ink, Palette } from "./palette.ts";
import { translated } from "../language/text.ts";

type Attributes = Readonly<Record<string, string | number | undefined>>; // one that is undefined is left out

export interface SvgElement {
  readonly name: string;
  readonly attributes: Attributes;
  readonly content?: string | readonly SvgElement[];
}

/** Coordinates to a tenth of a pixel keep files small and comparable. */
export const n = (value: number): number => Math.round(value * 10) / 10 + 0;

/** What the ids of the patterns of a file begin with. On a page with many drawings each has its own. */
const HATCH = "hatch";

/** The patterns that hatched boxes name. */
export const hatches = (palette: Palette, id = HATCH): readonly SvgElement[] => [
  hatchPattern(`${id}-fine`, 5, 45, palette),
  hatchPattern(`${id}-wide`, 6, -45, palette),
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
export function elementsOf(shape: Shape, palette: Palette, id = HATCH): readonly SvgElement[] {
  switch (shape.shape) {
    case "box": {
      const place = { x: n(shape.x), y: n(shape.y), width: n(shape.width), height: n(shape.height) };
      const rect = { name: "rect", attributes: { ...place, ...paint(shape, palette) } };
      if (shape.hatch === undefined) return [rect];
      return [rect, { name: "rect", attributes: { ...place, ...hatched(shape.hatch, shape, id) } }];
    }
    case "line": {
      const element = lineElement(shape, palette);
      if (shape.hatch === undefined) return [element];
      const { points } = element.attributes;
      return [element, { name: element.name, attributes: { points, ...hatched(shape.hatch, shape, id) } }];
    }
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

const hatched = (kind: "fine" | "wide", shape: { readonly opacity?: number }, id: string): Attributes => ({
  fill: `url(#${id}-${kind})`,
  opacity: 0.75 * opacityOf(shape),
});

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
    ...(stroke === "transparent" ? {} : { stroke, "stroke-width": n(lineWidthOf(shape)) }),
    opacity: opacity === undefined || opacity === 1 ? undefined : hundredths(opacity),
    "stroke-dasharray": dash?.join(" "),
    "stroke-linecap": round === true ? "round" : undefined,
  };
}

function lineElement(shape: Line, palette: Palette): SvgElement {
  const name = shape.closed === true ? "polygon" : "polyline";
  const points: string[] = [];
  for (let i = 0; i + 1 < shape.points.length; i += 2)
    points.push(`${n(itemAt(shape.points, i, "coordinate"))},${n(itemAt(shape.points, i + 1, "coordinate"))}`);
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
      content: translated(run.text),
    })),
  };
}
