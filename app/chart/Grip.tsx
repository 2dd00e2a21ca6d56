/** The run's own value on the axis of a chart, to be pulled to another: each value on the way is run. */
import { useRef } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { moved, nearest, xText } from "./cursor.ts";
import type { ChartLayout } from "./layout.ts";

interface Props {
  readonly layout: ChartLayout;
  readonly over: string; // "caller threads"
  /** The value of the run that is shown. */
  readonly x: number;
  readonly onSelectX: (x: number, curve: number | null) => void;
}

export function Grip({ layout, over, x, onSelectX }: Props) {
  const began = useRef<number | null>(null); // the value at which the hand took hold; null where none holds it
  const { rows, plot, data } = layout;
  const at = rows.findIndex((row) => row.x === x);
  const select = (next: number | undefined): void => {
    if (next !== undefined && next !== x) onSelectX(next, null);
  };
  const onMove = (event: PointerEvent<HTMLElement>): void => {
    const room = event.currentTarget.parentElement?.getBoundingClientRect();
    if (began.current === null || room === undefined) return;
    const index = nearest(layout, event.clientX - room.left);
    select(index === null ? undefined : rows[index]?.x);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const back = event.key === "Escape" ? began.current : null;
    const to = moved(event.key, at < 0 ? null : at, rows.length);
    if (back === null && to === null) return;
    event.preventDefault();
    event.stopPropagation();
    began.current = null;
    select(back ?? (to === null ? undefined : rows[to]?.x));
  };
  return (
    <div
      className="chart-grip"
      role="slider"
      tabIndex={0}
      aria-label={`The run’s place in the chart, over ${over}`}
      aria-valuenow={x}
      aria-valuemin={rows[0]?.x ?? x}
      aria-valuemax={rows.at(-1)?.x ?? x}
      aria-valuetext={xText(data.x, x)}
      title={`Pull to run another value: ${over}`}
      style={{ left: layout.xAt(x), top: plot.y0, height: plot.y1 - plot.y0 }}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        began.current = x;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onMove}
      onPointerUp={() => (began.current = null)}
      onPointerCancel={() => {
        const from = began.current;
        began.current = null;
        select(from ?? undefined);
      }}
    >
      <i />
    </div>
  );
}
