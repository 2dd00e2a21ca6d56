/** The state of the list of events: its page, the row with the focus, and the keys. */
import { useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import type { TimedRef } from "../../trace/events.ts";
import { moveOf } from "../../controls/list-keys.ts";
import { pageAt, pageOf } from "./paging.ts";
import type { Page } from "./paging.ts";
import { causeOf } from "../../../engine/kernel/reads.ts";
import { effectOf } from "../../trace/row-names.ts";

/**
 * The page in view: the reader's own choice, until the playhead or the selection moves elsewhere; then the page that
 * has what moved.
 * @param place the row of what is selected, -1 where it is not in the list
 */
export function usePage(
  rows: readonly TimedRef[],
  place: number,
  current: number,
  selected: Ref,
): readonly [Page, (number: number) => void] {
  const [state, setState] = useState({ rows, current, selected, number: pageOf(current, rows.length).number });
  if (state.rows !== rows || state.current !== current || state.selected !== selected) {
    const moved = state.selected !== selected || state.rows !== rows;
    const row = moved && place >= 0 ? place : current;
    const { number } = pageOf(row, rows.length);
    setState({ rows, current, selected, number });
  }
  return [pageAt(state.number, rows.length), (number) => setState({ ...state, number })];
}

/** The row that the Tab key comes to: the first of `wishes` that stands on the page, else the page's first. */
export const homeOf = ({ from, to }: Page, wishes: readonly number[]): number =>
  wishes.find((row) => row >= from && row < to) ?? from;

/** A selected row is scrolled to within the list; the page itself stays where it is. */
export function useRowInView(body: RefObject<HTMLTableSectionElement | null>, selected: Ref, { number }: Page): void {
  const before = useRef(selected);
  useLayoutEffect(() => {
    // The list opens at its beginning, whatever is selected.
    if (before.current === selected && number === 0) return;
    before.current = selected;
    if (body.current === null) return;
    const row = body.current.querySelector<HTMLElement>(`[data-ref="${selected}"]`);
    const scroller = body.current.closest<HTMLElement>(".tl-scroll");
    if (row === null || scroller === null) return;
    const head = body.current.offsetTop;
    const [top, bottom] = [row.offsetTop - head, row.offsetTop + row.offsetHeight];
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottom - scroller.clientHeight;
  }, [body, selected, number]);
}

/** Moves the focus to a row of the list, turning to its page where that is another. */
export function useFocusRow(
  rows: readonly TimedRef[],
  setFocused: (ref: Ref) => void,
  setPage: (number: number) => void,
  body: RefObject<HTMLTableSectionElement | null>,
): (index: number) => void {
  const [wanted, setWanted] = useState<{ readonly ref: Ref } | null>(null);
  useLayoutEffect(() => {
    if (wanted !== null) body.current?.querySelector<HTMLElement>(`[data-ref="${wanted.ref}"]`)?.focus();
  }, [wanted, body]);
  return (index) => {
    const at = Math.min(rows.length - 1, Math.max(0, index));
    const row = rows[at];
    if (row === undefined) return;
    setFocused(row.ref);
    setPage(pageOf(at, rows.length).number);
    setWanted({ ref: row.ref });
  };
}

/** The row that a key is pressed on, among the others. */
interface RowKeys {
  readonly trace: TraceData;
  readonly row: TimedRef;
  readonly home: number;
  /** -1 where it is not in the list. */
  readonly placeOfRef: (ref: Ref) => number;
  readonly rows: readonly TimedRef[];
}

/** With Ctrl the arrows follow cause and effect. */
function linkOf(key: string, { trace, row }: RowKeys): Ref | undefined {
  if (key === "ArrowLeft") return causeOf(trace, row.ref);
  return key === "ArrowRight" ? effectOf(trace, row.ref) : undefined;
}

interface RowActions {
  readonly focusRow: (index: number) => void;
  readonly choose: (ref: Ref) => void;
  readonly onSelect: (ref: Ref) => void;
  readonly onSearch: (() => void) | undefined;
}

/** Arrow keys go from row to row, with Ctrl along cause and effect; Enter selects. False where a key means nothing. */
export function rowKey(event: KeyboardEvent, at: RowKeys, actions: RowActions): boolean {
  const { focusRow, choose, onSelect, onSearch } = actions;
  const move = moveOf(event.key, at.home, at.rows.length);
  if (event.altKey) return false;
  if (event.ctrlKey || event.metaKey) {
    const next = linkOf(event.key, at);
    if (next === undefined) return false;
    const index = at.placeOfRef(next);
    if (index >= 0) focusRow(index);
    if (next !== NO_REF) onSelect(next);
  } else if (event.key === "Enter" || event.key === " ") choose(at.row.ref);
  else if (event.key === "Escape") onSelect(NO_REF);
  else if (event.key === "/" && onSearch !== undefined) onSearch();
  else if (move !== undefined) focusRow(move);
  else return false;
  return true;
}
