/**
 * The placer of all names of a timeline. A request comes with placements, the best first. The placer sets the first
 * that is free, and from then on keeps other names off it.
 */
import { isWithin, labelArea } from "../draw/place-label.ts";
import type { Area } from "../draw/place-label.ts";
import type { Label, Line, TextRun } from "../draw/scene.ts";
import { runsWidth } from "../draw/text-width.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { Stretch } from "../trace/folds.ts";
import type { Frame } from "./frame.ts";
import { Space } from "./space.ts";
import type { Owner } from "./space.ts";

/** Type of names, in pixels, and the room that lines of it take down the page. */
export const NAME_SIZE = 12;
export const NAME_LINE = 13.5;
/** In the wire between two columns there is room for larger type, but on the narrowest screens. */
export const columnSize = ({ width }: Frame): number => (width < 340 ? NAME_SIZE : 12.5);

/** A name at a place: its lines of type, and the line that leads from them to their thing. */
export interface PlacedName {
  readonly lines: readonly Label[];
  readonly leader?: Line;
}

/** Names that stand together, or none. They are made one by one, as far as they are free. */
export type Placement = Iterable<PlacedName>;

export interface Names {
  readonly labels: readonly Label[];
  readonly leaders: readonly Line[];
}

export interface Limits {
  /** Names keep within. */
  readonly within: Area;
  /** The things that names may cover: their own, as a rule. */
  readonly owner?: Owner;
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

type Size = Pick<Frame, "width" | "height" | "down">;

export const ANYWHERE: Area = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };

export class Placer {
  readonly #labels: Label[] = [];
  readonly #leaders: Line[] = [];
  readonly #named: Space;

  readonly ink: Space;
  readonly #measure: MeasureText;
  readonly #widths = new Map<readonly TextRun[], number>();

  /** Where nothing but these labels stands. */
  static among(labels: readonly Label[], { width, height, down }: Size, measure: MeasureText): Placer {
    const placer = new Placer(new Space(width, height, down), measure);
    placer.stand(labels);
    return placer;
  }

  /** @param ink all that names keep off */
  constructor(ink: Space, measure: MeasureText) {
    this.ink = ink;
    this.#measure = measure;
    this.#named = ink.emptied();
  }

  get names(): Names {
    return { labels: this.#labels, leaders: this.#leaders };
  }

  /** Sets the first placement that is free, and says whether one was. */
  place(placements: Iterable<Placement>, limits: Limits): boolean {
    const free = this.#firstFree(placements, limits);
    if (free !== null) this.set(free);
    return free !== null;
  }

  /** Sets one name in one line, at the first of its places that is free. Says which that was, or null. */
  placeOne(labels: readonly Label[], limits: Limits): Label | null {
    const free = labels.find((one) => this.isFree({ lines: [one] }, limits)) ?? null;
    if (free !== null) this.stand([free]);
    return free;
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
    let best = this.#firstFree(placementsOf(requests), limits);
    let kept: readonly Request[] = [];
    for (const request of best === null ? weightiest(requests) : []) {
      const more = [...kept, request].sort((a, b) => a.at - b.at);
      const free = this.#firstFree(placementsOf(more), limits);
      if (free !== null) [kept, best] = [more, free];
    }
    if (best !== null) this.set(best);
  }

  /** Sets names of one line whose place nobody else can have. */
  stand(labels: readonly Label[]): void {
    this.set(labels.map((one) => ({ lines: [one] })));
  }

  set(names: readonly PlacedName[]): void {
    for (const { lines, leader } of names) {
      for (const one of lines) this.#named.take(narrower(this.#areaOf(one, 0)));
      this.#labels.push(...lines);
      if (leader === undefined) continue;
      this.#named.take(riserOf(leader));
      this.#leaders.push(leader);
    }
  }

  /** The free stretches of a strip, along and across. */
  freeAlong(strip: Area, owner?: Owner): readonly Stretch[] {
    const named = this.#named.freeAlong(strip);
    return this.ink.freeAlong(strip, owner).flatMap(({ from, to }) =>
      named.flatMap((one) => {
        const both = { from: Math.max(from, one.from), to: Math.min(to, one.to) };
        return both.from < both.to ? [both] : [];
      }),
    );
  }

  #firstFree(placements: Iterable<Placement>, limits: Limits): readonly PlacedName[] | null {
    for (const placement of placements) {
      const free: PlacedName[] = [];
      let isFree = true;
      for (const name of placement) {
        isFree = this.isFree(name, limits);
        if (!isFree) break;
        free.push(name);
      }
      if (isFree) return free;
    }
    return null;
  }

  /** Whether a name can stand at a place. Leaders may rise past ink, but not through names. */
  isFree({ lines, leader }: PlacedName, { within, owner, spare = 0 }: Limits): boolean {
    for (const one of lines) {
      const area = this.#areaOf(one, spare);
      // From other names a name needs half of the room that it needs from ink.
      if (!isWithin(area, within) || !this.#named.isFree(narrower(area)) || !this.ink.isFree(area, owner)) return false;
    }
    return leader === undefined || this.#named.isFree(riserOf(leader));
  }

  /** The width of a text. Texts that are tried at many places are measured once. */
  widthOf(runs: readonly TextRun[], size = NAME_SIZE): number {
    const known = this.#widths.get(runs);
    if (known !== undefined) return known;
    const width = runsWidth(runs, size, this.#measure);
    this.#widths.set(runs, width);
    return width;
  }

  #areaOf(one: Label, spare: number): Area {
    const area = labelArea(one, this.widthOf(one.runs, one.size));
    return { ...area, y0: area.y0 - spare, y1: area.y1 + spare };
  }
}

/** The longest of some stretches; one without length where there is none. */
export const longestOf = (stretches: readonly Stretch[]): Stretch =>
  stretches.reduce((best, one) => (one.to - one.from > best.to - best.from ? one : best), { from: 0, to: 0 });

const narrower = ({ x0, x1, y0, y1 }: Area): Area => ({ x0: x0 + 2, x1: x1 - 2, y0, y1 });

/** The part of a leader that leaves the thing. */
function riserOf({ points: [x0 = 0, y0 = 0, x1 = x0, y1 = y0] }: Line): Area {
  return { x0: Math.min(x0, x1) - 0.5, y0: Math.min(y0, y1), x1: Math.max(x0, x1) + 0.5, y1: Math.max(y0, y1) };
}

/** The greatest weight first. */
export const weightiest = <Request extends Weighed>(requests: readonly Request[]): readonly Request[] =>
  [...requests].sort((a, b) => b.weight - a.weight || a.at - b.at);
