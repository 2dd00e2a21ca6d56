/** Two machines around one medium, with time to the right. */
import type { Description } from "./description.ts";
import type { HostPlace } from "./figure.ts";
import { frameAcross } from "./frame-across.ts";
import type { Frame } from "./frame.ts";
import { namesOfTwo } from "./names-two.ts";
import { repeatsAcross } from "./repeats.ts";
import { stripsOfLanes } from "./strips.ts";
import { titlesAcross } from "./titles.ts";

export const TWO: Description = {
  frameOf: (shown, { width, room }, measure) => frameAcross(shown, width, measure, room),
  namesOf: namesOfTwo,
  stripsOf: stripsOfLanes,
  besideOf: (rails) => [...repeatsAcross(rails), ...titlesAcross(rails)],
  hostsOf,
};

/** In the column beside the bands. */
const NAME_COLUMN = 28;

function hostsOf({ bands }: Frame): readonly HostPlace[] {
  return bands.map(({ machine, from, to }) => ({ machine, left: 0, top: from, width: NAME_COLUMN, height: to - from }));
}
