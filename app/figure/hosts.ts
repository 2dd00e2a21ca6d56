/** The places at which a reader chooses a machine, or opens some that share a row. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { HOST_MARK } from "./figure.ts";
import type { HostPlace } from "./figure.ts";
import { BEFORE } from "./compose.ts";
import type { Frame } from "./frame.ts";

export function hostsOf(frame: Frame): readonly HostPlace[] {
  if (frame.wire === null) return hostsOfMany(frame);
  return frame.down ? hostsOfTwoDown(frame) : hostsOfTwo(frame);
}

/** In the column beside the bands. */
const NAME_COLUMN = 28;
const hostsOfTwo = ({ bands }: Frame): readonly HostPlace[] =>
  bands.map(({ machine, from, to }) => ({ machine, left: 0, top: from, width: NAME_COLUMN, height: to - from }));

/** In the row above the columns. */
const NAME_ROW = 44;
const hostsOfTwoDown = ({ bands, start, width: whole }: Frame): readonly HostPlace[] =>
  bands.map(({ machine, from, to }) => {
    const width = Math.max(NAME_ROW, to - from);
    const left = Math.min(from, whole - width);
    const mark = { left: from - left, top: start - BEFORE - HOST_MARK, width: to - from, height: HOST_MARK };
    return { machine, left, top: 0, width, height: NAME_ROW, mark };
  });

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
