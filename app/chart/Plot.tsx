import { useId, useRef } from "react";
import type { KeyboardEvent, MouseEvent } from "react";
import { cursorMarks, moved, nearest, selectionMarks } from "./cursor.ts";
import type { ChartLayout, Layer } from "./layout.ts";
import { Marks } from "./Marks.tsx";

interface Props {
  readonly layout: ChartLayout;
  readonly label: string;
  readonly over: string; // "caller threads"
  readonly cursorX: number | null;
  readonly selectedX: number | null;
  /** `byKey` where the arrow keys moved it: then it is also said. */
  readonly onCursor: (x: number | null, byKey: boolean) => void;
  readonly onSelectX: (x: number) => void;
}

/** A layer; a curve is uncovered from left to right when it first appears, and stays. */
function LayerMarks({ layer, layout }: { readonly layer: Layer; readonly layout: ChartLayout }) {
  const clip = useId();
  if (!layer.curve) return <Marks marks={layer.marks} />;
  return (
    <>
      <clipPath id={clip}>
        <rect className="chart-curtain" width={layout.width} height={layout.height} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <Marks marks={layer.marks} />
      </g>
    </>
  );
}

function Drawing({ layout, cursorX, selectedX }: Pick<Props, "layout" | "cursorX" | "selectedX">) {
  const selected = layout.rows.find((row) => row.x === selectedX);
  const selection = selected === undefined ? null : selectionMarks(layout, selected);
  const cursor = cursorX !== null && layout.rows.some((row) => row.x === cursorX) ? cursorMarks(layout, cursorX) : [];
  const { width, height } = layout;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <Marks marks={selection?.ground ?? []} />
      <Marks marks={cursor.slice(0, 1)} />
      {layout.layers.map((layer) => (
        <g key={layer.name} className={`chart-${layer.name}`}>
          <LayerMarks layer={layer} layout={layout} />
        </g>
      ))}
      <Marks marks={selection?.figure ?? []} />
      <Marks marks={cursor.slice(1)} />
    </svg>
  );
}

/** The figure itself: one stop of the Tab key, with a cursor over the x values for keys, pointer and touch. */
export function Plot(props: Props) {
  const { layout, label, over, cursorX, selectedX, onCursor, onSelectX } = props;
  const host = useRef<HTMLDivElement>(null);
  const keys = useId();
  const { rows } = layout;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const from = rows.findIndex((row) => row.x === (cursorX ?? selectedX));
    const to = moved(event.key, from < 0 ? null : from, rows.length);
    if (to !== null) onCursor(rows[to]?.x ?? null, true);
    else if (event.key === "Enter" && cursorX !== null) onSelectX(cursorX);
    else if (event.key === "Escape" && cursorX !== null) onCursor(null, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const under = (event: MouseEvent): number | null => {
    const left = host.current?.getBoundingClientRect().left ?? 0;
    const index = nearest(layout, event.clientX - left);
    return index === null ? null : (rows[index]?.x ?? null);
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
        onKeyDown={onKeyDown}
        onBlur={() => onCursor(null, false)}
        onPointerDown={(event) => onCursor(under(event), false)}
        onPointerMove={(event) => onCursor(under(event), false)}
        onPointerLeave={() => onCursor(null, false)}
        onClick={(event) => {
          const x = under(event);
          if (x !== null) onSelectX(x);
        }}
      >
        <Drawing layout={layout} cursorX={cursorX} selectedX={selectedX} />
      </div>
      <p className="vh" id={keys}>
        Left and right arrow move over {over}, Home and End go to the ends, Enter shows the run at that value.
      </p>
    </>
  );
}
