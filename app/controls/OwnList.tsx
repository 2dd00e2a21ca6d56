/**
 * The list of what a reader’s own file holds, a row each. Only the rows in view are in the page, so that there may be a
 * hundred thousand.
 */
import { useEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";

const ROW = 32; // px, as in the style sheet; the head of the table has a row, too
const BEYOND = 10; // rows drawn above and below those in view

interface Props<Item> {
  readonly name: string;
  readonly items: readonly Item[];
  /** The chosen row, from 1, which is brought into view; 0 for none. */
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
  /** The row of the heads. */
  readonly head: ReactNode;
  /** A row of the table, whose `aria-rowindex` is one more than its place. */
  readonly rowOf: (item: Item, place: number) => ReactNode;
}

export function OwnList<Item>({ name, items, chosen, onChoose, head, rowOf }: Props<Item>) {
  const { box, measure, first, end } = useInView(items.length, chosen);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof Element) || event.target.closest("tbody") === null) return;
    const next = rowByKey(event.key, chosen, items.length);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onChoose(next);
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[aria-rowindex="${next + 1}"] button`)?.focus(),
    );
  };
  return (
    <div className="own-list" ref={box} onScroll={measure} onKeyDown={onKeyDown}>
      <table aria-label={name} aria-rowcount={items.length + 1}>
        <thead>{head}</thead>
        <tbody>
          {first > 0 && <tr aria-hidden="true" style={{ height: first * ROW }} />}
          {items.slice(first, end).map((item, i) => rowOf(item, first + i + 1))}
          {end < items.length && <tr aria-hidden="true" style={{ height: (items.length - end) * ROW }} />}
        </tbody>
      </table>
    </div>
  );
}

interface InView {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly measure: () => void;
  /** The first row to be drawn, and one past the last; from 0. */
  readonly first: number;
  readonly end: number;
}

function useInView(count: number, chosen: number): InView {
  const box = useRef<HTMLDivElement>(null);
  const [{ top, room }, setPlace] = useState({ top: 0, room: 640 });
  const measure = (): void => {
    const element = box.current;
    if (element !== null) setPlace({ top: element.scrollTop, room: element.clientHeight });
  };
  useEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const [from, to] = [(chosen - 1) * ROW, (chosen + 1) * ROW];
    if (from < element.scrollTop) element.scrollTop = from;
    else if (to > element.scrollTop + element.clientHeight) element.scrollTop = to - element.clientHeight;
  }, [chosen]);
  const first = Math.max(0, Math.floor(top / ROW) - BEYOND);
  return { box, measure, first, end: Math.min(count, Math.ceil((top + room) / ROW) + BEYOND) };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** The row that a key leads to, from 1; null for another key. */
function rowByKey(key: string, chosen: number, count: number): number | null {
  if (key === "Home") return 1;
  if (key === "End") return count;
  const step = STEPS[key];
  return step === undefined ? null : Math.min(count, Math.max(1, chosen + step));
}
