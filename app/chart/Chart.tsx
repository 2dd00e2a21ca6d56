import { useId, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { spoken } from "./cursor.ts";
import { inSentence } from "../language/in-sentence.ts";
import { chartRows, cleaned, isFilled, isSimulated, unitText } from "./data.ts";
import type { ChartData } from "./data.ts";
import { useSizeOf } from "../draw/figure-size.ts";
import { ScrollBox } from "../controls/ScrollBox.tsx";
import { DataTable } from "./DataTable.tsx";
import { layoutChart } from "./layout.ts";
import type { ChartLayout } from "./layout.ts";
import { Grip } from "./Grip.tsx";
import { NO_CURSOR, Plot } from "./Plot.tsx";
import type { Cursor } from "./Plot.tsx";
import { Readout } from "./Readout.tsx";
import { residualsOf } from "./residual.ts";
import { useWidth } from "../draw/page-hooks.ts";
import { WordPlot } from "./WordPlot.tsx";
import { layoutWords } from "./word-rows.ts";
import "./chart.css";
import { Segments } from "../controls/Segments.tsx";

export interface ChartProgress {
  readonly done: number;
  readonly total: number;
}

interface ChartProps {
  readonly data: ChartData;
  /** The progress of a running sweep; null while none runs. */
  readonly pending: ChartProgress | null;
  /** True where the simulation drawn is of another setting; it is pale until it is replaced. */
  readonly old: boolean;
  /** True where the model drawn is of another setting, and no other is known. */
  readonly modelOld?: boolean;
  readonly selectedX: number | null;
  /** @param curve index of the one of several curves that was pointed at */
  readonly onSelectX: (x: number, curve: number | null) => void;
  /** The value under a hand that pulls the run's own; null where it lets go and nothing changes. */
  readonly onHoldX?: (x: number | null) => void;
  /** What stands, as a key: another one takes back what is held. */
  readonly stands?: string;
  /** The fixed settings: "1,440 bytes, 10 Mbit/s, 5 trials a point, seed 1". */
  readonly caption: string;
  /** Further sentences on the chart: where its curves cross, what the paper's own plot is. */
  readonly said?: readonly ReactNode[];
  /** Fills a chart without a simulation: called by the button beside the sentence that says so. */
  readonly onRun?: () => void;
  /** Of the plot with its axes, in px; by its width where it is left out. */
  readonly height?: number;
  /** Whether the plot shows the values or how far they are from the paper's. */
  readonly view?: ChartView;
  /** Offers both views; left out, there is only the one. */
  readonly onView?: (view: ChartView) => void;
}

const CHART_VIEWS = ["values", "deviation"] as const;
export type ChartView = (typeof CHART_VIEWS)[number];

/** The height at which a chart reads well: nearly square on a phone, flat on a wide page. */
const chartHeight = (width: number): number =>
  width < 480 ? 240 : Math.min(340, Math.max(210, Math.round(width * 0.4)));

const HINT = "Point at a value, or use ← and →";
const HINT_OF_WORDS = "Point at a row, or use ↑ and ↓";

/** A 2 px ink line that fills; its room is always kept, so that nothing jumps. */
function PendingLine({ pending, over }: { readonly pending: ChartProgress | null; readonly over: string }) {
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

const Said = ({ lines }: { readonly lines: readonly ReactNode[] }) =>
  lines.map((line, i) => (
    <p key={i} className="chart-said">
      {line}
    </p>
  ));

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
      <div className="row chart-foot">
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
          <ScrollBox label={`${data.spec.title}: the data`}>
            <DataTable data={data} />
          </ScrollBox>
        </div>
      )}
    </>
  );
}

const VIEW_NAMES: Readonly<Record<ChartView, string>> = { values: "Values", deviation: "Deviation" };

interface ViewsProps {
  readonly view: ChartView;
  readonly residuals: ChartData | null;
  readonly onView: (view: ChartView) => void;
}

/** Values, or their deviation; where the paper has no figure there is nothing to deviate from. */
function Views({ view, residuals, onView }: ViewsProps) {
  const off = residuals === null && { disabled: true, title: "The paper has no value to compare with here." };
  return (
    <Segments
      className="seg chart-views"
      label="The plot shows"
      choices={CHART_VIEWS.map((value) => ({ value, text: VIEW_NAMES[value], ...(value === "deviation" && off) }))}
      chosen={view}
      onChoose={onView}
    />
  );
}

/** Whether a value lies on the axis, and another does. */
const isWithin = ({ rows }: ChartLayout, x: number): boolean =>
  rows.length > 1 && x >= (rows[0]?.x ?? Infinity) && x <= (rows.at(-1)?.x ?? -Infinity);

/** Classes for what is drawn of another setting. */
const oldParts = ({ old, modelOld = false }: Pick<ChartProps, "old" | "modelOld">): string =>
  [old ? "old" : "", modelOld ? "model-old" : ""].join(" ");

/** The layout of a chart over numbers or over words, neither before the width is known; and how large it is drawn. */
function useLayout(data: ChartData, across: number, room: number | undefined) {
  const { width, scale, style } = useSizeOf(across);
  const given = room === undefined ? undefined : Math.floor(room / scale);
  const height = given ?? chartHeight(width);
  const isOfWords = data.x.names !== undefined;
  const layout = useMemo(
    () => (width === 0 || isOfWords ? null : layoutChart(data, { width, height })),
    [data, isOfWords, width, height],
  );
  const words = useMemo(
    () => (width === 0 || !isOfWords ? null : layoutWords(data, width, given)),
    [data, isOfWords, width, given],
  );
  return { isOfWords, layout, words, height, scale, style };
}

/** Why there is nothing on a chart. */
function emptyText(data: ChartData, pending: ChartProgress | null, over: string): string {
  if (pending !== null) return "Simulating.";
  return isSimulated(data)
    ? `The simulation has run over ${over}, and no run gave a number.`
    : `There are no values over ${over} yet: the simulation has not run.`;
}

/** Paper, model and simulation over one parameter; arrow keys, pointer and table read the same figures. */
export function Chart(props: ChartProps) {
  const { pending, selectedX, onSelectX, caption, onRun, onView } = props;
  const data = useMemo(() => cleaned(props.data), [props.data]);
  const residuals = useMemo(() => residualsOf(data), [data]);
  const drawn = props.view === "deviation" && residuals !== null ? residuals : data;
  const host = useRef<HTMLDivElement>(null);
  const { isOfWords, layout, words, scale, style, ...room } = useLayout(drawn, useWidth(host, true), props.height);
  const [cursor, setCursor] = useState<Cursor>(NO_CURSOR);
  const [said, setSaid] = useState("");
  const id = useId();
  const over = inSentence(data.x.label);
  const filled = isFilled(data);
  const rows = useMemo(() => chartRows(data), [data]);
  const rowAt = (value: number | null) => rows.find((row) => row.x === value) ?? null;
  const onCursor = (next: Cursor, byKey: boolean): void => {
    setCursor(next);
    const row = rowAt(next.x);
    if (byKey) setSaid(row === null ? "" : spoken(data, row, next.curve));
  };
  const plot = {
    label: drawn.spec.title.endsWith(` over ${over}`) ? drawn.spec.title : `${drawn.spec.title} over ${over}`,
    over,
    cursor,
    selectedX,
    onCursor,
    onSelectX,
    onView: onView === undefined ? undefined : () => onView(drawn === data ? "deviation" : "values"),
  };
  const height = words !== null && filled ? words.height : room.height;
  const run = !isSimulated(data) && pending === null && onRun !== undefined && (
    <button type="button" className="btn small" onClick={onRun}>
      Simulate over {over}
    </button>
  );

  return (
    <figure className={`chart ${pending === null ? "" : "pending"} ${oldParts(props)}`} aria-labelledby={`${id}-title`}>
      <figcaption className="row chart-head">
        <span className="chart-title" id={`${id}-title`}>
          {drawn.spec.title} <span>{unitText(drawn)}</span>
        </span>
        {onView !== undefined && <Views view={drawn === data ? "values" : "deviation"} {...{ residuals, onView }} />}
      </figcaption>
      <Readout
        data={data}
        row={rowAt(cursor.x) ?? rowAt(selectedX)}
        curve={cursor.curve}
        hint={filled ? (isOfWords ? HINT_OF_WORDS : HINT) : ""}
      />
      <PendingLine pending={pending} over={over} />
      <div ref={host} style={{ ...style, height: height * scale }} className="chart-room">
        {filled && (
          <div className="enlarged" style={{ height }}>
            {layout !== null && <Plot layout={layout} {...plot} />}
            {layout !== null && selectedX !== null && isWithin(layout, selectedX) && (
              <Grip {...props} layout={layout} over={over} x={selectedX} />
            )}
            {words !== null && <WordPlot layout={words} {...plot} />}
          </div>
        )}
        {!filled && (
          <div className="chart-empty">
            <p>{emptyText(data, pending, over)}</p>
            {run}
          </div>
        )}
      </div>
      <p className="vh" aria-live="polite">
        {said}
      </p>
      <Said lines={props.said ?? []} />
      <Foot data={data} caption={caption} filled={filled}>
        {filled && run}
      </Foot>
    </figure>
  );
}
