/** Two machines where time runs down: fetched where there is no room for it to the right. */
import type { Description } from "./description.ts";
import { frameDown } from "./frame-down.ts";
import { inPicture } from "./drawn.ts";
import { namesAround } from "./names.ts";
import { placeStepColumn } from "./step-column.ts";
import { repeatsDown } from "./repeats-down.ts";
import { stripsOfLanes } from "./strips.ts";
import { titlesOfTwoDown } from "./titles-down.ts";

export const TWO_DOWN: Description = {
  frameOf: frameDown,
  // Steps have what packets leave of the wire.
  namesOf: (drawn) =>
    namesAround(
      drawn,
      () => undefined,
      (placer) => placeStepColumn(inPicture(drawn), placer),
    ),
  stripsOf: stripsOfLanes,
  besideOf: (rails, words) => [...repeatsDown(rails, words), ...titlesOfTwoDown(rails)],
};
