/** The parts of a figure of more than two machines; fetched when there is one. */
import { frameManyAcross, frameManyDown } from "./frame-many.ts";
import { namesOfMany } from "./names-many.ts";
import { TURN_WIDTH } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { stripsOfMany } from "./strips-many.ts";

export const MANY: Parts = {
  frameOf: (shown, { width, room, open }) =>
    width < TURN_WIDTH ? frameManyDown(shown, width, open) : frameManyAcross(shown, width, room, open),
  namesOf: namesOfMany,
  stripsOf: stripsOfMany,
};
