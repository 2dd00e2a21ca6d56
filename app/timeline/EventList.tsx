/** The same run as a list: for keyboard and screen reader, and for everybody who wants to read it. */
import { memo, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { currentEvent, eventsOf, MOST_EVENTS } from "./events.ts";
import type { TimedRef } from "./events.ts";
import { callStretch } from "./folds.ts";
import { clockUnit, counted, onClock } from "./numbers.ts";
import type { TimeUnit } from "./numbers.ts";
import type { EventListProps } from "./props.ts";
import { becauseOf, causeOf, effectOf, fateOf, whatOf, whereOf } from "./words.ts";
import "./events.css";

export function EventList({ run, call, time, selected, onSelect }: EventListProps) {
  const { trace } = run;
  const [everything, setEverything] = useState(false);
  const [focused, setFocused] = useState<Ref>(NO_REF);
  const body = useRef<HTMLTableSectionElement>(null);
  const stretch = useMemo(() => callStretch(trace, call), [trace, call]);
  const { rows, total } = useMemo(() => eventsOf(trace, call, stretch, everything), [trace, call, stretch, everything]);
  const places = useMemo(() => new Map(rows.map(({ ref }, i) => [ref, i])), [rows]);
  const current = currentEvent(rows, time);
  const unit = clockUnit(stretch.to - stretch.from);
  // The row that the Tab key comes to: where one was last, else what is selected, else what is under the playhead.
  const home = places.get(focused) ?? places.get(selected) ?? Math.max(0, current);

  const onKeyDown = useRowKeys({ trace, rows, places, home, body, setFocused, onSelect });
  return (
    <section className="tl-events" aria-label="Events">
      <ListTitle everything={everything} onEverything={setEverything} />
      {rows.length === 0 ? (
        <p className="tl-empty">{`Nothing of call ${call} was kept. Choose an earlier call.`}</p>
      ) : (
        <div className="tl-scroll">
          <table
            role="grid"
            aria-label={`Events of call ${call}, times in ${unit.name} since it began`}
            aria-rowcount={rows.length + 1}
          >
            <ListHead unit={unit} />
            <tbody ref={body} onKeyDown={onKeyDown}>
              {rows.map(({ ref, at }, i) => (
                <EventRow
                  key={ref}
                  trace={trace}
                  eventRef={ref}
                  since={at - stretch.from}
                  unit={unit}
                  index={i}
                  isHome={i === home}
                  isCurrent={i === current}
                  isSelected={ref === selected}
                  onChoose={choose}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {total > rows.length && (
        <p className="tl-note">
          {`${counted(total, "event")} in all; the first ${MOST_EVENTS} are listed. The timeline shows the rest.`}
        </p>
      )}
    </section>
  );

  function choose(ref: Ref): void {
    setFocused(ref);
    onSelect(ref);
  }
}

interface RowKeys {
  readonly trace: TraceData;
  readonly rows: readonly TimedRef[];
  readonly places: ReadonlyMap<Ref, number>;
  readonly home: number;
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly setFocused: (ref: Ref) => void;
  readonly onSelect: (ref: Ref) => void;
}

/** Arrow keys go from row to row, with Ctrl along cause and effect; Enter selects. */
function useRowKeys(keys: RowKeys): (event: KeyboardEvent<HTMLTableSectionElement>) => void {
  const { trace, rows, places, home, body, setFocused, onSelect } = keys;
  const focusRow = (index: number): void => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row === undefined) return;
    setFocused(row.ref);
    body.current?.querySelector<HTMLElement>(`[data-ref="${row.ref}"]`)?.focus();
  };
  return (event) => {
    const row = rows[home];
    if (row === undefined || event.altKey) return;
    const move = moveOf(event.key, home, rows.length);
    if ((event.ctrlKey || event.metaKey) && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      const next = event.key === "ArrowLeft" ? causeOf(trace, row.ref) : effectOf(trace, row.ref);
      const index = places.get(next);
      if (index !== undefined) focusRow(index);
      if (next !== NO_REF) onSelect(next);
    } else if (event.key === "Enter" || event.key === " ") onSelect(row.ref);
    else if (event.key === "Escape") onSelect(NO_REF);
    else if (move !== undefined && !event.ctrlKey && !event.metaKey) focusRow(move);
    else return;
    event.preventDefault();
  };
}

interface TitleProps {
  readonly everything: boolean;
  readonly onEverything: (everything: boolean) => void;
}

function ListTitle({ everything, onEverything }: TitleProps) {
  return (
    <div className="tl-title">
      <h2>
        Events <span>the same run as a list; Ctrl with the arrow keys follows cause and effect</span>
      </h2>
      <span className="seg" role="group" aria-label="Events of">
        <button type="button" aria-pressed={!everything} onClick={() => onEverything(false)}>
          This call
        </button>
        <button type="button" aria-pressed={everything} onClick={() => onEverything(true)}>
          Everything meanwhile
        </button>
      </span>
    </div>
  );
}

function ListHead({ unit }: { readonly unit: TimeUnit }) {
  return (
    <thead>
      <tr>
        <th scope="col" className="at">
          {unit.name}
        </th>
        <th scope="col">Where</th>
        <th scope="col">What</th>
        <th scope="col" className="because">
          Because of
        </th>
      </tr>
    </thead>
  );
}

function moveOf(key: string, from: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return from + 1;
    case "ArrowUp":
      return from - 1;
    case "PageDown":
      return from + 10;
    case "PageUp":
      return from - 10;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

interface RowProps {
  readonly trace: TraceData;
  readonly eventRef: Ref;
  readonly since: number;
  readonly unit: TimeUnit;
  readonly index: number;
  readonly isHome: boolean;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly onChoose: (ref: Ref) => void;
}

const sameRow = (a: RowProps, b: RowProps): boolean =>
  a.trace === b.trace &&
  a.eventRef === b.eventRef &&
  a.since === b.since &&
  a.unit === b.unit &&
  a.index === b.index &&
  a.isHome === b.isHome &&
  a.isCurrent === b.isCurrent &&
  a.isSelected === b.isSelected;

/**
 * `onChoose` only sets state, so an older one does as well: while the playhead moves, two rows are drawn anew, not 500.
 */
const EventRow = memo(function EventRow({
  trace,
  eventRef,
  since,
  unit,
  index,
  isHome,
  isCurrent,
  isSelected,
  onChoose,
}: RowProps) {
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
      <td className="at">{onClock(since, unit)}</td>
      <td>{whereOf(trace, eventRef)}</td>
      <td className={lost ? "what lost" : `what ${table}`}>
        {lost ? "× " : ""}
        {whatOf(trace, eventRef)}
      </td>
      <td className="because">{becauseOf(trace, eventRef)}</td>
    </tr>
  );
}, sameRow);
