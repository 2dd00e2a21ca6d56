/** What a figure of two machines, the same with time running down, and one of many do each in its own way. */
import type { MeasureText } from "../../draw/text-width.ts";
import type { Label, Shape } from "../../draw/scene.ts";
import type { HostPlace, Place } from "../figure/figure.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import type { Strips } from "./density.ts";
import type { LayerBox } from "./bytes-on-wire.ts";
import type { Frame } from "./frame.ts";
import type { Names } from "./names.ts";
import type { TitlesOf } from "./compose.ts";
import type { Body, Drawn, TimelineDrawing } from "./placed.ts";
import type { Rails } from "./rails.ts";

export interface Parts {
  /** Everything across for a call and a place. It does not depend on the view, so that nothing moves when one zooms. */
  readonly frameOf: (shown: ShownCall, place: FramePlace, measure: MeasureText) => Frame;
  readonly namesOf: (drawn: Drawn) => Names;
  readonly stripsOf: (rails: Rails) => Strips;
  readonly compose: (body: Body, titlesOf: TitlesOf) => TimelineDrawing;
  readonly titlesOf: TitlesOf;
  /** The places at which a reader chooses a machine, or opens some that share a row. */
  readonly hostsOf: (frame: Frame) => readonly HostPlace[];
  /** What only a call on the ladder needs; left out until a reader may go there. */
  readonly ladder?: LadderParts;
}

export interface LadderParts {
  /** The call with the rows of a position. */
  readonly shownAt: (shown: ShownCall, position: number) => ShownCall;
  readonly frameOf: (
    parts: Pick<Parts, "frameOf">,
    shown: ShownCall,
    place: LadderPlace,
    measure: MeasureText,
  ) => Frame;
  /** Left out until a reader goes to the last rung. */
  readonly wire?: WireParts;
}

/** The layers of a packet’s bytes on the wire: where they lie, their shapes and names; none but on the last rung. */
export interface WireParts {
  readonly boxesOf: (rails: Rails) => readonly LayerBox[];
  readonly shapesOf: (rails: Rails) => readonly Shape[];
  readonly namesOf: (rails: Rails, measure: MeasureText) => readonly Label[];
}

export type LadderPlace = Place & { readonly ladder: NonNullable<Place["ladder"]> };

export type FramePlace = Pick<Place, "width"> & Partial<Place>;

/** Where time runs down, a band begins so far above its row. */
export const BAND_EDGE = 6;

/** Narrower than this there is no room for time to the right: it runs down. */
export const TURN_WIDTH = 760;
