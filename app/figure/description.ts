/**
 * A figure is described by its frame, and by what only such a figure does. The description of two machines is there at
 * once; those of two where time runs down, and of many, are fetched when a page has such a figure.
 */
import type { Label, Shape } from "../draw/scene.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { Drawn } from "./drawn.ts";
import type { Place } from "./figure.ts";
import type { Frame } from "./frame.ts";
import type { Names } from "./placer.ts";
import type { Rails } from "./rails.ts";
import type { ShownCall } from "./shown-call.ts";
import type { Strips } from "./density.ts";

export interface Description {
  /** Everything across for a call and a place. It does not depend on the view, so that nothing moves when one zooms. */
  readonly frameOf: (shown: ShownCall, place: FramePlace, measure: MeasureText) => Frame;
  readonly namesOf: (drawn: Drawn) => Names;
  readonly stripsOf: (rails: Rails) => Strips;
  /** The titles of machines and lanes, and the marks of packets that come again. @param words of the axis */
  readonly besideOf: (rails: Rails, words: readonly Label[]) => readonly Shape[];
}

export type FramePlace = Pick<Place, "width"> & Partial<Place>;

/** Narrower than this there is no room for time to the right: it runs down. */
export const TURN_WIDTH = 760;

/** Whether time runs down: in a narrow figure, unless the room that it has is wider than high. */
export const runsDown = (width: number, room: number | undefined): boolean =>
  width < TURN_WIDTH && (room === undefined || room >= width);
