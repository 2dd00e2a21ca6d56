/** The places at which a reader chooses a machine, or opens some that share a row. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { BEFORE } from "./compose.ts";
import { HOST_MARK } from "./figure.ts";
import type { HostPlace } from "./figure.ts";
import type { Frame } from "./frame.ts";

/** The room of names of two machines: in the column beside their bands, and in the row above their columns. */
const NAME_COLUMN = 28;
const NAME_ROW = 44;
/** A name and its story may hang so far below the band; where rows are far apart, nothing else does. */
const BELOW = 24; // px
const LEAST_PLACE = 12; // a lower name could not be hit

/** Names that can be chosen: those of groups, and those of machines, though of close machines only what is written. */
export function hostsOf({ arrangement, rows, pitch, down, start, wire, width }: Frame): readonly HostPlace[] {
  const close = pitch < LEAST_PLACE;
  const names = wire === null ? start - 8 : down ? NAME_ROW : NAME_COLUMN;
  const least = wire === null ? LEAST_PLACE : down ? NAME_ROW : 0;
  return rows.flatMap((row): HostPlace[] => {
    const { machines, opens, named, from, to, name, story } = row;
    if (to === from) return [];
    const [first] = machines; // none of a row that is open: its machines have rows of their own
    const machine = first === undefined ? undefined : itemAt(arrangement.plan.machines, first, "machine");
    const size = opens === null && close ? LEAST_PLACE : Math.max(least, row.pitch);
    const band = to - from;
    const left = wire === null ? from : Math.min(from, width - size);
    const place = down
      ? {
          ...{ left, top: 0, width: size, height: names },
          mark: { left: from - left, top: start - BEFORE - HOST_MARK, width: band, height: HOST_MARK },
        }
      : {
          ...{ left: 0, top: from, width: names, height: Math.min(size, band + BELOW) },
          mark: { left: 0, top: 0, width: HOST_MARK, height: band },
        };
    if (opens !== null) return [{ opens: { ...opens, name: story === "" ? name : `${name}: ${story}` }, ...place }];
    return machine === undefined || machines.length > 1 || (close && !named) ? [] : [{ machine, ...place }];
  });
}
