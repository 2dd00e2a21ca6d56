/** More than two machines: fetched when there are some. */
import type { Description } from "./description.ts";
import { frameMany } from "./frame-many.ts";
import { namesOfMany } from "./names-many.ts";
import { repeatsAcross } from "./repeats.ts";
import { repeatsDown } from "./repeats-down.ts";
import { titlesOfRows } from "./row-titles.ts";
import { stripsOfRows } from "./row-strips.ts";
import { titlesOfColumns } from "./titles-down.ts";

export const MANY: Description = {
  frameOf: frameMany,
  namesOf: namesOfMany,
  stripsOf: stripsOfRows,
  besideOf: (rails, words) =>
    rails.frame.down
      ? [...repeatsDown(rails, words), ...titlesOfColumns(rails.frame)]
      : [...repeatsAcross(rails), ...titlesOfRows(rails)],
};
