/** Two machines where time runs down: fetched where there is no room for it to the right. */
import { BEFORE } from "./compose.ts";
import type { Description } from "./description.ts";
import { HOST_MARK } from "./figure.ts";
import type { HostPlace } from "./figure.ts";
import { frameDown } from "./frame-down.ts";
import type { Frame } from "./frame.ts";
import { namesAround } from "./names-two.ts";
import { placeStepColumn } from "./step-column.ts";
import { repeatsDown } from "./repeats-down.ts";
import { stripsOfLanes } from "./strips.ts";
import { titlesOfTwoDown } from "./titles-down.ts";

export const TWO_DOWN: Description = {
  frameOf: (shown, { width }) => frameDown(shown, width),
  // Steps have what packets leave of the wire.
  namesOf: (drawn) => namesAround(drawn, () => undefined, placeStepColumn),
  stripsOf: stripsOfLanes,
  besideOf: (rails, words) => [...repeatsDown(rails, words), ...titlesOfTwoDown(rails)],
  hostsOf,
};

/** In the row above the columns. */
const NAME_ROW = 44;

function hostsOf({ bands, start, width: whole }: Frame): readonly HostPlace[] {
  return bands.map(({ machine, from, to }) => {
    const width = Math.max(NAME_ROW, to - from);
    const left = Math.min(from, whole - width);
    const mark = { left: from - left, top: start - BEFORE - HOST_MARK, width: to - from, height: HOST_MARK };
    return { machine, left, top: 0, width, height: NAME_ROW, mark };
  });
}
