/** Looks up the names in the files of a lesson: experiments, measures, units. */
import { descriptionsHere, findDescription } from "../engine/experiments/lookup.ts";
import { unitText as written } from "../engine/experiments/unit-text.ts";
import { groupsIn } from "../engine/kernel/items.ts";
import type { Description } from "../engine/experiments/types.ts";
import type { Moment } from "./types.ts";

/** Something in a lesson's files that cannot be meant. One line: what was read, what is allowed. */
export class LessonError extends Error {
  override readonly name = "LessonError";
}

export function experimentNamed(id: string): Description {
  const found = findDescription(id);
  if (found !== undefined) return found;
  throw new LessonError(
    `there is no experiment "${id}"; there is ${descriptionsHere()
      .map((one) => one.id)
      .join(", ")}.`,
  );
}

/** The paper of a lesson, where one of its numbers, curves or errata is a paper’s. */
export function paperFor(paper: string | null, what: string): string {
  if (paper !== null) return paper;
  throw new LessonError(
    `${what} is of a paper, and the lesson has none (paper: null). Name its paper, or state a run.`,
  );
}

const BUSY = "busy ";

/** The resource that a measure speaks of; null where it is a measure of the run itself. */
export const busyResource = (measure: string): string | null =>
  measure.startsWith(BUSY) ? measure.slice(BUSY.length) : null;

/** The moment that a measure speaks of, "start Process the call@server3": of the first call’s first such row. */
export function momentMeasured(measure: string): Exclude<Moment, string> | null {
  const [, at, name = "", machine = ""] = groupsIn(/^(start|end) (.+)@(.+)$/, measure);
  return at === "start" || at === "end" ? { at, of: { name, machine } } : null;
}

/** A unit as a lesson writes it: what counts steps of a protocol has none. */
export const unitText = (unit: string): string => (unit === "step" ? "" : written(unit));
