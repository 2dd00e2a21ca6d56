/** The parts of a figure of two machines around one medium. */
import { frameAcross } from "./frame-across.ts";
import { frameDown } from "./frame-down.ts";
import { namesOfTwo } from "./names-two.ts";
import { BAND_EDGE, TURN_WIDTH } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { HOST_MARK } from "../figure/figure.ts";
import type { HostPlace } from "../figure/figure.ts";
import type { Frame } from "./frame.ts";
import { titlesOfTwo } from "./titles.ts";
import { stripsOfTwo } from "./strips-two.ts";

export const TWO: Parts = {
  frameOf: (shown, { width, room }, measure) =>
    width < TURN_WIDTH ? frameDown(shown, width) : frameAcross(shown, width, measure, room),
  namesOf: namesOfTwo,
  stripsOf: stripsOfTwo,
  titlesOf: titlesOfTwo,
  hostsOf: hostsOfTwo,
};

const NAME_COLUMN = 28; // where time runs to the right
const NAME_ROW = 44; // above the columns

function hostsOfTwo({ down, bands, start, width: whole }: Frame): readonly HostPlace[] {
  return bands.map(({ machine, from, to }): HostPlace => {
    if (!down) return { machine, left: 0, top: from, width: NAME_COLUMN, height: to - from };
    const width = Math.max(NAME_ROW, to - from);
    const left = Math.min(from, whole - width);
    const mark = { left: from - left, top: start - BAND_EDGE - HOST_MARK, width: to - from, height: HOST_MARK };
    return { machine, left, top: 0, width, height: NAME_ROW, mark };
  });
}
