/** The taken areas of a figure. Names stand where nothing else does. Pixels of the screen. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { meets } from "../draw/place-label.ts";
import type { Area } from "../draw/place-label.ts";
import type { Stretch } from "../trace/folds.ts";
import type { Ends } from "./packet-shapes.ts";

const CELL = 48;
/** Slanted things are taken in pieces of this height. */
const PIECE = 8;
/** An area that is in everybody's way. */
const ALL = -1;

interface Taken extends Area {
  readonly owner: number;
}

/** The things that a name may cover: one, or some. */
export type Owner = number | ReadonlySet<number>;

export class Space {
  private readonly cells: Taken[][];
  private readonly columns: number;
  private readonly rows: number;
  private readonly down: boolean;

  /** @param down whether what is given along and across is to be turned */
  constructor(width: number, height: number, down: boolean) {
    this.down = down;
    this.columns = Math.ceil(width / CELL) + 1;
    this.rows = Math.ceil(height / CELL) + 1;
    this.cells = Array.from({ length: this.columns * this.rows }, () => []);
  }

  /** As large as this one, with nothing in it. */
  emptied(): Space {
    return new Space((this.columns - 1) * CELL, (this.rows - 1) * CELL, this.down);
  }

  /** @param owner whose names may stand here all the same */
  take({ x0, y0, x1, y1 }: Area, owner = ALL): void {
    const taken = { x0, y0, x1, y1, owner };
    this.someCell(taken, (cell) => {
      cell.push(taken);
      return false;
    });
  }

  /** Takes a stretch of a lane. */
  takeAlong(from: number, to: number, at: number, size: number, owner = ALL): void {
    this.take(this.turned({ x0: from, y0: at, x1: to, y1: at + size }), owner);
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

  isFree(area: Area, owner: Owner = ALL): boolean {
    return !this.someCell(area, (cell) => cell.some((taken) => isInWay(taken, owner) && meets(area, taken)));
  }

  /** The free stretches along a strip, in order: `strip` is along and across. */
  freeAlong(strip: Area, owner: Owner = ALL): readonly Stretch[] {
    const area = this.turned(strip);
    const inWay = new Set<Taken>();
    this.someCell(area, (cell) => {
      for (const taken of cell) if (isInWay(taken, owner) && meets(area, taken)) inWay.add(taken);
      return false;
    });
    const ordered = [...inWay].map((taken) => this.turned(taken)).sort((a, b) => a.x0 - b.x0);
    const free: Stretch[] = [];
    let from = strip.x0;
    for (const { x0, x1 } of ordered) {
      if (x0 > from) free.push({ from, to: x0 });
      from = Math.max(from, x1);
    }
    return from < strip.x1 ? [...free, { from, to: strip.x1 }] : free;
  }

  private turned({ x0, y0, x1, y1 }: Area): Area {
    return this.down ? { x0: y0, y0: x0, x1: y1, y1: x1 } : { x0, y0, x1, y1 };
  }

  /** Whether one of the cells of an area is what is asked for: none is looked at after the first. */
  private someCell({ x0, y0, x1, y1 }: Area, isOne: (cell: Taken[]) => boolean): boolean {
    const [left, right] = [Math.max(0, Math.floor(x0 / CELL)), Math.min(this.columns - 1, Math.floor(x1 / CELL))];
    const bottom = Math.min(this.rows - 1, Math.floor(y1 / CELL));
    for (let row = Math.max(0, Math.floor(y0 / CELL)); row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        if (isOne(itemAt(this.cells, row * this.columns + column, "cell"))) return true;
      }
    }
    return false;
  }
}

const isInWay = (taken: Taken, owner: Owner): boolean =>
  taken.owner === ALL || (typeof owner === "number" ? taken.owner !== owner : !owner.has(taken.owner));
