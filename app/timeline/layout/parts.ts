/** What a figure of two machines and one of many do each in its own way. */
import type { MeasureText } from "../../draw/text-width.ts";
import type { Shape } from "../../draw/scene.ts";
import type { HostPlace, Place } from "../figure/figure.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import type { Strips } from "./density.ts";
import type { Frame } from "./frame.ts";
import type { Names } from "./names.ts";
import type { Drawn } from "./placed.ts";
import type { Rails } from "./rails.ts";

export interface Parts {
  /** Everything across for a call and a place. It does not depend on the view, so that nothing moves when one zooms. */
  readonly frameOf: (shown: ShownCall, place: FramePlace, measure: MeasureText) => Frame;
  readonly namesOf: (drawn: Drawn) => Names;
  readonly stripsOf: (rails: Rails) => Strips;
  readonly titlesOf: (rails: Rails) => readonly Shape[];
  /** The places at which a reader chooses a machine, or opens some that share a row. */
  readonly hostsOf: (frame: Frame) => readonly HostPlace[];
}

export type FramePlace = Pick<Place, "width"> & Partial<Place>;

/** Where time runs down, a band begins so far above its row. */
export const BAND_EDGE = 6;

/** Narrower than this there is no room for time to the right: it runs down. */
export const TURN_WIDTH = 760;
