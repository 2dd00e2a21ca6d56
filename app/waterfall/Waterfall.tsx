/** The use of a call's time: a row for each step or stage of its critical path. The rows sum to its latency exactly. */
import { useMemo, useState } from "react";
import type { CSSProperties } from "react";
import { foldsOfCall, toPlain } from "../trace/folds.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { Closing } from "./Closing.tsx";
import { Pages } from "../timeline/events/EventListParts.tsx";
import { clockUnit, microsText } from "../words/times.ts";
import { pageAt, pageOf } from "../timeline/events/paging.ts";
import type { WaterfallProps } from "../timeline/props.ts";
import { useRowFocus } from "../controls/use-row-focus.ts";
import { Row } from "./Row.tsx";
import { inWords, stageRows, stepRows, sumOf } from "./rows.ts";
import type { Rows, ShownRow, Steps } from "./rows.ts";
import { MOST_SINGLE, sumRows } from "./sums.ts";
import type { Bar, Sum } from "./sums.ts";
import "./waterfall.css";

type Mode = "sums" | "stages" | "steps";

/** A row as it stands in the list. */
interface Entry {
  readonly key: string;
  readonly row: ShownRow;
  readonly bars: readonly Bar[];
  /** The sum that it opens; null for one that is none. */
  readonly sum: Sum | null;
  readonly inner: boolean;
}

export function Waterfall({ run, call, selected, onSelect, paper, model, runHref, steps = false }: WaterfallProps) {
  const { mode, isLong, setMode } = useMode(run.trace, call, steps);
  const rows = (mode === "stages" ? stageRows : stepRows)(run.trace, call);
  const sums = mode === "sums" ? sumRows(run.trace, call) : null;
  const { list: all } = rows;
  const folds = useMemo(() => foldsOfCall(run.trace, call), [run, call]);
  const isIn = (steps: Steps): boolean => steps.some(({ refs }) => refs.includes(selected));
  const chosen = selected === NO_REF ? -1 : all.findIndex(isIn);
  const [open, setOpen] = useState<string | null>(null);
  const { shown, page, setPage } = useRowsShown(rows, sums, chosen, sums === null ? null : open);
  const isChosen = ({ row, sum }: Entry): boolean => (sum === null ? isIn(row.steps) : sum.singles.includes(chosen));
  const { list, home, onFocus, onKeyDown } = useRowFocus(shown, chosen < 0 ? -1 : shown.findIndex(isChosen));
  const title = <RowsTitle mode={mode} isLong={isLong} onMode={setMode} />;
  if (all.length === 0) {
    return (
      <section className="tl-waterfall" aria-label="Waterfall">
        {title}
        <p className="tl-empty">{`Call ${call} has not ended, or its steps are not kept. Choose another call.`}</p>
      </section>
    );
  }
  const sum = sumOf(rows);
  const first = all[0]?.[0]?.from ?? 0;
  const straight = folds.length === 0;
  const end = toPlain(first + sum, folds) - toPlain(first, folds);
  const whole = straight ? Math.max(sum, (paper?.ms ?? 0) * 1e6, (model?.ms ?? 0) * 1e6) : end;
  // A long silence is folded here as in the timeline, or no other bar could be seen beside it.
  const bar = (from: number, nanos: number): CSSProperties => {
    const [start, stop] = [toPlain(from, folds), toPlain(from + nanos, folds)];
    return { left: `${((start - toPlain(first, folds)) / whole) * 100}%`, width: `${((stop - start) / whole) * 100}%` };
  };
  return (
    <section className="tl-waterfall" aria-label="Waterfall" style={valueColumn(shown, sum)}>
      {title}
      <div className="tl-rows" role="region" aria-label="Rows of the waterfall">
        <ol ref={list} onKeyDown={onKeyDown}>
          {shown.map((entry, i) => (
            <Row
              key={entry.key}
              row={entry.row}
              bars={entry.bars.map(([from, nanos]) => bar(from, nanos))}
              withMachine={mode !== "stages"}
              count={entry.sum?.singles.length ?? null}
              inner={entry.inner}
              chosen={isChosen(entry)}
              isHome={i === home}
              open={open === entry.key}
              onFocus={() => onFocus(i)}
              onChoose={() => {
                setOpen(open === entry.key ? null : entry.key);
                onSelect(entry.row.ref);
              }}
            />
          ))}
        </ol>
      </div>
      {sums === null && all.length > shown.length && (
        <Pages
          what="row"
          count={all.length}
          at={(row) => all[row]?.[0]?.from ?? 0}
          page={page}
          since={first}
          unit={clockUnit(sum)}
          onPage={setPage}
        />
      )}
      <Closing
        sum={sum}
        here={{ text: `Call ${call} of this run: seed ${run.seed}, trace ${run.traceHash}.`, href: runHref }}
        paper={paper}
        model={model}
        bar={straight ? (from, nanos) => bar(first + from, nanos) : null}
      />
    </section>
  );
}

/** The column of values is as wide as the longest of them. */
const valueColumn = (shown: readonly Entry[], sum: number): CSSProperties => {
  const letters = Math.max(microsText(sum).length, ...shown.map(({ row }) => microsText(row.nanos).length));
  return { "--value": `${Math.max(3.25, letters * 0.5)}rem` } as CSSProperties;
};

const single = (row: ShownRow): Entry => {
  return { key: `${row.from} ${row.name}`, row, bars: [[row.from, row.nanos]], sum: null, inner: false };
};

/** More rows of a sum than this are left to the list of steps. */
const MOST_OPEN = 100;

/** A sum, followed by its rows where it is open; a row by itself where it is the only one. */
function entriesOf(sum: Sum, rows: Rows, open: string | null): readonly Entry[] {
  const parts = (to: number): readonly ShownRow[] =>
    sum.singles.slice(0, to).flatMap((number) => inWords(rows, number, number + 1));
  if (sum.singles.length === 1) return parts(1).map(single);
  const key = `${sum.row.name} of ${sum.row.machine}`;
  const inner = parts(MOST_OPEN).map(single);
  const isOpen = open === key || inner.some((entry) => entry.key === open);
  const head: Entry = { key, row: sum.row, bars: sum.bars, sum, inner: false };
  return isOpen ? [head, ...inner.map((entry) => ({ ...entry, inner: true }))] : [head];
}

/** The reader chooses steps, stages or sums. A long call begins with sums. */
function useMode(trace: TraceData, call: number, steps: boolean) {
  const [wish, setMode] = useState<Mode | null>(null);
  const isLong = stageRows(trace, call).list.length > MOST_SINGLE;
  const first = isLong ? "sums" : steps ? "steps" : "stages";
  const mode: Mode = wish === "sums" ? first : (wish ?? first);
  return { mode, isLong, setMode };
}

/** The sums, or a page of the rows: of a call to thousands there are more than a browser can lay out. */
function useRowsShown(rows: Rows, sums: readonly Sum[] | null, chosen: number, open: string | null) {
  const [turned, setTurned] = useState({ rows, chosen, number: -1 });
  const isMine = turned.rows === rows && turned.chosen === chosen && turned.number >= 0;
  const page = isMine ? pageAt(turned.number, rows.list.length) : pageOf(chosen, rows.list.length);
  const { from, to } = page;
  const shown = useMemo((): readonly Entry[] => {
    if (sums !== null) return sums.flatMap((sum) => entriesOf(sum, rows, open));
    return inWords(rows, from, to).map(single);
  }, [rows, sums, from, to, open]);
  return { shown, page, setPage: (number: number) => setTurned({ rows, chosen, number }) };
}

interface TitleProps {
  readonly mode: Mode;
  readonly isLong: boolean;
  readonly onMode: (mode: Mode) => void;
}

function RowsTitle({ mode, isLong, onMode }: TitleProps) {
  const button = (which: Mode, name: string) => (
    <button type="button" aria-pressed={mode === which} onClick={() => onMode(which)}>
      {name}
    </button>
  );
  return (
    <div className="tl-title">
      <h2>
        Where the time goes <span>µs, with sources</span>
      </h2>
      <span className="seg" role="group" aria-label="Rows of the waterfall">
        {isLong && button("sums", "Sums")}
        {button("stages", "Stages")}
        {button("steps", "Steps")}
      </span>
    </div>
  );
}
