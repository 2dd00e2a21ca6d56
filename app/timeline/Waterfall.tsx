/** Where a call's time goes: a row for each step or stage of its critical path, which sum to its latency exactly. */
import { useMemo, useState } from "react";
import type { CSSProperties, ReactNode } from "react";
import { foldsOfCall, toPlain } from "./folds.ts";
import type { WaterfallRow } from "../../engine/kernel/critical-path.ts";
import { durationText, grouped, microsText } from "./numbers.ts";
import type { WaterfallProps } from "./props.ts";
import { capital, cellText } from "./words.ts";
import { stageRows, stepRows, sumOf } from "./waterfall-rows.ts";
import type { ShownRow } from "./waterfall-rows.ts";
import "./waterfall.css";

export function Waterfall({ run, call, selected, onSelect, paperMs, modelMs }: WaterfallProps) {
  const [inSteps, setInSteps] = useState(false);
  const [open, setOpen] = useState<ShownRow | null>(null);
  const steps = useMemo(() => stepRows(run.trace, call), [run, call]);
  const rows = useMemo(() => (steps === null || inSteps ? steps : stageRows(steps)), [steps, inSteps]);
  const folds = useMemo(() => foldsOfCall(run.trace, call), [run, call]);
  const title = <RowsTitle inSteps={inSteps} onSteps={setInSteps} />;
  if (rows === null || rows.length === 0) {
    return (
      <section className="tl-waterfall" aria-label="Waterfall">
        {title}
        <p className="tl-empty">{`Call ${call} has not ended or was not kept. Choose a call that returned.`}</p>
      </section>
    );
  }
  const sum = sumOf(rows);
  const first = rows[0]?.from ?? 0;
  const straight = folds.length === 0;
  const end = toPlain(first + sum, folds) - toPlain(first, folds);
  const whole = straight ? Math.max(sum, (paperMs ?? 0) * 1e6, (modelMs ?? 0) * 1e6) : end;
  // A long silence is folded here as in the timeline, or no other bar could be seen beside it.
  const bar = (from: number, nanos: number): CSSProperties => {
    const [start, stop] = [toPlain(from, folds), toPlain(from + nanos, folds)];
    return { left: `${((start - toPlain(first, folds)) / whole) * 100}%`, width: `${((stop - start) / whole) * 100}%` };
  };
  return (
    <section className="tl-waterfall" aria-label="Waterfall">
      {title}
      <div className="tl-rows" role="region" aria-label="Rows of the waterfall" tabIndex={0}>
        <ol>
          {rows.map((row) => (
            <Row
              key={`${row.from} ${row.name}`}
              row={row}
              bar={bar(row.from, row.nanos)}
              withMachine={inSteps}
              chosen={row.steps.some(({ refs }) => refs.includes(selected))}
              open={open === row}
              onChoose={() => {
                setOpen(open === row ? null : row);
                onSelect(row.ref);
              }}
            />
          ))}
        </ol>
      </div>
      <Closing
        sum={sum}
        paper={paperMs === undefined ? null : Math.round(paperMs * 1e6)}
        model={modelMs === undefined ? null : Math.round(modelMs * 1e6)}
        bar={straight ? (from, nanos) => bar(first + from, nanos) : null}
      />
    </section>
  );
}

function RowsTitle({ inSteps, onSteps }: { readonly inSteps: boolean; readonly onSteps: (inSteps: boolean) => void }) {
  return (
    <div className="tl-title">
      <h2>
        Where the time goes <span>µs, with the table each comes from</span>
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
  readonly onChoose: () => void;
}

const kindClass = (row: ShownRow): string =>
  row.wait ? "wait" : row.layer === "hardware" || row.layer === "wire" ? "hardware" : row.layer;

function Row({ row, bar, withMachine, chosen, open, onChoose }: RowProps) {
  return (
    <li className={chosen ? "chosen" : undefined}>
      <button type="button" aria-expanded={open} onClick={onChoose}>
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
        <span className="mark">{row.marks}</span>
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
              {step.source.cell === undefined ? "" : `${cellText(step.source.cell)}. `}
              {capital(step.source.kind)}: {step.source.text}.
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface ClosingProps {
  readonly sum: number;
  readonly paper: number | null;
  readonly model: number | null;
  /** Null where silences are folded, so that answers cannot be compared by length. */
  readonly bar: ((from: number, nanos: number) => CSSProperties) | null;
}

/** Sum, what the paper measured beyond it, and the other answers, each with its own mark. */
function Closing({ sum, paper, model, bar }: ClosingProps) {
  const missing = paper === null ? 0 : paper - sum;
  const line = (name: string, value: number, kind: string, from: number, nanos: number, mark: ReactNode) => (
    <div className={`tl-closing ${kind}`}>
      <dt>{name}</dt>
      <dd>
        {grouped(value / 1e3, value % 1000 === 0 ? 0 : 1)}
        <span className="tl-hidden"> µs</span>
      </dd>
      <dd className="bars" aria-hidden="true">
        {bar !== null && <i style={bar(from, nanos)}>{mark}</i>}
      </dd>
    </div>
  );
  return (
    <dl className="tl-sum" title={`Sum to the nanosecond: ${durationText(sum)}`}>
      {line("Sum, simulated", sum, "simulated", 0, sum, <Mark kind="simulated" />)}
      {model !== null && line("Model", model, "model", 0, model, <Mark kind="model" />)}
      {paper !== null && missing >= 0 && line("Not accounted for", missing, "missing", sum, missing, null)}
      {paper !== null && missing < 0 && line("Accounted for too much", -missing, "missing", paper, -missing, null)}
      {paper !== null && line("Measured", paper, "measured", 0, paper, <Mark kind="measured" />)}
    </dl>
  );
}

/** The mark of an answer: filled triangle, hollow square, filled disc. */
function Mark({ kind }: { readonly kind: "simulated" | "model" | "measured" }) {
  return (
    <svg width="11" height="11" viewBox="-5.5 -5.5 11 11" aria-hidden="true">
      {kind === "simulated" && <path d="M0 -4.6 4.6 3.6H-4.6z" fill="var(--simulated)" />}
      {kind === "model" && (
        <rect x="-3.8" y="-3.8" width="7.6" height="7.6" fill="var(--paper)" stroke="var(--model)" strokeWidth="1.8" />
      )}
      {kind === "measured" && <circle r="4.2" fill="var(--measured)" />}
    </svg>
  );
}
