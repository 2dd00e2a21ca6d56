/** The parts of a figure of two machines where time runs down; fetched where there is no room for it to the right. */
import { HOST_MARK } from "../figure/figure.ts";
import type { HostPlace } from "../figure/figure.ts";
import { composedDown } from "./compose-down.ts";
import { frameDown } from "./frame-down.ts";
import type { Frame } from "./frame.ts";
import { namesOfTwoDown } from "./names-down.ts";
import { BAND_EDGE } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { stripsOfTwo } from "./strips-two.ts";
import { titlesOfTwo } from "./titles.ts";

export const TWO_DOWN: Parts = {
  frameOf: (shown, { width }) => frameDown(shown, width),
  namesOf: namesOfTwoDown,
  stripsOf: stripsOfTwo,
  compose: composedDown,
  titlesOf: titlesOfTwo,
  hostsOf,
};

const NAME_ROW = 44; // above the columns

function hostsOf({ bands, start, width: whole }: Frame): readonly HostPlace[] {
  return bands.map(({ machine, from, to }) => {
    const width = Math.max(NAME_ROW, to - from);
    const left = Math.min(from, whole - width);
    const mark = { left: from - left, top: start - BAND_EDGE - HOST_MARK, width: to - from, height: HOST_MARK };
    return { machine, left, top: 0, width, height: NAME_ROW, mark };
  });
}
