import { useId, useRef } from "react";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { cursorMarks, moved, nearest, nearestCurve, selectionMarks, turned } from "./cursor.ts";
import type { ChartLayout, Layer } from "./layout.ts";
import { pointIn } from "../draw/figure-size.ts";
import { Shapes } from "../draw/Shapes.tsx";
import type { Box } from "../draw/scene.ts";
import { uncovered } from "../draw/uncovered.ts";
import { keyOf } from "../controls/key-of.ts";

/** The place of the cursor: at all answers of an x, or at the point of one of several curves. */
export interface Cursor {
  readonly x: number | null;
  readonly curve: number | null;
}

export const NO_CURSOR: Cursor = { x: null, curve: null };

export interface PlotProps {
  readonly layout: ChartLayout;
  readonly label: string;
  readonly over: string; // "caller threads"
  readonly cursor: Cursor;
  readonly selectedX: number | null;
  /** `byKey` where the arrow keys moved it: then it is also said. */
  readonly onCursor: (cursor: Cursor, byKey: boolean) => void;
  readonly onSelectX: (x: number, curve: number | null) => void;
  /** Turns to the other view, where there is one. */
  readonly onView?: (() => void) | undefined;
}

interface LayerProps {
  readonly layer: Layer;
  readonly layout: ChartLayout;
  /** The grounds of figures on the axis, which take the place of those that they cover. */
  readonly flags: readonly Box[];
}

/** A layer; a curve is uncovered from left to right when it first appears, and stays. */
function LayerMarks({ layer, layout, flags }: LayerProps) {
  const clip = useId();
  if (!layer.curve)
    return <Shapes shapes={layer.name === "frame" ? flags.reduce(uncovered, layer.marks) : layer.marks} />;
  return (
    <>
      <clipPath id={clip}>
        <rect className="chart-curtain" width={layout.width} height={layout.height} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <Shapes shapes={layer.marks} />
      </g>
    </>
  );
}

function Drawing({ layout, cursor: at, selectedX }: Pick<PlotProps, "layout" | "cursor" | "selectedX">) {
  const selected = layout.rows.find((row) => row.x === selectedX);
  const selection = selected === undefined ? null : selectionMarks(layout, selected);
  const { ground = [], figure = [] } = selection ?? {};
  const { x, curve } = at;
  const cursor = x !== null && layout.rows.some((row) => row.x === x) ? cursorMarks(layout, x, curve) : [];
  const flags = [...figure, ...cursor.slice(1)].filter((one) => one.shape === "box");
  const { width, height } = layout;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <Shapes shapes={ground} />
      <Shapes shapes={cursor.slice(0, 1)} />
      {layout.layers.map((layer) => (
        <g key={layer.name} className={`chart-${layer.name}`}>
          <LayerMarks {...{ layer, layout, flags }} />
        </g>
      ))}
      <Shapes shapes={figure} />
      <Shapes shapes={cursor.slice(1)} />
    </svg>
  );
}

interface StopProps extends Omit<PlotProps, "layout" | "selectedX" | "over" | "onView"> {
  /** The place of the cursor under a point of the figure, in px. */
  readonly under: (x: number, y: number) => Cursor;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly hint: string; // what the keys do
  readonly children: ReactNode;
}

/** A figure as one stop of the Tab key, with a cursor for keys, pointer and touch. */
export function PlotStop({ label, cursor, onCursor, onSelectX, under, onKeyDown, hint, children }: StopProps) {
  const host = useRef<HTMLDivElement>(null);
  const keys = useId();
  const at = (event: MouseEvent): Cursor => {
    const { x, y } = host.current === null ? { x: 0, y: 0 } : pointIn(host.current, event);
    return under(x, y);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" && cursor.x !== null) onSelectX(cursor.x, cursor.curve);
    else if (event.key === "Escape" && cursor.x !== null) onCursor(NO_CURSOR, true);
    else {
      onKeyDown(event);
      if (!event.isDefaultPrevented()) return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
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
        onKeyDown={onKey}
        onBlur={() => onCursor(NO_CURSOR, false)}
        onPointerDown={(event) => onCursor(at(event), false)}
        onPointerMove={(event) => onCursor(at(event), false)}
        onPointerLeave={() => onCursor(NO_CURSOR, false)}
        onClick={(event) => {
          const { x, curve } = at(event);
          if (x !== null) onSelectX(x, curve);
        }}
      >
        {children}
      </div>
      <p className="vh" id={keys}>
        {hint}
      </p>
    </>
  );
}

/** The figure itself, with a cursor over the x values. */
export function Plot(props: PlotProps) {
  const { layout, over, cursor, selectedX, onCursor, onView } = props;
  const { rows } = layout;
  const many = layout.data.spec.series !== undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = rows.findIndex((row) => row.x === (cursor.x ?? selectedX));
    const to = moved(event.key, from < 0 ? null : from, rows.length);
    const row = rows[Math.max(0, from)];
    const turns = many && row !== undefined && (event.key === "ArrowUp" || event.key === "ArrowDown");
    if (to !== null) onCursor({ ...cursor, x: rows[to]?.x ?? null }, true);
    else if (turns) onCursor({ x: row.x, curve: turned(event.key, cursor.curve, row) }, true);
    else if (keyOf(event.nativeEvent) === "v" && onView !== undefined) onView();
    else return;
    event.preventDefault();
  };
  const under = (x: number, y: number): Cursor => {
    const index = nearest(layout, x);
    const row = index === null ? undefined : rows[index];
    if (row === undefined) return NO_CURSOR;
    return { x: row.x, curve: many ? nearestCurve(layout, row, y) : null };
  };
  const hint = [
    `Left and right arrow move over ${over}.`,
    ...(many ? ["Up and down arrow move from curve to curve."] : []),
    "Home and End go to the ends. Enter shows the run at that value.",
  ].join(" ");
  return (
    <PlotStop {...props} {...{ under, onKeyDown, hint }}>
      <Drawing layout={layout} cursor={cursor} selectedX={selectedX} />
    </PlotStop>
  );
}
