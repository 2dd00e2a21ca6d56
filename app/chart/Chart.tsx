import { useId, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { spoken } from "./cursor.ts";
import { cleaned, inSentence } from "./data.ts";
import type { ChartData } from "./data.ts";
import { DataTable } from "./DataTable.tsx";
import { layoutChart } from "./layout.ts";
import { Plot } from "./Plot.tsx";
import { Readout } from "./Readout.tsx";
import { useWidth } from "./use-width.ts";
import "./chart.css";

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface ChartProps extends ChartData {
  /** How far a running sweep is; null while none runs. What it replaces stays, paler, until it is done. */
  readonly pending: Progress | null;
  readonly selectedX: number | null;
  readonly onSelectX: (x: number) => void;
  /** What was held fixed: "1,440 bytes, 10 Mbit/s, 5 trials a point, seed 1". */
  readonly caption: string;
  /** Fills a chart without a simulation: called by the button beside the sentence that says so. */
  readonly onRun?: () => void;
  /** Of the plot with its axes, in px; by its width where it is left out. */
  readonly height?: number;
}

/** As tall as reads well: square-ish on a phone, a flat figure on a wide page. */
export const chartHeight = (width: number): number =>
  width < 480 ? 240 : Math.min(340, Math.max(210, Math.round(width * 0.4)));

const HINT = "Point at a value, or use ← and →";

/** A 2 px ink line that fills; its room is always kept, so that nothing jumps. */
function PendingLine({ pending, over }: { readonly pending: Progress | null; readonly over: string }) {
  if (pending === null) return <div className="chart-pending" />;
  const share = pending.total > 0 ? Math.min(1, Math.max(0, pending.done / pending.total)) : 0;
  const percent = Math.round(share * 100);
  return (
    <div
      className="chart-pending"
      role="progressbar"
      aria-label={`Simulating over ${over}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <i style={{ transform: `scaleX(${share})` }} />
    </div>
  );
}

interface FootProps {
  readonly data: ChartData;
  readonly caption: string;
  readonly filled: boolean;
  readonly children: ReactNode;
}

/** Caption, and the data as a table: on request for the eye, always for a screen reader. */
function Foot({ data, caption, filled, children }: FootProps) {
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <>
      <div className="chart-foot">
        <p className="chart-note">{caption}</p>
        {children}
        {filled && (
          <button
            type="button"
            className="chart-toggle"
            aria-expanded={shown}
            aria-controls={id}
            onClick={() => setShown(!shown)}
          >
            {shown ? "Hide data" : "Show data"}
          </button>
        )}
      </div>
      {filled && (
        <div id={id} className={shown ? "chart-data" : "chart-data vh"}>
          <DataTable data={data} />
        </div>
      )}
    </>
  );
}

/** Paper, model and simulation over one parameter; arrow keys, pointer and table read the same figures. */
export function Chart(props: ChartProps) {
  const { spec, unit, x, paper, model, simulated, pending, selectedX, onSelectX, caption, onRun } = props;
  const data = useMemo<ChartData>(
    () => cleaned({ spec, unit, x, paper, model, simulated }),
    [spec, unit, x, paper, model, simulated],
  );
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const height = props.height ?? chartHeight(width);
  const layout = useMemo(() => (width === 0 ? null : layoutChart(data, { width, height })), [data, width, height]);
  const [cursorX, setCursorX] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const id = useId();
  const over = inSentence(x.label);
  const filled = data.paper.length + data.model.length + data.simulated.length > 0;
  const rowAt = (value: number | null) => layout?.rows.find((row) => row.x === value) ?? null;
  const onCursor = (value: number | null, byKey: boolean): void => {
    setCursorX(value);
    const row = rowAt(value);
    if (byKey) setSaid(row === null ? "" : spoken(data, row));
  };
  const run = data.simulated.length === 0 && pending === null && onRun !== undefined && (
    <button type="button" className="btn small" onClick={onRun}>
      Simulate over {over}
    </button>
  );

  return (
    <figure className={pending === null ? "chart" : "chart pending"} aria-labelledby={`${id}-title`}>
      <figcaption className="chart-title" id={`${id}-title`}>
        {spec.title} <span>{unit}</span>
      </figcaption>
      <Readout data={data} row={rowAt(cursorX) ?? rowAt(selectedX)} hint={filled ? HINT : ""} />
      <PendingLine pending={pending} over={over} />
      <div ref={host} style={{ height }} className="chart-room">
        {filled && layout !== null && (
          <Plot
            layout={layout}
            label={`${spec.title} over ${over}`}
            over={over}
            cursorX={cursorX}
            selectedX={selectedX}
            onCursor={onCursor}
            onSelectX={onSelectX}
          />
        )}
        {!filled && (
          <div className="chart-empty">
            <p>{pending === null ? `Nothing is known over ${over} yet: the simulation has not run.` : "Simulating."}</p>
            {run}
          </div>
        )}
      </div>
      <p className="vh" aria-live="polite">
        {said}
      </p>
      <Foot data={data} caption={caption} filled={filled}>
        {filled && run}
      </Foot>
    </figure>
  );
}
