/** Figures as lists of parts that can be stored and compared: what each part is, and the numbers of its place. */
import type { Drawing, Shape } from "../../draw/scene.ts";
import type { Figure } from "../../figure/figure.ts";

/** A part of a figure. Two parts are of one kind where all but their numbers is equal. */
export interface Part {
  /** Where it is painted, its shape, its style and its text. */
  readonly what: string;
  /** Places and sizes, in pixels. */
  readonly at: readonly number[];
}

/** The names of places and sizes of shapes, targets and areas. */
const PLACES: ReadonlySet<string> = new Set(
  ["x", "y", "width", "height", "points", "radius", "x0", "x1", "y0", "y1", "left", "top", "mark"].concat([
    ...["down", "start", "axis", "playhead", "along", "across", "from", "to"],
  ]),
);

function numbersIn(value: unknown): readonly number[] {
  if (typeof value === "number") return [Math.round(value * 1000) / 1000];
  if (typeof value === "boolean") return [value ? 1 : 0];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

function partOf(layer: string, thing: object): Part {
  const entries = Object.entries(thing).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rest = entries.filter(([name, value]) => !PLACES.has(name) && value !== undefined);
  const at = entries.filter(([name]) => PLACES.has(name)).flatMap(([, value]) => numbersIn(value));
  return { what: `${layer} ${JSON.stringify(Object.fromEntries(rest))}`, at };
}

export const partsOfShapes = (layer: string, shapes: readonly Shape[]): readonly Part[] =>
  shapes.map((shape) => partOf(layer, shape));

const partsOfDrawing = ({ ground, names, targets }: Drawing): readonly Part[] => [
  ...partsOfShapes("ground", ground),
  ...partsOfShapes("names", names),
  ...targets().map((target) => partOf("target", target)),
];

/** All that a figure shows, and all that a hand or a playhead finds in it. */
export function partsOfFigure(figure: Figure): readonly Part[] {
  const { width, height, down, start, axis, playhead, hosts, layers } = figure;
  return [
    partOf("figure", { width, height, down, start, axis, playhead }),
    ...partsOfDrawing(figure),
    ...hosts.map((host) => partOf("host", host)),
    ...layers.map((layer) => partOf("layer", layer)),
  ];
}

const NUMBER = /-?\d+(?:\.\d+)?(?:e-?\d+)?/g;

/** The elements of a text in SVG: attributes that hold places are numbers, everything else is what the element is. */
export function partsOfMarkup(markup: string): readonly Part[] {
  const elements = [...markup.matchAll(/<([a-z]+)([^>]*)>([^<]*)/g)];
  return elements.map(([, tag = "", attributes = "", text = ""]): Part => {
    const at: number[] = [];
    const style = attributes.replaceAll(
      / (x|y|dx|dy|cx|cy|r|[xy][12]|width|height|points|d|transform|viewBox)="([^"]*)"/g,
      (_, name: string, value: string) => {
        at.push(...(value.match(NUMBER) ?? []).map(Number));
        return ` ${name}`;
      },
    );
    return { what: `${tag}${style} ${text.trim()}`, at };
  });
}
