import { itemAt, lastItem, timeAt } from "../../engine/kernel/reads.ts";
/** Finds the next gap of at least a width in a list of moments, without a look at every moment. */

const FAN = 16; // gaps whose greatest stands for them on the next level
const SHIFT = 4;

export class Gaps {
  private readonly levels: Float64Array[];

  /** @param gaps gaps[i] lies before the i-th moment; that before the first does not count */
  constructor(gaps: Float64Array) {
    const levels = [gaps];
    for (let below = gaps; below.length > FAN; below = lastItem(levels, "level")) {
      const above = new Float64Array(Math.ceil(below.length / FAN)).fill(-Infinity);
      for (let i = 0; i < below.length; i++) {
        const at = i >> SHIFT;
        above[at] = Math.max(timeAt(above, at), timeAt(below, i));
      }
      levels.push(above);
    }
    this.levels = levels;
  }

  /** The first position from `from` on whose gap is at least `least`; the number of moments where there is none. */
  next(from: number, least: number): number {
    const { levels } = this;
    let level = 0;
    let at = from;
    while (level < levels.length) {
      const values = itemAt(levels, level, "level");
      const end = Math.min(values.length, (at | (FAN - 1)) + 1);
      while (at < end && timeAt(values, at) < least) at++;
      if (at < end) {
        if (level === 0) return at;
        level--;
        at <<= SHIFT;
      } else {
        level++;
        at = Math.ceil(end / FAN);
      }
    }
    return itemAt(levels, 0, "level").length;
  }

  /** The last position up to `from` whose gap is at least `least`; 0 where there is none. */
  before(from: number, least: number): number {
    const { levels } = this;
    let level = 0;
    let at = from;
    while (at >= 0 && level < levels.length) {
      const values = itemAt(levels, level, "level");
      const low = at & ~(FAN - 1);
      while (at >= low && timeAt(values, at) < least) at--;
      if (at >= low) {
        if (level === 0) return at;
        level--;
        at = Math.min((at << SHIFT) | (FAN - 1), itemAt(levels, level, "level").length - 1);
      } else {
        level++;
        at = (low >> SHIFT) - 1;
      }
    }
    return 0;
  }
}
