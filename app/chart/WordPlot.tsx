import { useId, useRef } from "react";
import type { KeyboardEvent, MouseEvent } from "react";
import { Shapes } from "../draw/Shapes.tsx";
import { turned } from "./cursor.ts";
import { NO_CURSOR, type Cursor, type PlotProps } from "./Plot.tsx";
import { curveAt, pointedMarks, rowAt, selectedMarks } from "./word-rows.ts";
import type { WordLayout } from "./word-rows.ts";

interface Props extends Omit<PlotProps, "layout"> {
  readonly layout: WordLayout;
}

/** Index of the row after `key`; null where the key moves nothing. */
function movedTo(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowUp":
      return at < 0 ? count - 1 : Math.max(0, at - 1);
    case "ArrowDown":
      return Math.min(count - 1, at + 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** A chart over words: one stop of the Tab key, with a cursor over the rows for keys, pointer and touch. */
export function WordPlot(props: Props) {
  const { layout, label, over, cursor, selectedX, onCursor, onSelectX, onView } = props;
  const host = useRef<HTMLDivElement>(null);
  const keys = useId();
  const { rows, width, height, data } = layout;
  const many = data.spec.series !== undefined;
  const placeOf = (x: number | null): number => rows.findIndex(({ row }) => row.x === x);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const from = placeOf(cursor.x ?? selectedX);
    const to = movedTo(event.key, from, rows.length);
    const here = rows[Math.max(0, from)]?.row;
    const turns = many && here !== undefined && (event.key === "ArrowLeft" || event.key === "ArrowRight");
    if (to !== null) onCursor({ ...cursor, x: rows[to]?.row.x ?? null }, true);
    else if (turns) {
      const curve = turned(event.key === "ArrowRight" ? "ArrowUp" : "ArrowDown", cursor.curve, here);
      onCursor({ x: here.x, curve }, true);
    } else if (event.key === "Enter" && cursor.x !== null) onSelectX(cursor.x, cursor.curve);
    else if (event.key.toLowerCase() === "v" && onView !== undefined) onView();
    else if (event.key === "Escape" && cursor.x !== null) onCursor(NO_CURSOR, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const under = (event: MouseEvent): Cursor => {
    const { left = 0, top = 0 } = host.current?.getBoundingClientRect() ?? {};
    const found = rowAt(layout, event.clientY - top);
    if (found === null) return NO_CURSOR;
    return { x: found.row.x, curve: many ? curveAt(layout, found, event.clientX - left) : null };
  };
  const [selected, pointed] = [rows[placeOf(selectedX)], rows[placeOf(cursor.x)]];
  return (
    <>
      <div
        ref={host}
        className="chart-plot"
        role="application"
        aria-roledescription="chart"
        aria-label={label}
        aria-describedby={keys}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => onCursor(NO_CURSOR, false)}
        onPointerDown={(event) => onCursor(under(event), false)}
        onPointerMove={(event) => onCursor(under(event), false)}
        onPointerLeave={() => onCursor(NO_CURSOR, false)}
        onClick={(event) => {
          const { x, curve } = under(event);
          if (x !== null) onSelectX(x, curve);
        }}
      >
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <Shapes shapes={selected === undefined ? [] : selectedMarks(layout, selected)} />
          <Shapes shapes={layout.marks} />
          <Shapes shapes={pointed === undefined ? [] : pointedMarks(layout, pointed, cursor.curve)} />
        </svg>
      </div>
      <p className="vh" id={keys}>
        Up and down arrow move over {over}, {many && "left and right arrow from mark to mark, "}Home and End go to the
        ends, Enter shows the run of that row.
      </p>
    </>
  );
}
