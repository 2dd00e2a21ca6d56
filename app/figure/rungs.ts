/** What only a call on the ladder needs: fetched once a reader goes there. */
import type { Label, Shape } from "../draw/scene.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { Place } from "./figure.ts";
import type { ShownCall } from "./shown-call.ts";
import type { LayerBox } from "./bytes-on-wire.ts";
import type { Description } from "./description.ts";
import type { Frame } from "./frame.ts";
import type { Rails } from "./rails.ts";

export type LadderPlace = Place & { readonly ladder: NonNullable<Place["ladder"]> };

export interface Rungs {
  /** The call with the rows of a position. */
  readonly shownAt: (shown: ShownCall, position: number) => ShownCall;
  readonly frameOf: (
    on: Pick<Description, "frameOf">,
    shown: ShownCall,
    place: LadderPlace,
    measure: MeasureText,
  ) => Frame;
  /** Left out until a reader goes to the last rung. */
  readonly wire?: WireLayers;
}

/** The layers of a packet’s bytes on the wire: where they lie, their shapes and names; none but on the last rung. */
export interface WireLayers {
  readonly boxesOf: (rails: Rails) => readonly LayerBox[];
  readonly shapesOf: (rails: Rails) => readonly Shape[];
  readonly namesOf: (rails: Rails, measure: MeasureText) => readonly Label[];
}
