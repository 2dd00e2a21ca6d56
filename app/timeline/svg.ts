/** Writes shapes as SVG text with literal colours: a file that stands alone. */
import { RUN_GAP } from "./drawing.ts";
import type { Box, Label, Line, Shape } from "./drawing.ts";
import { FIGURE_FONT } from "./theme.ts";
import type { Ink, Palette } from "./theme.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** Coordinates to a tenth of a pixel keep files small and comparable. */
const n = (value: number): string => String(Math.round(value * 10) / 10 + 0);

export interface SvgDocument {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly description: string;
}

export function writeSvg(document: SvgDocument, shapes: readonly Shape[], palette: Palette): string {
  const { width, height, title, description } = document;
  const size = `width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-labelledby="t d" font-family="${FIGURE_FONT}">`,
    `<title id="t">${escapeXml(title)}</title>`,
    `<desc id="d">${escapeXml(description)}</desc>`,
    `<style>text{font-stretch:88%;font-variant-numeric:tabular-nums lining-nums}</style>`,
    "<defs>",
    hatchPattern("hatch-fine", 5, 45, palette),
    hatchPattern("hatch-wide", 6, -45, palette),
    "</defs>",
    `<rect width="${n(width)}" height="${n(height)}" fill="${palette.paper}"/>`,
    ...shapes.map((shape) => writeShape(shape, palette)),
    "</svg>",
    "",
  ].join("\n");
}

function hatchPattern(id: string, size: number, angle: number, palette: Palette): string {
  const place = `width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})"`;
  const stroke = `<line x1="0" y1="0" x2="0" y2="${size}" stroke="${palette.hatch}" stroke-width="1.1"/>`;
  return `<pattern id="${id}" ${place}>${stroke}</pattern>`;
}

function writeShape(shape: Shape, palette: Palette): string {
  switch (shape.shape) {
    case "box":
      return writeBox(shape, palette);
    case "line":
      return writeLine(shape, palette);
    case "disc":
      return `<circle cx="${n(shape.x)}" cy="${n(shape.y)}" r="${n(shape.radius)}"${paint(shape, palette)}/>`;
    case "label":
      return writeLabel(shape, palette);
  }
}

function paint(shape: { fill?: Ink; stroke?: Ink; lineWidth?: number; opacity?: number }, palette: Palette): string {
  const fill = ` fill="${shape.fill === undefined ? "none" : palette[shape.fill]}"`;
  const visible = shape.stroke !== undefined && palette[shape.stroke] !== "transparent";
  const stroke =
    visible && shape.stroke !== undefined
      ? ` stroke="${palette[shape.stroke]}" stroke-width="${n(shape.lineWidth ?? 1)}"`
      : "";
  const opacity =
    shape.opacity === undefined || shape.opacity === 1 ? "" : ` opacity="${Math.round(shape.opacity * 100) / 100}"`;
  return fill + stroke + opacity;
}

function writeBox(shape: Box, palette: Palette): string {
  const place = `x="${n(shape.x)}" y="${n(shape.y)}" width="${n(shape.width)}" height="${n(shape.height)}"`;
  const rect = `<rect ${place}${paint(shape, palette)}/>`;
  if (shape.hatch === undefined) return rect;
  return `${rect}<rect ${place} fill="url(#hatch-${shape.hatch})" opacity="${0.75 * (shape.opacity ?? 1)}"/>`;
}

function writeLine(shape: Line, palette: Palette): string {
  const dash = shape.dash === undefined ? "" : ` stroke-dasharray="${shape.dash.join(" ")}"`;
  const tag = shape.closed === true ? "polygon" : "polyline";
  const points: string[] = [];
  for (let i = 0; i + 1 < shape.points.length; i += 2)
    points.push(`${n(shape.points[i] ?? 0)},${n(shape.points[i + 1] ?? 0)}`);
  return `<${tag} points="${points.join(" ")}"${paint(shape, palette)}${dash}/>`;
}

function writeLabel(shape: Label, palette: Palette): string {
  const place =
    shape.turned === true
      ? `transform="translate(${n(shape.x)} ${n(shape.y)}) rotate(-90)"`
      : `x="${n(shape.x)}" y="${n(shape.y)}"`;
  const anchor = shape.anchor === "start" ? "" : ` text-anchor="${shape.anchor}"`;
  const halo =
    shape.halo === undefined
      ? ""
      : ` paint-order="stroke" stroke="${palette[shape.halo]}" stroke-width="6" stroke-linejoin="round"`;
  const runs = shape.runs.map((run, i) => {
    const gap = i === 0 ? "" : ` dx="${n(shape.size * RUN_GAP)}"`;
    const weight = run.bold === true ? ' font-weight="600"' : "";
    return `<tspan${gap}${weight} fill="${palette[run.ink ?? "ink"]}">${escapeXml(run.text)}</tspan>`;
  });
  return `<text ${place} font-size="${shape.size}"${anchor}${halo}>${runs.join("")}</text>`;
}
