/** The figure of a trace with more than two machines; loaded when there is one. */
import { TURN_WIDTH } from "../figure/across-frame.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import { HOST_MARK } from "../figure/figure.ts";
import type { Places } from "../figure/places.ts";
import type { Draw, HostPlace, Place } from "../figure/figure.ts";
import { drawingMany } from "./draw.ts";
import { frameManyAcross, frameManyDown } from "./many-frame.ts";
import type { ManyFrame } from "./many-frame.ts";
import { placesOfMany, railsOf } from "./rails.ts";

export { drawingBody, drawMany } from "./draw.ts";
export type { ManyBody } from "./draw.ts";
export { framePart, namesUpright, rowsInPart, titleOf } from "./many-frame.ts";
export type { ManyFrame } from "./many-frame.ts";
export { legendShapes } from "./legend.ts";
export { railsOf } from "./rails.ts";

export const frameMany = (shown: ShownCall, { width, room, open }: Pick<Place, "width"> & Partial<Place>): ManyFrame =>
  width < TURN_WIDTH ? frameManyDown(shown, width, open) : frameManyAcross(shown, width, room, open);

const FLAG_FOOT = 24; // of the playhead's flag, from which its line goes down
const BAND_EDGE = 6; // by which a band begins above its row, where time runs down
const LEAST_PLACE = 12; // a lower name could not be hit

export function many(shown: ShownCall, place: Place, measure: MeasureText): Draw {
  const own = frameMany(shown, place);
  const { down, start, axis } = own;
  const from = own.rows[0]?.from ?? 0;
  const ends = down ? [axis, own.width] : [FLAG_FOOT, axis];
  const playhead = [[ends[0] ?? from, ends[1] ?? from] as const];
  const hosts = hostPlaces(own);
  return function* (view, selected, other = shown) {
    const frame = other === shown ? own : frameMany(other, place);
    const drawing = yield* drawingMany(other, frame, view, selected, measure);
    const placesIn = (one: ShownCall): Places =>
      placesOfMany(railsOf(one, one === other ? frame : frameMany(one, place), drawing.scale), placesIn);
    return { ...drawing, down, start, axis, playhead, hosts, places: placesIn(other) };
  };
}

/** Names that can be chosen: those of groups, and those of machines, though of close machines only what is written. */
function hostPlaces({ arrangement, rows, pitch, down, start }: ManyFrame): readonly HostPlace[] {
  const close = pitch < LEAST_PLACE;
  return rows.flatMap((row): HostPlace[] => {
    const { machines, opens, named, from, to, name, story } = row;
    const machine = arrangement.plan.machines[machines[0] ?? -1];
    const size = opens === null ? (close ? LEAST_PLACE : row.pitch) : Math.max(LEAST_PLACE, row.pitch);
    const band = to - from;
    const place = down
      ? {
          ...{ left: from, top: 0, width: size, height: start - 8 },
          mark: { left: 0, top: start - BAND_EDGE - HOST_MARK, width: band, height: HOST_MARK },
        }
      : {
          ...{ left: 0, top: from, width: start - 8, height: size },
          mark: { left: 0, top: 0, width: HOST_MARK, height: band },
        };
    if (opens !== null) return [{ opens: { ...opens, name: story === "" ? name : `${name}: ${story}` }, ...place }];
    return machine === undefined || machines.length > 1 || (close && !named) ? [] : [{ machine, ...place }];
  });
}
