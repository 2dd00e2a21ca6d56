/** Keeps the taken areas of a figure, so that names stand where nothing else does. Pixels of the screen. */
import { isWithin, labelArea, meets } from "../draw/place-label.ts";
import type { Area } from "../draw/place-label.ts";
import type { Label } from "../draw/scene.ts";
import type { Ends } from "./packet-shapes.ts";
import type { MeasureText } from "../draw/text-width.ts";

const CELL = 48;
/** Slanted things are taken in pieces of this height. */
const PIECE = 8;
/** Nobody's: in nobody's way but that of all. */
const ALL = -1;

interface Taken extends Area {
  readonly owner: number;
}

export class Space {
  private readonly cells: Taken[][];
  private readonly columns: number;
  private readonly rows: number;
  private readonly down: boolean;

  /** @param down whether what is given along and across is to be turned */
  constructor(width: number, height: number, down: boolean) {
    this.columns = Math.ceil(width / CELL) + 1;
    this.rows = Math.ceil(height / CELL) + 1;
    this.cells = Array.from({ length: this.columns * this.rows }, () => []);
    this.down = down;
  }

  take({ x0, y0, x1, y1 }: Area, owner = ALL): void {
    const taken = { x0, y0, x1, y1, owner };
    const [left, right] = [Math.max(0, Math.floor(x0 / CELL)), Math.min(this.columns - 1, Math.floor(x1 / CELL))];
    const bottom = Math.min(this.rows - 1, Math.floor(y1 / CELL));
    for (let row = Math.max(0, Math.floor(y0 / CELL)); row <= bottom; row++) {
      for (let column = left; column <= right; column++) this.cells[row * this.columns + column]?.push(taken);
    }
  }

  /** A stretch of a lane. */
  takeAlong(from: number, to: number, at: number, size: number, owner = ALL): void {
    this.take(
      this.down ? { x0: at, y0: from, x1: at + size, y1: to } : { x0: from, y0: at, x1: to, y1: at + size },
      owner,
    );
  }

  /** Takes the area between two lines that go across: a band, or a line where the two are the same. */
  takeBetween(first: Ends, last: Ends, margin: number, owner = ALL): void {
    const [from, to] = [first[1], first[3]];
    const pieces = Math.max(1, Math.ceil(Math.abs(to - from) / PIECE));
    const along = (ends: Ends, share: number): number => ends[0] + (ends[2] - ends[0]) * share;
    for (let i = 0; i < pieces; i++) {
      const [a, b] = [i / pieces, (i + 1) / pieces];
      const [y0, y1] = [from + (to - from) * a, from + (to - from) * b];
      const low = Math.min(along(first, a), along(first, b)) - margin;
      const high = Math.max(along(last, a), along(last, b)) + margin;
      this.takeAlong(low, high, Math.min(y0, y1), Math.abs(y1 - y0), owner);
    }
  }

  isFree(area: Area, owner = ALL): boolean {
    const [left, right] = [
      Math.max(0, Math.floor(area.x0 / CELL)),
      Math.min(this.columns - 1, Math.floor(area.x1 / CELL)),
    ];
    const bottom = Math.min(this.rows - 1, Math.floor(area.y1 / CELL));
    for (let row = Math.max(0, Math.floor(area.y0 / CELL)); row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        for (const taken of this.cells[row * this.columns + column] ?? []) {
          if ((taken.owner === ALL || taken.owner !== owner) && meets(area, taken)) return false;
        }
      }
    }
    return true;
  }

  /**
   * Takes the place of a label or of several lines of one, where all of it is free.
   * @param spare what is to be left free besides, before and after, in pixels down the screen
   */
  set(lines: readonly Label[], within: Area, measure: MeasureText, owner = ALL, spare = 0): boolean {
    const areas = lines.map((one) => tight(labelArea(one, measure), spare));
    const fits = areas.every((area) => isWithin(area, within) && this.isFree(area, owner));
    if (fits) for (const area of areas) this.take(area);
    return fits;
  }
}

/** With less room to breathe than between two names in a row: what is beside a name here is no type. */
const tight = ({ x0, y0, x1, y1 }: Area, spare: number): Area => ({
  x0: x0 + 4,
  y0: y0 + 2 - spare,
  x1: x1 - 4,
  y1: y1 - 1 + spare,
});
