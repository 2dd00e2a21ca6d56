/** The parts of a figure of two machines around one medium. */
import { frameAcross } from "./frame-across.ts";
import { frameDown } from "./frame-down.ts";
import { namesOfTwo } from "./names-two.ts";
import { TURN_WIDTH } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { stripsOfTwo } from "./strips-two.ts";

export const TWO: Parts = {
  frameOf: (shown, { width, room }, measure) =>
    width < TURN_WIDTH ? frameDown(shown, width) : frameAcross(shown, width, measure, room),
  namesOf: namesOfTwo,
  stripsOf: stripsOfTwo,
};
