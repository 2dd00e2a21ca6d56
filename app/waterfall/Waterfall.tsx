/** The use of a call's time: a row for each step or stage of its critical path. The rows sum to its latency exactly. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { memo, useMemo, useState } from "react";
import type { CSSProperties, ReactNode } from "react";
import { NO_CALL } from "../trace/calls.ts";
import { callStretch, foldsOfCall, toPlain } from "../trace/folds.ts";
import type { Stretch } from "../trace/folds.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { laterPart } from "../controls/later-part.ts";
import { Closing } from "./Closing.tsx";
import { Pages } from "../timeline/events/EventListParts.tsx";
import { clockUnit, microsText } from "../words/times.ts";
import { pageAt, pageOf } from "../timeline/events/paging.ts";
import type { BarHands, CallAnswers, WaterfallProps } from "../timeline/props.ts";
import { useRowFocus } from "../controls/use-row-focus.ts";
import { Row } from "./Row.tsx";
import { inWords, stageRows, stepRows, sumOf } from "./rows.ts";
import type { WaterfallRows, ShownRow, Steps } from "./rows.ts";
import { MOST_SINGLE, sumRows } from "./sums.ts";
import type { Bar, Sum } from "./sums.ts";
import "./waterfall.css";
import { Segments } from "../controls/Segments.tsx";
import type { Segment } from "../controls/Segments.tsx";

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

const emptyText = (calls: number, call: number): string =>
  calls === 0 ? NO_CALL : `No step of call ${call} is here: it goes on, ended at once, or is not kept.`;

/** Drawn anew only where what it shows is another: not with each move of a hand in the timeline. */
export const Waterfall = memo(function Waterfall(props: WaterfallProps) {
  const { run, held, call, selected, onSelect, paper, model, runHref, steps = false, ends } = props;
  const { trace } = held?.run ?? run;
  const { mode, isLong, setMode } = useMode(trace, call, steps);
  const rows = (mode === "stages" ? stageRows : stepRows)(trace, call);
  const sums = mode === "sums" ? sumRows(trace, call) : null;
  const { list: all } = rows;
  const folds = useMemo(() => foldsWithin(trace, call), [trace, call]);
  const isIn = (steps: Steps): boolean => steps.some(({ refs }) => refs.includes(selected));
  const chosen = selected === NO_REF ? -1 : all.findIndex(isIn);
  const [open, setOpen] = useState<string | null>(null);
  const { shown, page, setPage } = useRowsShown(rows, sums, chosen, sums === null ? null : open);
  const isChosen = ({ row, sum }: Entry): boolean => (sum === null ? isIn(row.steps) : sum.singles.includes(chosen));
  const { list, home, onFocus, onKeyDown } = useRowFocus(shown, chosen < 0 ? -1 : shown.findIndex(isChosen));
  const title = <RowsTitle mode={mode} isLong={isLong} onMode={setMode} />;
  const pullsIn = usePulls();
  if (all.length === 0) {
    return (
      <section className="tl-waterfall" aria-label="Waterfall">
        {title}
        <p className="tl-empty">{emptyText(trace.calls.count, call)}</p>
      </section>
    );
  }
  const sum = sumOf(rows);
  const standing = held === undefined ? sum : sumOf(stepRows(run.trace, call)); // the scale stays under a hand
  const { first, whole, straight, bar } = scaleOf(rows, folds, Math.max(standing, ...answersOf({ paper, model })));
  const pulls = pullsIn(shown, straight ? ends : undefined, { first, whole });
  return (
    <section className={`tl-waterfall of-${mode}`} aria-label="Waterfall" style={valueColumn(shown, sum)}>
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
              end={pulls.ends[i]}
              onFocus={() => onFocus(i)}
              onChoose={() => {
                setOpen(open === entry.key ? null : entry.key);
                onSelect(entry.row.ref);
              }}
            />
          ))}
        </ol>
      </div>
      {pulls.line}
      {sums === null && all.length > shown.length && (
        <Pages
          what="row"
          count={all.length}
          at={(row) => itemAt(all, row, "row")[0].from}
          page={page}
          since={first}
          unit={clockUnit(sum)}
          onPage={setPage}
        />
      )}
      <Closing
        sum={sum}
        {...hereOf(run, call, runHref)}
        answers={{ paper, model }}
        held={held}
        bar={
          straight
            ? (from, nanos) => bar(first + Math.min(from, whole), Math.min(nanos, Math.max(0, whole - from)))
            : null
        }
      />
    </section>
  );
});

/** Where the rows come from. */
const hereOf = (run: WaterfallProps["run"], call: number, href: string) => ({
  here: {
    text:
      "seed" in run
        ? `Call ${call} of this run: seed ${run.seed}, trace ${run.trace.hash}.`
        : `A call of ${run.source}; each row says what was measured and what was inferred.`,
    href,
  },
  isMeasured: run.trace.measured === true,
});

/** What is pulled is fetched once the page is drawn. */
const usePullParts = laterPart(() => import("./Pulls.tsx"));

interface Pulls {
  /** The end of each row’s bar, where it can be pulled. */
  readonly ends: readonly ReactNode[];
  readonly line: ReactNode;
}

/** Finds what can be pulled in the rows that are shown, and keeps what the hand on a bar would set. */
function usePulls() {
  const parts = usePullParts();
  const [held, setHeld] = useState<string | null>(null);
  return (
    shown: readonly Entry[],
    hands: BarHands | undefined,
    { first, whole }: Pick<ReturnType<typeof scaleOf>, "first" | "whole">,
  ): Pulls => {
    if (parts === null || hands === undefined) return { ends: [], line: null };
    const { endsOf, BarEnd, BarLine } = parts;
    const found = endsOf(
      shown.map(({ row, sum }) => (sum === null ? row : null)), // a sum has no end: its bars are of many steps
      hands,
    );
    const ends = found.map((end, i) => {
      const to = shown[i]?.row.to ?? first;
      return end !== null && <BarEnd {...{ end, hands, whole }} at={(to - first) / whole} onHeld={setHeld} />;
    });
    return { ends, line: <BarLine {...{ hands, held }} ends={found} /> };
  };
}

/** The silences of the call itself: others of the run, before it and after it, take nothing of its axis. */
function foldsWithin(trace: TraceData, call: number): readonly Stretch[] {
  const { from, to } = callStretch(trace, call);
  return foldsOfCall(trace, call).filter((fold) => fold.to > from && fold.from < to);
}

const answersOf = ({ paper, model }: CallAnswers): readonly number[] =>
  [paper, model].map((one) => (one?.ms ?? 0) * 1e6);

/**
 * Where bars stand. A long silence is folded as in the timeline, or no other bar could be seen beside it.
 * @param least nanoseconds that have room in any case, where nothing is folded
 */
function scaleOf(rows: WaterfallRows, folds: readonly Stretch[], least: number) {
  const first = itemAt(rows.list, 0, "row")[0].from;
  const straight = folds.length === 0;
  const plain = (time: number): number => toPlain(time, folds) - toPlain(first, folds);
  const whole = straight ? least : plain(first + sumOf(rows));
  const bar = (from: number, nanos: number): CSSProperties => {
    const [start, stop] = [plain(from), plain(from + nanos)];
    return { left: `${(start / whole) * 100}%`, width: `${((stop - start) / whole) * 100}%` };
  };
  return { first, whole, straight, bar };
}

/** The column of values is as wide as the longest of them. */
const valueColumn = (shown: readonly Entry[], sum: number): CSSProperties => {
  const letters = Math.max(microsText(sum).length, ...shown.map(({ row }) => microsText(row.nanos).length));
  return { "--value": `${Math.max(3.25, letters * 0.5)}rem`, "--rows": shown.length } as CSSProperties;
};

/** @param number among the steps: a row keeps its key while a bar above it is pulled */
const single = (row: ShownRow, number: number): Entry => {
  return { key: `${number} ${row.name}`, row, bars: [[row.from, row.nanos]], sum: null, inner: false };
};

/** More rows of a sum than this are left to the list of steps. */
const MOST_OPEN = 100;

/** A sum, followed by its rows where it is open; a row by itself where it is the only one. */
function entriesOf(sum: Sum, rows: WaterfallRows, open: string | null): readonly Entry[] {
  const parts = (to: number): readonly Entry[] =>
    sum.singles.slice(0, to).flatMap((number) => inWords(rows, number, number + 1).map((row) => single(row, number)));
  if (sum.singles.length === 1) return parts(1);
  const key = `${sum.row.name} of ${sum.row.machine}`;
  const inner = parts(MOST_OPEN);
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
function useRowsShown(rows: WaterfallRows, sums: readonly Sum[] | null, chosen: number, open: string | null) {
  const [turned, setTurned] = useState({ rows, chosen, number: -1 });
  const isMine = turned.rows === rows && turned.chosen === chosen && turned.number >= 0;
  const page = isMine ? pageAt(turned.number, rows.list.length) : pageOf(chosen, rows.list.length);
  const { from, to } = page;
  const shown = useMemo((): readonly Entry[] => {
    if (sums !== null) return sums.flatMap((sum) => entriesOf(sum, rows, open));
    return inWords(rows, from, to).map((row, i) => single(row, from + i));
  }, [rows, sums, from, to, open]);
  return { shown, page, setPage: (number: number) => setTurned({ rows, chosen, number }) };
}

interface TitleProps {
  readonly mode: Mode;
  readonly isLong: boolean;
  readonly onMode: (mode: Mode) => void;
}

const MODES: readonly Segment<Mode>[] = [
  { value: "sums", text: "Sums" },
  { value: "stages", text: "Stages" },
  { value: "steps", text: "Steps" },
];

const RowsTitle = ({ mode, isLong, onMode }: TitleProps) => (
  <div className="row tl-title">
    <h2>
      Where the time goes <span>µs, with sources</span>
    </h2>
    <Segments label="Rows of the waterfall" choices={isLong ? MODES : MODES.slice(1)} chosen={mode} onChoose={onMode} />
  </div>
);
