/** More than two machines: fetched when there are some. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { BEFORE } from "./compose.ts";
import { runsDown } from "./description.ts";
import type { Description } from "./description.ts";
import { HOST_MARK } from "./figure.ts";
import type { HostPlace } from "./figure.ts";
import { frameManyAcross, frameManyDown } from "./frame-many.ts";
import type { Frame } from "./frame.ts";
import { namesOfMany } from "./names-many.ts";
import { repeatsAcross } from "./repeats.ts";
import { repeatsDown } from "./repeats-down.ts";
import { stripsOfRows } from "./row-strips.ts";
import { titlesOfColumns } from "./titles-down.ts";
import { titlesAcross } from "./titles.ts";

export const MANY: Description = {
  frameOf: (shown, { width, room, open }) =>
    runsDown(width, room) ? frameManyDown(shown, width, open) : frameManyAcross(shown, width, room, open),
  namesOf: namesOfMany,
  stripsOf: stripsOfRows,
  besideOf: (rails, words) =>
    rails.frame.down
      ? [...repeatsDown(rails, words), ...titlesOfColumns(rails.frame)]
      : [...repeatsAcross(rails), ...titlesAcross(rails)],
  hostsOf: hostsOfMany,
};

/** A name and its story may hang so far below the band; where rows are far apart, nothing else does. */
const BELOW = 24; // px
const LEAST_PLACE = 12; // a lower name could not be hit

/** Names that can be chosen: those of groups, and those of machines, though of close machines only what is written. */
function hostsOfMany({ arrangement, rows, pitch, down, start }: Frame): readonly HostPlace[] {
  const close = pitch < LEAST_PLACE;
  return rows.flatMap((row): HostPlace[] => {
    const { machines, opens, named, from, to, name, story } = row;
    const [first] = machines; // none of a row that is open: its machines have rows of their own
    const machine = first === undefined ? undefined : itemAt(arrangement.plan.machines, first, "machine");
    const size = opens === null ? (close ? LEAST_PLACE : row.pitch) : Math.max(LEAST_PLACE, row.pitch);
    const band = to - from;
    const place = down
      ? {
          ...{ left: from, top: 0, width: size, height: start - 8 },
          mark: { left: 0, top: start - BEFORE - HOST_MARK, width: band, height: HOST_MARK },
        }
      : {
          ...{ left: 0, top: from, width: start - 8, height: Math.min(size, band + BELOW) },
          mark: { left: 0, top: 0, width: HOST_MARK, height: band },
        };
    if (opens !== null) return [{ opens: { ...opens, name: story === "" ? name : `${name}: ${story}` }, ...place }];
    return machine === undefined || machines.length > 1 || (close && !named) ? [] : [{ machine, ...place }];
  });
}
