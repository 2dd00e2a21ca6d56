/** The same run as a list: for keyboard and screen reader, and for everybody who wants to read it. */
import { itemAt, outcomeOf } from "../../../engine/kernel/reads.ts";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { fetched } from "../../controls/fetched.tsx";
import { startOf } from "../../../engine/kernel/critical-path.ts";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import { callOf, NO_CALL, placeOf } from "../../trace/calls.ts";
import { ListHead, ListTitle, Pages } from "./EventListParts.tsx";
import type { EventsShown } from "./EventListParts.tsx";
import { EventRow } from "./EventRow.tsx";
import { currentEvent, eventsOf, placeIn } from "../../trace/events.ts";
import type { TimedRef } from "../../trace/events.ts";
import { callStretch, refExists } from "../../trace/folds.ts";
import type { Stretch } from "../../trace/folds.ts";
import { clockUnit } from "../../words/times.ts";
import { pageCount } from "./paging.ts";
import type { EventListProps, EventsAs } from "../props.ts";
import { homeOf, rowKey, useFocusRow, usePage, useRowInView } from "./use-event-list.ts";
import "./events.css";

const NOTHING: readonly TimedRef[] = [];
const NOWHERE = -1;

const EventTree = fetched("The tree of the run", () => import("./EventTree.tsx").then((m) => m.EventTree));
// It brings the sentences of every system.
const ToldRun = fetched("The story of the run", () => import("./ToldRun.tsx").then((m) => m.ToldRun));

export function EventList(props: EventListProps) {
  const [form, setForm] = useState<EventsAs>(props.first ?? "table");
  const { call } = props;
  const stretch = useMemo(() => callStretch(props.run.trace, call), [props.run, call]);
  const { shown, setShown, rows } = useRows(props.run.trace, call, stretch, props.found ?? null);
  return (
    <section className="tl-events" aria-label="Events">
      <ListTitle {...{ shown, form }} found={props.found?.length ?? null} onShown={setShown} onForm={setForm} />
      {form === "tree" ? (
        <Suspense fallback={<div aria-busy="true" />}>
          <EventTree {...props} />
        </Suspense>
      ) : rows.length === 0 ? (
        <p className="tl-empty">{emptyText(shown, call, props.run.trace.calls.count)}</p>
      ) : (
        <EventPages {...props} {...{ stretch, shown, rows, form }} />
      )}
    </section>
  );
}

interface PagesOfEvents extends EventListProps {
  readonly stretch: Stretch;
  readonly shown: EventsShown;
  readonly rows: readonly TimedRef[];
  readonly form: EventsAs;
}

/** Rows as a table that one goes through by key, or as sentences, a page at a time. */
function EventPages(props: PagesOfEvents) {
  const { run, call, time, selected, onSelect, lost, onElsewhere, onSearch, stretch, shown, rows } = props;
  const { trace } = run;
  const [focused, setFocused] = useState<Ref>(NO_REF);
  const body = useRef<HTMLTableSectionElement>(null);
  const placeOfRef = (ref: Ref): number =>
    refExists(trace, ref) ? placeIn(rows, { ref, at: startOf(trace, ref) }) : NOWHERE;
  const current = currentEvent(rows, time);
  const isWithin = lost !== undefined && (lost <= stretch.to || isEndless(trace, call));
  const last = isWithin ? lastIn(rows, lost) : NOWHERE;
  const unit = clockUnit(stretch.to - stretch.from);
  const [page, setPage] = usePage(rows, placeOfRef(selected), current, selected);
  const home = homeOf(page, [placeOfRef(focused), placeOfRef(selected), current]);
  useRowInView(body, selected, page);
  const choose = (ref: Ref): void => {
    setFocused(ref);
    const other = callOf(trace, ref);
    if (other > 0 && other !== call && shown === "found") onElsewhere?.(placeOf(trace, ref, call));
    else onSelect(ref);
  };
  const focusRow = useFocusRow(rows, setFocused, setPage, body);
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[home];
    if (row === undefined) return;
    const meant = rowKey(event, { trace, row, home, placeOfRef, rows }, { focusRow, choose, onSelect, onSearch });
    if (meant) event.preventDefault();
  };
  const label = `${captionOf(shown, call)}, times in ${unit.name} since call ${call} began`;
  const pages: ReactNode = pageCount(rows.length) > 1 && (
    <Pages
      what="event"
      count={rows.length}
      at={(row) => itemAt(rows, row, "row").at}
      page={page}
      since={stretch.from}
      unit={unit}
      onPage={setPage}
    />
  );
  const onPage = rows.slice(page.from, page.to);
  if (props.form === "story") {
    return (
      <>
        <Suspense fallback={<div aria-busy="true" />}>
          <ToldRun {...{ trace, label, unit }} rows={onPage} since={stretch.from} call={shown === "call" ? call : 0} />
        </Suspense>
        {pages}
      </>
    );
  }
  return (
    <>
      <div className="tl-scroll">
        <table role="grid" aria-label={label} aria-rowcount={rows.length + 1}>
          <ListHead unit={unit} />
          <tbody ref={body} onKeyDown={onKeyDown}>
            {onPage.map(({ ref, at }, i) => (
              <EventRow
                key={ref}
                trace={trace}
                eventRef={ref}
                since={at - stretch.from}
                unit={unit}
                index={page.from + i}
                otherCall={shown !== "call" && callOf(trace, ref) !== call ? callOf(trace, ref) : 0}
                isHome={page.from + i === home}
                isCurrent={page.from + i === current}
                isSelected={ref === selected}
                isLast={page.from + i === last}
                onChoose={choose}
              />
            ))}
          </tbody>
        </table>
      </div>
      {pages}
    </>
  );
}

/** The rows that are asked for; a search shows what it found as soon as it has. */
function useRows(trace: TraceData, call: number, stretch: Stretch, found: readonly TimedRef[] | null) {
  const [chosen, setShown] = useState<EventsShown>("call");
  useEffect(() => {
    if (found !== null) setShown("found");
  }, [found]);
  const shown = chosen === "found" && found === null ? "call" : chosen;
  const own = useMemo(
    () => (shown === "found" ? NOTHING : eventsOf(trace, call, stretch, shown === "meanwhile")),
    [trace, call, stretch, shown],
  );
  return { shown, setShown, rows: shown === "found" ? (found ?? NOTHING) : own };
}

const captionOf = (shown: EventsShown, call: number): string =>
  shown === "found" ? "Events found" : shown === "call" ? `Events of call ${call}` : `Events while call ${call} lasts`;

/** Whether a call has not ended: its stretch goes to its last event, and the run may be lost behind that. */
const isEndless = (trace: TraceData, call: number): boolean =>
  call > 0 && call <= trace.calls.count && outcomeOf(trace, call - 1) === "pending";

/** The row from which on the run is lost; the end of the list where nothing follows. A link has whole nanoseconds. */
function lastIn(rows: readonly TimedRef[], lost: number): number {
  const row = rows.findIndex(({ at }) => at >= lost - 1);
  return row < 0 ? rows.length - 1 : row;
}

const emptyText = (shown: EventsShown, call: number, calls: number): string =>
  shown === "found"
    ? "No event has all of these words. Try fewer of them."
    : calls === 0
      ? NO_CALL
      : `The trace keeps no events of call ${call}. Choose an earlier call.`;
