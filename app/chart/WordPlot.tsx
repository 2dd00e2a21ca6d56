import type { KeyboardEvent } from "react";
import { Shapes } from "../draw/Shapes.tsx";
import { moved, turned } from "./cursor.ts";
import { NO_CURSOR, PlotStop, type Cursor, type PlotProps } from "./Plot.tsx";
import { curveAt, pointedMarks, rowAt, selectedMarks } from "./word-rows.ts";
import type { WordLayout } from "./word-rows.ts";
import { keyOf } from "../controls/key-of.ts";

interface Props extends Omit<PlotProps, "layout"> {
  readonly layout: WordLayout;
}

/** Keys along the rows as keys along an axis. */
const ALONG: Readonly<Record<string, string>> = {
  ...{ ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight" },
  ...{ Home: "Home", End: "End" },
};

/** A chart over words, with a cursor over its rows. */
export function WordPlot(props: Props) {
  const { layout, over, cursor, selectedX, onCursor, onView } = props;
  const { rows, width, height, data } = layout;
  const many = data.spec.series !== undefined;
  const placeOf = (x: number | null): number => rows.findIndex(({ row }) => row.x === x);
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = placeOf(cursor.x ?? selectedX);
    const to = moved(ALONG[event.key] ?? "", from < 0 ? null : from, rows.length);
    const here = rows[Math.max(0, from)]?.row;
    const turns = many && here !== undefined && (event.key === "ArrowLeft" || event.key === "ArrowRight");
    if (to !== null) onCursor({ ...cursor, x: rows[to]?.row.x ?? null }, true);
    else if (turns) {
      const curve = turned(event.key === "ArrowRight" ? "ArrowUp" : "ArrowDown", cursor.curve, here);
      onCursor({ x: here.x, curve }, true);
    } else if (keyOf(event.nativeEvent) === "v" && onView !== undefined) onView();
    else return;
    event.preventDefault();
  };
  const under = (x: number, y: number): Cursor => {
    const found = rowAt(layout, y);
    if (found === null) return NO_CURSOR;
    return { x: found.row.x, curve: many ? curveAt(layout, found, x) : null };
  };
  const hint = [
    `Up and down arrow move over ${over}.`,
    ...(many ? ["Left and right arrow move from mark to mark."] : []),
    "Home and End go to the ends. Enter shows the run of that row.",
  ].join(" ");
  const [selected, pointed] = [rows[placeOf(selectedX)], rows[placeOf(cursor.x)]];
  return (
    <PlotStop {...props} {...{ under, onKeyDown, hint }}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <Shapes shapes={selected === undefined ? [] : selectedMarks(layout, selected)} />
        <Shapes shapes={layout.marks} />
        <Shapes shapes={pointed === undefined ? [] : pointedMarks(layout, pointed, cursor.curve)} />
      </svg>
    </PlotStop>
  );
}
