/** Two machines around one medium, with time to the right. */
import type { Description } from "./description.ts";
import { frameAcross } from "./frame-across.ts";
import { namesOfTwo } from "./names-two.ts";
import { repeatsAcross } from "./repeats.ts";
import { stripsOfLanes } from "./strips.ts";
import { laneTitles, titlesAcross } from "./titles.ts";

export const TWO: Description = {
  frameOf: frameAcross,
  namesOf: namesOfTwo,
  stripsOf: stripsOfLanes,
  besideOf: (rails) => [...repeatsAcross(rails), ...titlesAcross(rails, laneTitles(rails.frame))],
};
