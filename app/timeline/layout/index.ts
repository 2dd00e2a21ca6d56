/** The timeline's figure: one layout for two machines and for thousands, with time to the right or running down. */
import type { MeasureText } from "../../draw/text-width.ts";
import { HOST_MARK } from "../figure/figure.ts";
import type { Draw, HostPlace, Place } from "../figure/figure.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import { drawing } from "./draw.ts";
import { arrangementOfTwo } from "./arrange.ts";
import type { Parts } from "./parts.ts";
import { placesOn } from "./places.ts";
import type { Places } from "./places.ts";
import { railsOf } from "./rails.ts";
import type { Frame } from "./frame.ts";

const FLAG_FOOT = 24; // of the playhead's flag, from which its line goes down
const BAND_EDGE = 6; // by which a band begins above its row, where time runs down
const LEAST_PLACE = 12; // a lower name could not be hit
const NAME_COLUMN = 28; // of a machine with lanes of its own, where time runs to the right
const NAME_ROW = 44; // of two machines' names, above their columns

export function figureOf(parts: Parts, shown: ShownCall, place: Place, measure: MeasureText): Draw {
  const own = parts.frameOf(shown, place, measure);
  const { down, start, axis, bands, width } = own;
  const inBands = bands.map(({ from, to }) => [from, to] as const);
  const playhead = !down ? [[FLAG_FOOT, axis] as const] : own.wire === null ? [[axis, width] as const] : inBands;
  const hosts = own.wire === null ? hostsOfMany(own) : hostsOfTwo(own);
  const frameFor = (other: ShownCall): Frame => {
    if (other === shown) return own;
    return own.wire === null ? parts.frameOf(other, place, measure) : onSameLanes(own, shown, other);
  };
  return function* (view, selected, other = shown) {
    const drawn = yield* drawing(parts, other, frameFor(other), view, selected, measure);
    const placesOf = (one: ShownCall): Places => placesOn(railsOf(one, frameFor(one), drawn.scale), placesOf);
    return { ...drawn, down, start, axis, playhead, hosts, places: placesOf(other) };
  };
}

/** The frame for another run of the same two machines: what they have in common stays where it is. */
function onSameLanes(own: Frame, { plan }: ShownCall, other: ShownCall): Frame {
  const places = other.plan.lanes.map(({ machine, name }) => {
    const same = plan.lanes.findIndex((lane) => lane.machine === machine && lane.name === name);
    return same < 0 ? plan.lanes.findIndex((lane) => lane.machine === machine) : same;
  });
  return {
    ...own,
    arrangement: arrangementOfTwo(other.trace, other.story.call),
    lanes: places.map((lane) => own.lanes[lane] ?? { at: 0, size: 0 }),
    zones: own.zones.length === 0 ? [] : places.map((lane) => own.zones[lane] ?? { rows: 0, up: true, outside: false }),
  };
}

function hostsOfTwo({ down, bands, start, width: whole }: Frame): readonly HostPlace[] {
  return bands.map(({ machine, from, to }): HostPlace => {
    if (!down) return { machine, left: 0, top: from, width: NAME_COLUMN, height: to - from };
    const width = Math.max(NAME_ROW, to - from);
    const left = Math.min(from, whole - width);
    const mark = { left: from - left, top: start - BAND_EDGE - HOST_MARK, width: to - from, height: HOST_MARK };
    return { machine, left, top: 0, width, height: NAME_ROW, mark };
  });
}

/** Names that can be chosen: those of groups, and those of machines, though of close machines only what is written. */
function hostsOfMany({ arrangement, rows, pitch, down, start }: Frame): readonly HostPlace[] {
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
