/** Paints shapes on a canvas. Colours and font come from the page, sharpness from its pixel ratio. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { translated } from "../language/text.ts";
import { gapBefore, lineWidthOf, opacityOf } from "./scene.ts";
import type { Box, Disc, Label, Line, Shape } from "./scene.ts";
import type { MeasureText } from "./text-width.ts";
import { zoomOf } from "./figure-size.ts";
import { INKS } from "./palette.ts";
import type { Ink, Palette } from "./palette.ts";

export interface PageStyle {
  readonly palette: Palette;
  readonly family: string;
  readonly measure: MeasureText;
}

/** The tokens of the page by name; a token that the page lacks is gray. */
export function pageStyle(element: Element): PageStyle {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const palette = Object.fromEntries(INKS.map((ink) => [ink, read(ink) || "gray"])) as Record<Ink, string>;
  const family = read("sans") || "sans-serif";
  return { palette, family, measure: pageMeasure(family) };
}

const ANCHORS = { start: "left", middle: "center", end: "right" } as const;

const fontOf = (size: number, bold: boolean, family: string): string =>
  `${bold ? 600 : 400} semi-condensed ${size}px ${family}`;

/** Measures with the fonts that the page really has; remembers, because names come back with every frame. */
function pageMeasure(family: string): MeasureText {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) throw new Error("Figure: this browser has no canvas to draw on.");
  const known = new Map<string, number>();
  return (english, size, bold) => {
    const text = translated(english);
    const key = `${size} ${bold ? 1 : 0} ${text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    context.font = fontOf(size, bold, family);
    const { width } = context.measureText(text);
    known.set(key, width);
    return width;
  };
}

interface Surface {
  readonly width: number;
  readonly height: number;
}

/** How much of a shape is seen, from 0 to 1. */
export type AlphaOf = (shape: Shape) => number;

const whole: AlphaOf = () => 1;

/** Sizes the canvas where it must and paints all of it. */
export function paint(
  canvas: HTMLCanvasElement,
  surface: Surface,
  shapes: readonly Shape[],
  style: PageStyle,
  alphaOf: AlphaOf = whole,
): void {
  const { width, height } = surface;
  const ratio = devicePixelRatio * zoomOf(canvas);
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const brush = new Brush(context, style, ratio);
  for (const shape of shapes) brush.draw(shape, alphaOf(shape));
  context.globalAlpha = 1;
}

interface Painted {
  readonly fill?: Ink;
  readonly stroke?: Ink;
  readonly lineWidth?: number;
  readonly dash?: readonly number[];
  readonly round?: boolean;
}

/** Patterns by kind, ink and sharpness: any canvas takes them. To make one takes as long as to paint a small figure. */
const hatches = new Map<string, CanvasPattern | null>();

class Brush {
  private readonly context: CanvasRenderingContext2D;
  private readonly style: PageStyle;
  private readonly ratio: number;
  private font = "";
  private alpha = 1;

  constructor(context: CanvasRenderingContext2D, style: PageStyle, ratio: number) {
    this.context = context;
    this.style = style;
    this.ratio = ratio;
  }

  draw(shape: Shape, alpha: number): void {
    this.alpha = this.context.globalAlpha = alpha;
    switch (shape.shape) {
      case "box":
        return this.box(shape);
      case "line":
        return this.line(shape);
      case "disc":
        return this.disc(shape);
      case "path":
        return this.fillAndStroke(shape, new Path2D(shape.d));
      case "label":
        return this.label(shape);
    }
  }

  private box(shape: Box): void {
    const { context } = this;
    const { x, y, width, height } = shape;
    context.globalAlpha = this.alpha * opacityOf(shape);
    if (shape.fill !== undefined) {
      context.fillStyle = this.style.palette[shape.fill];
      context.fillRect(x, y, width, height);
    }
    if (shape.hatch !== undefined) {
      context.globalAlpha = 0.75 * this.alpha * opacityOf(shape);
      context.fillStyle = this.hatch(shape.hatch) ?? "transparent";
      context.fillRect(x, y, width, height);
      context.globalAlpha = this.alpha * opacityOf(shape);
    }
    if (shape.stroke !== undefined && this.style.palette[shape.stroke] !== "transparent") {
      context.strokeStyle = this.style.palette[shape.stroke];
      context.lineWidth = lineWidthOf(shape);
      context.strokeRect(x, y, width, height);
    }
  }

  private line(shape: Line): void {
    const { context } = this;
    const { points } = shape;
    if (points.length === 0) return; // a way through networks that the view leaves out
    context.globalAlpha = this.alpha * opacityOf(shape);
    context.beginPath();
    context.moveTo(itemAt(points, 0, "coordinate"), itemAt(points, 1, "coordinate"));
    for (let i = 2; i + 1 < points.length; i += 2)
      context.lineTo(itemAt(points, i, "coordinate"), itemAt(points, i + 1, "coordinate"));
    if (shape.closed === true) context.closePath();
    this.fillAndStroke(shape);
    if (shape.hatch === undefined) return;
    context.globalAlpha = 0.75 * this.alpha * opacityOf(shape);
    context.fillStyle = this.hatch(shape.hatch) ?? "transparent";
    context.fill();
  }

  private disc(shape: Disc): void {
    this.context.beginPath();
    this.context.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI);
    this.fillAndStroke(shape);
  }

  /** @param outline what is painted; the context's own path where left out */
  private fillAndStroke(shape: Painted, outline?: Path2D): void {
    const { context } = this;
    if (shape.fill !== undefined) {
      context.fillStyle = this.style.palette[shape.fill];
      if (outline === undefined) context.fill();
      else context.fill(outline);
    }
    if (shape.stroke === undefined) return;
    context.strokeStyle = this.style.palette[shape.stroke];
    context.lineWidth = lineWidthOf(shape);
    if (shape.dash !== undefined) context.setLineDash([...shape.dash]);
    context.lineCap = shape.round === true ? "round" : "butt";
    if (outline === undefined) context.stroke();
    else context.stroke(outline);
    if (shape.dash !== undefined) context.setLineDash([]);
  }

  private label(shape: Label): void {
    const { context } = this;
    const [only] = shape.runs;
    const turned = shape.turned === true;
    if (shape.runs.length === 1 && only !== undefined && shape.halo === undefined && !turned)
      return this.word(shape, only);
    const pieces = shape.runs.map((run, i) => ({
      run,
      gap: gapBefore(run, i, shape.size),
      width: this.style.measure(run.text, shape.size, run.bold === true),
    }));
    const whole = pieces.reduce((sum, { gap, width }) => sum + gap + width, 0);
    const start = shape.anchor === "start" ? 0 : shape.anchor === "middle" ? -whole / 2 : -whole;
    // Upright text leaves the context as it is, so that the next label has the font already.
    if (turned) {
      context.save();
      context.translate(shape.x, shape.y);
      context.rotate(-Math.PI / 2);
    }
    let x = turned ? start : shape.x + start;
    const y = turned ? 0 : shape.y;
    if (shape.halo !== undefined) {
      // A plain field of the ground: stroked letters look the same and take ten times as long.
      context.fillStyle = this.style.palette[shape.halo];
      context.fillRect(x - 2.5, y - shape.size * 0.82, whole + 5, shape.size * 1.06);
    }
    for (const { run, gap, width } of pieces) {
      this.setFont(shape.size, run.bold === true);
      context.fillStyle = this.style.palette[run.ink ?? "ink"];
      context.fillText(translated(run.text), x + gap, y);
      x += gap + width;
    }
    if (turned) {
      context.restore();
      this.font = ""; // the context has the font from before
    }
  }

  /** Most labels are a single run on bare ground: the canvas itself knows where such a one begins. */
  private word({ x, y, size, anchor }: Label, { text, bold, ink = "ink" }: Label["runs"][number]): void {
    const { context } = this;
    this.setFont(size, bold === true);
    context.textAlign = ANCHORS[anchor];
    context.fillStyle = this.style.palette[ink];
    context.fillText(translated(text), x, y);
    context.textAlign = "left";
  }

  /** To set a font makes the browser read its description, which the same font needs only once. */
  private setFont(size: number, bold: boolean): void {
    const font = fontOf(size, bold, this.style.family);
    if (font === this.font) return;
    this.context.font = font;
    this.font = font;
  }

  /** Diagonal lines as a pattern at the sharpness of the screen. */
  private hatch(kind: "fine" | "wide"): CanvasPattern | null {
    const key = `${kind} ${this.style.palette.hatch} ${this.ratio}`;
    const before = hatches.get(key);
    if (before !== undefined) return before;
    const size = kind === "fine" ? 5 : 6;
    const tile = document.createElement("canvas");
    tile.width = tile.height = Math.max(1, Math.round(size * this.ratio));
    const pen = tile.getContext("2d");
    if (pen !== null) {
      pen.fillStyle = this.style.palette.hatch;
      pen.fillRect(0, 0, 1.1 * this.ratio * 0.62, tile.height);
    }
    const pattern = this.context.createPattern(tile, "repeat");
    pattern?.setTransform(new DOMMatrix().rotate(kind === "fine" ? 45 : -45).scale(size / tile.width));
    hatches.set(key, pattern);
    return pattern;
  }
}
