/** The timeline's figure: one layout for two machines and for thousands, with time to the right or running down. */
import { itemAt } from "../../engine/kernel/reads.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { Draw, Place } from "./figure.ts";
import type { ShownCall } from "./shown-call.ts";
import { drawingOf } from "./draw.ts";
import { arrangementOfTwo } from "./arrange.ts";
import type { Description } from "./description.ts";
import { coordinatesOn } from "./coordinates.ts";
import type { Coordinates } from "./coordinates.ts";
import { hostsOf } from "./hosts.ts";
import { railsOf } from "./rails.ts";
import type { Rails } from "./rails.ts";
import type { Frame } from "./frame.ts";
import { bandsOf } from "./rows.ts";
import type { Rungs } from "./rungs.ts";
import { isMany } from "../trace/lanes.ts";

const FLAG_FOOT = 24; // of the playhead's flag, from which its line goes down

/** @param rungs left out where nothing is on the ladder */
export function figureOf(
  description: Description,
  shown: ShownCall,
  place: Place,
  measure: MeasureText,
  rungs?: Rungs,
): Draw {
  const { frameOf } = description;
  const ladder = place.ladder ?? null;
  const onRung = (one: ShownCall): ShownCall =>
    ladder === null || rungs === undefined ? one : rungs.shownAt(one, ladder.position);
  const base = onRung(shown);
  const own =
    ladder === null || rungs === undefined
      ? frameOf(shown, place, measure)
      : rungs.frameOf(description, shown, { ...place, ladder }, measure);
  const { down, start, axis, width } = own;
  const inBands = bandsOf(own).map(({ from, to }) => [from, to] as const);
  const playhead = !down ? [[FLAG_FOOT, axis] as const] : own.wire === null ? [[axis, width] as const] : inBands;
  const hosts = hostsOf(own);
  const frameFor = (other: ShownCall): Frame => {
    if (other === base) return own;
    return own.wire !== null && sharesFrame(base, other)
      ? onSameLanes(own, base, other)
      : frameOf(other, place, measure);
  };
  return (view, selected, wanted = shown) => {
    const other = onRung(wanted);
    const drawn = drawingOf(description, other, frameFor(other), view, selected, measure, rungs?.wire);
    const railsFor = (one: ShownCall): Rails => railsOf(onRung(one), frameFor(onRung(one)), drawn.scale);
    const placesOf = (one: ShownCall): Coordinates =>
      coordinatesOn(railsFor(one), (next) => (sharesFrame(base, onRung(next)) ? placesOf(next) : null));
    const layers = rungs?.wire?.boxesOf(railsFor(wanted)) ?? [];
    const position = ladder?.position ?? null;
    return { ...drawn, run: other, position, layers, down, start, axis, playhead, hosts, places: placesOf(wanted) };
  };
}

/**
 * Whether a run can be drawn where another stands: around two machines each of its lanes is of one of these. A run in
 * which another machine works, as after a change of the experiment or of a number of servers, has a figure of its own.
 */
export function sharesFrame({ plan }: ShownCall, other: ShownCall): boolean {
  if (isMany(plan) || isMany(other.plan)) return isMany(plan) && isMany(other.plan);
  const machines = new Set(plan.lanes.map(({ machine }) => machine));
  return other.plan.lanes.every(({ machine }) => machines.has(machine));
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
    lanes: places.map((lane) => itemAt(own.lanes, lane, "lane")),
    titles: own.titles.flatMap((title) => {
      const lanes = [...places.keys()].filter((lane) => title.lanes.includes(itemAt(places, lane, "lane")));
      return lanes.length === 0 ? [] : [{ ...title, lanes }];
    }),
    zones: own.zones.length === 0 ? [] : places.map((lane) => own.zones[lane] ?? { rows: 0, up: true, outside: false }),
  };
}
