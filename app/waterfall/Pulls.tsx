/** All that is pulled in a waterfall: the ends of its bars, and the line below its rows. */
import type { BarHands } from "../timeline/props.ts";
import { handleOfRow } from "./bar-ends.ts";
import { BarEnd } from "./BarEnd.tsx";
import type { ShownRow } from "./rows.ts";

export { BarLine } from "./BarLine.tsx";

interface Props {
  readonly row: ShownRow;
  readonly pulls: BarHands;
  readonly first: number;
  readonly whole: number;
  readonly onHeld: (line: string | null) => void;
}

/** The end of a row’s bar, where a parameter sets its time. */
export function RowEnd({ row, pulls, first, whole, onHeld }: Props) {
  const handle = handleOfRow(row, pulls.handles);
  if (handle === null) return null;
  return <BarEnd {...{ handle, whole, onHeld }} hands={pulls} at={(row.to - first) / whole} />;
}
