/** Where a call's time goes: a row for each step or stage of its critical path, which sum to its latency exactly. */
import { useMemo, useState } from "react";
import type { CSSProperties } from "react";
import { foldsOfCall, toPlain } from "../trace/folds.ts";
import type { WaterfallRow } from "../../engine/kernel/critical-path.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { cellHref } from "../setup/paper-links.ts";
import { Closing } from "./Closing.tsx";
import { Pages } from "../timeline/EventListParts.tsx";
import { clockUnit, microsText } from "../words/times.ts";
import { pageAt, pageOf } from "../timeline/paging.ts";
import type { WaterfallProps } from "../timeline/props.ts";
import { cellText } from "../trace/row-names.ts";
import { capital } from "../words/sentences.ts";
import { useRowFocus } from "../controls/use-row-focus.ts";
import { inWords, stageRows, stepRows, sumOf } from "./rows.ts";
import type { Rows, ShownRow, Steps } from "./rows.ts";
import "./waterfall.css";

export function Waterfall({ run, call, selected, onSelect, paper, model, runHref, steps = false }: WaterfallProps) {
  const [wish, setInSteps] = useState<boolean | null>(null);
  const inSteps = wish ?? steps;
  const [open, setOpen] = useState<ShownRow | null>(null);
  const rows = (inSteps ? stepRows : stageRows)(run.trace, call);
  const { list: all } = rows;
  const folds = useMemo(() => foldsOfCall(run.trace, call), [run, call]);
  const isChosen = (steps: Steps): boolean => steps.some(({ refs }) => refs.includes(selected));
  const chosen = selected === NO_REF ? -1 : all.findIndex(isChosen);
  const { shown, page, setPage } = useRowsShown(rows, chosen);
  const { list, home, onFocus, onKeyDown } = useRowFocus(shown, chosen < page.to ? chosen - page.from : -1);
  const title = <RowsTitle inSteps={inSteps} onSteps={setInSteps} />;
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
    <section className="tl-waterfall" aria-label="Waterfall">
      {title}
      <div className="tl-rows" role="region" aria-label="Rows of the waterfall">
        <ol ref={list} onKeyDown={onKeyDown}>
          {shown.map((row, i) => (
            <Row
              key={`${row.from} ${row.name}`}
              row={row}
              bar={bar(row.from, row.nanos)}
              withMachine={inSteps}
              chosen={isChosen(row.steps)}
              isHome={i === home}
              open={open === row}
              onFocus={() => onFocus(i)}
              onChoose={() => {
                setOpen(open === row ? null : row);
                onSelect(row.ref);
              }}
            />
          ))}
        </ol>
      </div>
      {all.length > shown.length && (
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

/** A page of the rows: of a call to thousands there are more than a browser can lay out. */
function useRowsShown(rows: Rows, chosen: number) {
  const [turned, setTurned] = useState({ rows, chosen, number: -1 });
  const isMine = turned.rows === rows && turned.chosen === chosen && turned.number >= 0;
  const page = isMine ? pageAt(turned.number, rows.list.length) : pageOf(chosen, rows.list.length);
  const { from, to } = page;
  const shown = useMemo(() => inWords(rows, from, to), [rows, from, to]);
  return { shown, page, setPage: (number: number) => setTurned({ rows, chosen, number }) };
}

function RowsTitle({ inSteps, onSteps }: { readonly inSteps: boolean; readonly onSteps: (inSteps: boolean) => void }) {
  return (
    <div className="tl-title">
      <h2>
        Where the time goes <span>µs, with sources</span>
      </h2>
      <span className="seg" role="group" aria-label="Rows of the waterfall">
        <button type="button" aria-pressed={!inSteps} onClick={() => onSteps(false)}>
          Stages
        </button>
        <button type="button" aria-pressed={inSteps} onClick={() => onSteps(true)}>
          Steps
        </button>
      </span>
    </div>
  );
}

interface RowProps {
  readonly row: ShownRow;
  readonly bar: CSSProperties;
  readonly withMachine: boolean;
  readonly chosen: boolean;
  readonly open: boolean;
  readonly isHome: boolean;
  readonly onFocus: () => void;
  readonly onChoose: () => void;
}

/** Letters of a source's kind that the last column holds: more want a wider one. */
const SHORT_MARK = 8;

const kindClass = (row: ShownRow): string =>
  row.wait ? "wait" : row.layer === "hardware" || row.layer === "wire" ? "hardware" : row.layer;

function Row({ row, bar, withMachine, chosen, open, isHome, onFocus, onChoose }: RowProps) {
  return (
    <li className={chosen ? "chosen" : undefined}>
      <button type="button" aria-expanded={open} tabIndex={isHome ? 0 : -1} onFocus={onFocus} onClick={onChoose}>
        <span className="name">
          {row.name}
          {withMachine && row.machine !== "" && <i> {row.machine}</i>}
        </span>
        <b className="value">
          {microsText(row.nanos)}
          <span className="tl-hidden"> µs</span>
        </b>
        <span className="bars" aria-hidden="true">
          <i className={kindClass(row)} style={bar} />
        </span>
        <span className={row.marks.length > SHORT_MARK ? "mark long" : "mark"}>{row.marks}</span>
      </button>
      {open && <Sources steps={row.steps} />}
    </li>
  );
}

/** Where the time of a row comes from, step by step: the address of every number. */
function Sources({ steps }: { readonly steps: readonly WaterfallRow[] }) {
  return (
    <ul className="tl-sources">
      {steps.map((step) => (
        <li key={`${step.from} ${step.name} ${step.wait}`}>
          <b>{microsText(step.nanos)} µs</b> {step.wait ? `waiting before: ${step.name}` : capital(step.name)}
          {step.source !== null && !step.wait && (
            <span>
              {" "}
              {step.source.cell !== undefined && (
                <>
                  <a href={cellHref(step.source.cell)}>{cellText(step.source.cell)}</a>.{" "}
                </>
              )}
              {capital(step.source.kind)}: {step.source.text}.
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
