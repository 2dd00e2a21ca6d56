/** A row of the waterfall: a step, a stage, or a sum of steps. */
import type { CSSProperties, ReactNode } from "react";
import type { WaterfallRow } from "../../engine/kernel/waterfall.ts";
import { cellHref } from "../setup/paper-links.ts";
import { cellText } from "../trace/source-names.ts";
import { grouped } from "../words/numbers.ts";
import { capital, sentence } from "../words/sentences.ts";
import { microsText } from "../words/times.ts";
import type { ShownRow } from "./rows.ts";

interface RowProps {
  readonly row: ShownRow;
  readonly bars: readonly CSSProperties[];
  readonly withMachine: boolean;
  /** Of a sum, how many rows it is made of. */
  readonly count: number | null;
  /** Whether it is a part of the sum above it. */
  readonly inner: boolean;
  readonly chosen: boolean;
  readonly open: boolean;
  readonly isHome: boolean;
  /** The end of its bar, where that can be pulled. */
  readonly end: ReactNode;
  readonly onFocus: () => void;
  readonly onChoose: () => void;
}

/** Letters of a source's kind that the last column holds: more want a wider one. */
const SHORT_MARK = 9; // "Table VII"

const kindClass = (row: ShownRow): string =>
  row.wait ? "wait" : row.layer === "hardware" || row.layer === "wire" ? "hardware" : row.layer;

export function Row(props: RowProps) {
  const { row, bars, withMachine, count, inner, chosen, open, isHome, end, onFocus, onChoose } = props;
  const classes = [chosen ? "chosen" : "", inner ? "inner" : ""].join(" ").trim();
  return (
    <li className={classes === "" ? undefined : classes}>
      <button
        type="button"
        className="pick"
        aria-expanded={open}
        tabIndex={isHome ? 0 : -1}
        onFocus={onFocus}
        onClick={onChoose}
      >
        <span className="name">
          {count !== null && <b>{`${grouped(count, 0)} × `}</b>}
          {row.name}
          {withMachine && row.machine !== "" && <i> {row.machine}</i>}
        </span>
        <b className="value">
          {microsText(row.nanos)}
          <span className="vh"> µs</span>
        </b>
        <span className="bars" aria-hidden="true">
          {bars.map((style) => (
            <i key={String(style.left)} className={kindClass(row)} style={style} />
          ))}
        </span>
        <span className={row.marks.length > SHORT_MARK ? "mark long" : "mark"}>{row.marks}</span>
      </button>
      {end}
      {open && count === null && <Sources steps={row.steps} />}
    </li>
  );
}

/** The sources of a row's time, step by step, each with the address of its number. */
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
              {capital(step.source.kind)}: {sentence(step.source.text)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
