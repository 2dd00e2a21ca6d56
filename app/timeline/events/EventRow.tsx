import { memo } from "react";
import { refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import { exactOnClock } from "../../words/times.ts";
import type { TimeUnit } from "../../words/times.ts";
import { fateOf } from "../../../engine/kernel/reads.ts";
import { LOST_WORDS } from "./lost-words.ts";
import { becauseOf, whatOf, whereOf } from "../../trace/row-names.ts";

interface RowProps {
  readonly trace: TraceData;
  readonly eventRef: Ref;
  readonly since: number;
  readonly unit: TimeUnit;
  readonly index: number;
  /** The call that it belongs to where that is not the one shown; 0 where it is. */
  readonly otherCall: number;
  readonly isHome: boolean;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  /** Whether the run is lost from this event on. */
  readonly isLast: boolean;
  readonly onChoose: (ref: Ref) => void;
}

const sameRow = (a: RowProps, b: RowProps): boolean =>
  a.trace === b.trace &&
  a.eventRef === b.eventRef &&
  a.since === b.since &&
  a.unit === b.unit &&
  a.index === b.index &&
  a.otherCall === b.otherCall &&
  a.isHome === b.isHome &&
  a.isCurrent === b.isCurrent &&
  a.isSelected === b.isSelected &&
  a.isLast === b.isLast;

/** `onChoose` only sets state, so an older one does as well: while the playhead moves, two rows are drawn anew. */
export const EventRow = memo(function EventRow(props: RowProps) {
  const { trace, eventRef, since, unit, index, otherCall, isHome, isCurrent, isSelected, isLast, onChoose } = props;
  const table = refTable(eventRef);
  const lost = table === "packet" && fateOf(trace, refRow(eventRef)) === "lost";
  return (
    <tr
      data-ref={eventRef}
      tabIndex={isHome ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isCurrent ? "time" : undefined}
      onClick={() => onChoose(eventRef)}
    >
      <td className="at">{exactOnClock(since, unit)}</td>
      <td>{whereOf(trace, eventRef)}</td>
      <td className={lost ? "what lost" : `what ${table}`}>
        {lost ? "× " : ""}
        {whatOf(trace, eventRef)}
        {otherCall > 0 && <i> call {otherCall}</i>}
        {isLast && <b className="lost"> {LOST_WORDS}</b>}
      </td>
      <td className="because">{becauseOf(trace, eventRef)}</td>
    </tr>
  );
}, sameRow);
