/** What a figure's canvases show, and how they are painted. */
import type { Shape } from "../../draw/scene.ts";
import type { Figure } from "../../figure/figure.ts";
import type { Keyed } from "./morph.ts";

export type Sheet = "ground" | "names";
export type BothSheets<Value> = Readonly<Record<Sheet, Value>>;

/** What was painted last. */
export interface Painted {
  readonly figure: Figure;
  /** Whether a hand held something of it: what comes next is where the hand has let it go. */
  isHeld: boolean;
  /** On its way, what is seen at the moment. */
  seen: BothSheets<readonly Keyed[]> | null;
  /** The way that it is on. */
  way: Way | null;
}

interface Way {
  readonly from: BothSheets<readonly Keyed[]>;
  readonly began: number;
}

/** The canvases of one figure. */
export interface Canvases {
  /** What stands over the canvases has this element around it. */
  readonly holder: HTMLElement | null;
  /** Paints one of the two canvases; `alphas` has how much is seen of shapes that are not whole. */
  readonly put: (sheet: Sheet, shapes: readonly Shape[], alphas?: ReadonlyMap<Shape, number>) => void;
  /** Paints the figure that has come on both canvases, with marks over its ground. */
  readonly whole: (marks?: readonly Shape[]) => void;
}

/** With more shapes than this a frame would be late. */
const MOST_SHAPES = 1500;

export const isSmall = ({ ground, names }: Figure): boolean => ground.length + names.length <= MOST_SHAPES;
