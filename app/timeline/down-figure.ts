/** The figure with time running down, for a page too narrow to have it run to the right. */
import type { Stage } from "./stage.ts";
import { drawDown, frameDown } from "./down.ts";
import type { MeasureText } from "../draw/text-width.ts";
import { HOST_MARK } from "./figure.ts";
import type { Draw, Place } from "./figure.ts";

const NAME_ROW = 44; // of the machines' names, above the columns
const BAND_EDGE = 6; // by which a band begins above its columns

export function down(stage: Stage, { width }: Place, measure: MeasureText): Draw {
  const frame = frameDown(stage, width);
  const { bands, start } = frame;
  const playhead = bands.map(({ from, to }) => [from, to] as const);
  const hosts = bands.map(({ machine, from, to }) => {
    const size = Math.max(NAME_ROW, to - from);
    const left = Math.min(from, width - size);
    const mark = { left: from - left, top: start - BAND_EDGE - HOST_MARK, width: to - from, height: HOST_MARK };
    return { machine, left, top: 0, width: size, height: NAME_ROW, mark };
  });
  return function* (view, selected) {
    yield;
    const drawing = drawDown(stage, frame, view, selected, measure);
    return { ...drawing, down: true, start, axis: bands[0]?.from ?? 0, playhead, hosts };
  };
}
