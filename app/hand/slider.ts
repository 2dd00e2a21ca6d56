/** A slider under a hand: a value, the way that a pointer pulls it, and the keys that move it. All of it is pure. */
import { noSlack } from "./hand.ts";
import type { HandKey, Surface } from "./hand.ts";

/** A value that can be pulled. A drag is measured by what it was at the press, and told to its functions of then. */
export interface SliderValue {
  readonly value: number; // that stands
  readonly least: number;
  readonly most: number;
  /** By how much the arrow keys move it, and the page keys. */
  readonly step?: number;
  readonly page?: number;
  /** Where a key moves it, where steps are of unlike size; then it has no `step` and no `page`. */
  readonly keyTo?: (more: boolean, byPage: boolean) => number;
  /** The change of the value for a drag of so many pixels to the right and down, from the value at the press. */
  readonly by: (right: number, down: number, from: number) => number;
  /** Told each value of the drag; null where the drag is cancelled, and the value stays as it was. */
  readonly onHeld: (value: number | null) => void;
  /** A value to be kept. @param byKey whether a key said so: keys that follow closely are one step of undo */
  readonly onSet: (value: number, byKey: boolean) => void;
  /** Sets the default. */
  readonly onDelete?: () => void;
}

const within = ({ least, most }: SliderValue, wanted: number): number => Math.min(most, Math.max(least, wanted));

/** By how much a key moves it, in its own steps and in pages. */
const KEYS: Readonly<Record<string, readonly [steps: number, pages: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [1, 0],
  PageDown: [0, -1],
  PageUp: [0, 1],
};

/** The value to which a key brings it; null for a key that does nothing. */
function keyedTo(pulled: SliderValue, { key }: HandKey): number | null {
  const { value, least, most, step = 1, page = 1, keyTo } = pulled;
  if (key === "Home") return least;
  if (key === "End") return most;
  const moves = KEYS[key];
  if (moves === undefined) return null;
  const [steps, pages] = moves;
  return within(pulled, keyTo?.(steps + pages > 0, pages !== 0) ?? value + steps * step + pages * page);
}

/** Keys and pointer mean the same: a value within the limits. */
export const sliderSurface = <Of extends SliderValue>(): Surface<Of, number> => ({
  slack: noSlack,
  meaningAt: ({ target, point }, { x, y }) =>
    within(target, target.value + target.by(x - point.x, y - point.y, target.value)),
  isChange: (value, target) => value !== target.value,
  keyed: (target, key) => {
    if (key.key === "Delete") return target.onDelete === undefined ? null : [{ tag: "reset", target }];
    const meaning = keyedTo(target, key);
    if (meaning === null) return null;
    return meaning === target.value ? [] : [{ tag: "change", meaning, target, keys: key.key }];
  },
});
