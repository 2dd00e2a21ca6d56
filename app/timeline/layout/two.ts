/** The parts of a figure of two machines around one medium, with time to the right. */
import type { HostPlace } from "../figure/figure.ts";
import { composedAcross } from "./compose.ts";
import { frameAcross } from "./frame-across.ts";
import type { Frame } from "./frame.ts";
import { namesOfTwo } from "./names-two.ts";
import type { Parts } from "./parts.ts";
import { stripsOfTwo } from "./strips-two.ts";
import { titlesOfTwo } from "./titles.ts";

export const TWO: Parts = {
  frameOf: (shown, { width, room }, measure) => frameAcross(shown, width, measure, room),
  namesOf: namesOfTwo,
  stripsOf: stripsOfTwo,
  compose: composedAcross,
  titlesOf: titlesOfTwo,
  hostsOf,
};

const NAME_COLUMN = 28;

function hostsOf({ bands }: Frame): readonly HostPlace[] {
  return bands.map(({ machine, from, to }) => ({ machine, left: 0, top: from, width: NAME_COLUMN, height: to - from }));
}
