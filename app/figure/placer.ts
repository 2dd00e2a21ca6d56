/**
 * The placer of all names of a timeline. A request comes with placements, the best first. The placer sets the first
 * that is free, and from then on keeps other names off it.
 */
import { isWithin, labelArea } from "../draw/place-label.ts";
import type { Area } from "../draw/place-label.ts";
import type { Label, Line } from "../draw/scene.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { Frame } from "./frame.ts";
import { Space } from "./space.ts";

/** Type of names, in pixels, and the room that lines of it take down the page. */
export const NAME_SIZE = 12;
export const NAME_LINE = 13.5;
/** In the wire between two columns there is room for larger type, but on the narrowest screens. */
export const columnSize = ({ width }: Frame): number => (width < 340 ? NAME_SIZE : 12.5);

/** Names that stand together, with the lines that lead from some of them to their things. */
export interface Placement {
  readonly labels: readonly Label[];
  readonly leaders: readonly Line[];
}

export interface Names {
  readonly labels: readonly Label[];
  readonly leaders: readonly Line[];
}

interface Limits {
  /** Names keep within. */
  readonly within: Area;
  /** The things that names may cover: their own. */
  readonly owner?: number;
  /** Room to be left free besides, before and after, in pixels down the screen. */
  readonly spare?: number;
}

/** A name that others compete with. */
export interface Weighed {
  /** The place of its thing along. */
  readonly at: number;
  /** Decides who stays. */
  readonly weight: number;
}

export const ANYWHERE: Area = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };

export class Placer {
  readonly #labels: Label[] = [];
  readonly #leaders: Line[] = [];
  readonly #named: Space;

  readonly ink: Space;
  readonly measure: MeasureText;

  /** @param ink all that names keep off */
  constructor(ink: Space, { width, height, down }: Pick<Frame, "width" | "height" | "down">, measure: MeasureText) {
    this.ink = ink;
    this.measure = measure;
    this.#named = new Space(width, height, down);
  }

  /** Sets a name in its box, where that has room for it: it needs no other. */
  setInside(one: Label | null): void {
    if (one !== null) this.set({ labels: [one], leaders: [] });
  }

  get names(): Names {
    return { labels: this.#labels, leaders: this.#leaders };
  }

  /** Sets the first placement that is free, and says whether one was. */
  place(placements: Iterable<Placement>, limits: Limits): boolean {
    for (const one of placements) {
      if (!this.#isFree(one, limits)) continue;
      this.set(one);
      return true;
    }
    return false;
  }

  /** Sets one name in one line, at the first of its places that is free. */
  placeOne(labels: Iterable<Label>, limits: Limits): boolean {
    for (const one of labels) if (this.place([{ labels: [one], leaders: [] }], limits)) return true;
    return false;
  }

  /**
   * Sets names that are arranged together: all of them, or the weightiest that can stand with those before. What finds
   * no place is left to the list of events.
   */
  placeTogether<Request extends Weighed>(
    requests: readonly Request[],
    placementsOf: (some: readonly Request[]) => Iterable<Placement>,
    limits: Limits,
  ): void {
    if (this.place(placementsOf(requests), limits)) return;
    let kept: readonly Request[] = [];
    let best: Placement | null = null;
    for (const request of weightiest(requests)) {
      const more = [...kept, request].sort((a, b) => a.at - b.at);
      for (const one of placementsOf(more)) {
        if (!this.#isFree(one, limits)) continue;
        [kept, best] = [more, one];
        break;
      }
    }
    if (best !== null) this.set(best);
  }

  /** Sets names whose place nobody else can have. */
  set({ labels, leaders }: Placement): void {
    for (const one of labels) this.#named.take(narrower(this.#areaOf(one, 0)));
    for (const one of leaders) this.#named.take(riserOf(one));
    this.#labels.push(...labels);
    this.#leaders.push(...leaders);
  }

  /** The free stretches of a strip, along and across. */
  freeAlong(strip: Area, owner?: number): ReturnType<Space["freeAlong"]> {
    const named = this.#named.freeAlong(strip);
    return this.ink.freeAlong(strip, owner).flatMap(({ from, to }) =>
      named.flatMap((one) => {
        const both = { from: Math.max(from, one.from), to: Math.min(to, one.to) };
        return both.from < both.to ? [both] : [];
      }),
    );
  }

  /** Leaders may rise past ink, but not through names. */
  #isFree({ labels, leaders }: Placement, { within, owner, spare = 0 }: Limits): boolean {
    const isClear = (one: Label): boolean => {
      const area = this.#areaOf(one, spare);
      // From other names a name needs half of the room that it needs from ink.
      return isWithin(area, within) && this.#named.isFree(narrower(area)) && this.ink.isFree(area, owner);
    };
    return labels.every(isClear) && leaders.every((one) => this.#named.isFree(riserOf(one)));
  }

  /** With less room to breathe than between two names in a row: what is beside a name here is no type. */
  #areaOf(one: Label, spare: number): Area {
    const { x0, y0, x1, y1 } = labelArea(one, this.measure);
    return { x0: x0 + 4, y0: y0 + 2.5 - spare, x1: x1 - 4, y1: y1 - 2 + spare };
  }
}

const narrower = ({ x0, x1, y0, y1 }: Area): Area => ({ x0: x0 + 2, x1: x1 - 2, y0, y1 });

/** The part of a leader that leaves the thing. */
function riserOf({ points: [x0 = 0, y0 = 0, x1 = x0, y1 = y0] }: Line): Area {
  return { x0: Math.min(x0, x1) - 0.5, y0: Math.min(y0, y1), x1: Math.max(x0, x1) + 0.5, y1: Math.max(y0, y1) };
}

/** The greatest weight first. */
export const weightiest = <Request extends Weighed>(requests: readonly Request[]): readonly Request[] =>
  [...requests].sort((a, b) => b.weight - a.weight || a.at - b.at);
