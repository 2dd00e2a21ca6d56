/** The times of calls as bars: pointer, keys and table read the same; each bar leads to one of its calls. */
import { useId, useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent } from "react";
import { PlainTable } from "../controls/PlainTable.tsx";
import { pointIn, useSizeOf } from "../draw/figure-size.ts";
import { useWidth } from "../draw/page-hooks.ts";
import { Shapes } from "../draw/Shapes.tsx";
import { counted, exactText } from "../words/numbers.ts";
import type { TimeUnit } from "../words/times.ts";
import { moved } from "./cursor.ts";
import { barText, layoutHistogram, markedTimes, sameText, timeIn } from "./histogram.ts";
import type { Bin, Distribution } from "./histogram.ts";
import "./chart.css";

const HINT = "Point at a bar, or use ← and →. A click shows one of its calls.";
const ONE_BAR_HINT = "A click on the bar shows one of them.";

interface HistogramProps {
  readonly distribution: Distribution;
  readonly count: number; // of all calls
  readonly height: number; // of the plot, in px
  /** The call on the page. */
  readonly call: number;
  /** The last call that can be looked at. */
  readonly reach: number;
  /** What was said of the call that was asked for. */
  readonly said: string;
  readonly onCall: (call: number) => void;
}

/** What the histogram says in all, before a bar is chosen, and of a bar. */
function wordsOf(distribution: Distribution, calls: number) {
  const { bars, unit } = distribution;
  const same = sameText(distribution, calls - bars.reduce((sum, bar) => sum + bar.calls.length, 0));
  const hint = same === null ? HINT : `${same}. ${ONE_BAR_HINT}`;
  const marks = markedTimes(distribution).map(({ name }) => name);
  const textOf = (bar: Bin): string => (same === null ? barText(bar, unit) : hint);
  return { told: same ?? marks.join(", "), hint, textOf };
}

export function Histogram({ distribution, count, height: room, call, reach, said, onCall }: HistogramProps) {
  const host = useRef<HTMLDivElement>(null);
  const { width, scale, style } = useSizeOf(useWidth(host, true));
  const height = Math.floor(room / scale);
  const [at, setAt] = useState(-1);
  const [read, setRead] = useState(""); // of the bar that a key went to
  const id = useId();
  const { bars, same, unit } = distribution;
  const filled = bars.flatMap((bar, i) => (bar.calls.length === 0 ? [] : [i]));
  const marked = { call: bars.findIndex(({ calls }) => calls.includes(call)), cursor: at };
  const layout = layoutHistogram(distribution, { width, height }, marked);
  const { told, hint, textOf } = wordsOf(distribution, count);
  const go = (bar: Bin | undefined): void => {
    const next = bar === undefined ? undefined : callOf(bar, call, reach);
    if (next === undefined) return;
    setRead("");
    onCall(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const from = filled.indexOf(at);
    const to = moved(event.key, from < 0 ? null : from, filled.length);
    const next = to === null ? undefined : filled[to];
    const bar = next === undefined ? undefined : bars[next];
    if (next !== undefined && bar !== undefined) {
      setAt(next);
      setRead(textOf(bar));
    } else if (event.key === "Enter") go(bars[at]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const under = (event: MouseEvent): number => barUnder(layout.bars, event, filled);
  const shown = bars[at];
  return (
    <figure className="chart" aria-labelledby={`${id}-title`}>
      <figcaption className="row chart-head">
        <span className="chart-title" id={`${id}-title`}>
          Times of the calls <span>{counted(count, "call")}</span>
        </span>
      </figcaption>
      <p className="row chart-readout hint">{shown === undefined ? hint : textOf(shown)}</p>
      <div ref={host} style={{ ...style, height: room }} className="chart-room">
        <div
          className="chart-plot enlarged"
          role="application"
          aria-roledescription="histogram"
          aria-label={`Times of the calls: ${told}`}
          aria-describedby={`${id}-keys`}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerMove={(event) => setAt(under(event))}
          onPointerLeave={() => setAt(-1)}
          onClick={(event) => go(bars[under(event)])}
        >
          {width > 0 && (
            <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
              <Shapes shapes={layout.shapes} />
            </svg>
          )}
        </div>
      </div>
      <p className="vh" id={`${id}-keys`}>
        Left and right arrow move from bar to bar, Home and End go to the ends, Enter shows a call of the bar.
      </p>
      <p className={read === "" && said.startsWith("Call") ? "note" : "vh"} aria-live="polite">
        {read === "" ? said : read}
      </p>
      <Foot bars={bars.filter(({ calls }) => calls.length > 0)} log={distribution.log} {...{ same, unit }} onGo={go} />
    </figure>
  );
}

/** The bar under a pointer, of those that are filled; -1 for none. */
function barUnder(bars: ReturnType<typeof layoutHistogram>["bars"], event: MouseEvent, filled: readonly number[]) {
  const { x } = pointIn(event.currentTarget, event);
  return bars.findIndex(({ x0, x1 }, i) => x >= x0 && x < x1 && filled.includes(i));
}

/** The next call of a bar after the one on the page, so that each click shows another. */
function callOf({ calls }: Bin, shown: number, reach: number): number | undefined {
  return calls.find((one) => one > shown && one <= reach) ?? calls[0];
}

interface FootProps {
  readonly bars: readonly Bin[];
  readonly log: boolean;
  readonly same: number | null;
  readonly unit: TimeUnit;
  readonly onGo: (bar: Bin) => void;
}

/** Says what the axis is, and shows the bars as a table on request. */
function Foot({ bars, log, same, unit, onGo }: FootProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className="row chart-foot">
        <p className="chart-note">
          {same === null && "Half of the calls take no longer than p50, and 95 of 100 no longer than p95."}
          {log && " The axis is logarithmic: each bar is as many times as long as the one before."}
        </p>
        <button type="button" className="chart-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Hide data" : "Show data"}
        </button>
      </div>
      {open && (
        <PlainTable
          label="Times of the calls"
          columns={[
            { head: "From", cells: "left" },
            { head: "To", cells: "" },
            { head: "Calls", cells: "" },
            { head: "Look at", cells: "left" },
          ]}
          rows={bars.map((bar) => ({
            key: String(bar.from),
            cells: [
              timeIn(same ?? bar.from, unit),
              timeIn(same ?? bar.to, unit),
              exactText(bar.calls.length),
              <button key="go" type="button" className="link" onClick={() => onGo(bar)}>
                a call of these
              </button>,
            ],
          }))}
        />
      )}
    </>
  );
}
