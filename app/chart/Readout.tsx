import { useId, useState } from "react";
import { decimalsOf, xShort, xText } from "./cursor.ts";
import { answerAt, isAnswer, pinNumber, seriesName } from "./data.ts";
import type { ChartData, ChartRow, RowEntry } from "./data.ts";
import type { PointSource } from "../setup/points.ts";
import { deviationText, figureText } from "../words/numbers.ts";
import type { AnswerKind } from "../setup/answers.ts";

interface Props {
  readonly data: ChartData;
  readonly row: ChartRow | null;
  /** The one of several curves that the cursor is on. */
  readonly curve: number | null;
  /** The text while the reader points at no x and selects none. */
  readonly hint: string;
}

interface NumberProps {
  readonly kind: AnswerKind;
  readonly text: string;
  readonly said: string; // "4.69 Mbit/s at 8, paper"
  readonly open: boolean;
  readonly note: string; // id of the note that it opens
  readonly onOpen: () => void;
}

/** A number that opens where it comes from. */
function Answer({ kind, text, said, open, note, onOpen }: NumberProps) {
  return (
    <button
      type="button"
      className="addr"
      aria-expanded={open}
      aria-label={`${said}. Where from`}
      {...(open ? { "aria-controls": note } : {})}
      onClick={onOpen}
    >
      <b className={CLASSES[kind]}>{text}</b>
    </button>
  );
}

function Note({ id, source, href }: { readonly id: string; readonly source: PointSource; readonly href: string }) {
  return (
    <p className="address" id={id} role="note">
      {source.text} <a href={source.href}>{href}</a>
    </p>
  );
}

const CLASSES: Readonly<Record<AnswerKind, string>> = { measured: "paper", model: "model", simulated: "simulated" };

const WAYS: Readonly<Record<AnswerKind, string>> = {
  measured: "In its table",
  model: "In the model’s text",
  simulated: "On the bench",
};

interface Item extends RowEntry {
  readonly kind: AnswerKind;
}

/** The numbers at a row that open where they come from. */
const itemsOf = ({ entries }: ChartRow): readonly Item[] =>
  entries.flatMap((entry) => {
    const { kind } = entry.series;
    return kind === "pinned" || kind === "drawn" ? [] : [{ ...entry, kind }];
  });

/** The words behind a number: its name, and the interval of a chart's one simulation. */
function After({ entry: { series, point }, decimals }: { readonly entry: RowEntry; readonly decimals: number }) {
  const { spread, uncertain } = point;
  return (
    <>
      {` ${series.name}${uncertain === true ? ", uncertain" : ""}`}
      {isAnswer(series) && spread !== undefined && spread.high > spread.low && (
        <i>
          {figureText(spread.low, decimals)} to {figureText(spread.high, decimals)}
        </i>
      )}
    </>
  );
}

/** All answers at one x, on a line of its own, so that it covers no point. Its height is kept free when it is empty. */
export function Readout({ data, row, curve, hint }: Props) {
  const [open, setOpen] = useState<number | null>(null);
  const note = useId();
  const many = data.spec.series === undefined ? "" : " many";
  if (row === null) return <p className={`row chart-readout hint${many}`}>{hint}</p>;
  const decimals = decimalsOf(data);
  const deviation = answerAt(row, "simulated")?.deviation ?? null;
  const items = itemsOf(row);
  const opened = items.find(({ index }) => index === open);
  return (
    <>
      <p className={`row chart-readout${many}`}>
        <span className="at">
          <span className="short">at {xShort(data.x, row.x)}</span>
          <span className="long">{xText(data.x, row.x)}</span>
        </span>
        {items.map((item) => {
          const { index, kind, series, point } = item;
          const text = figureText(point.y, decimals);
          const name = seriesName(series);
          return (
            <span key={index} className={`${CLASSES[kind]}${index === curve ? " on" : ""}`}>
              <Answer
                kind={kind}
                text={text}
                said={`${text} ${data.unit} at ${xShort(data.x, row.x)}${name === "" ? "" : `, ${name}`}`}
                open={open === index}
                note={note}
                onOpen={() => setOpen(open === index ? null : index)}
              />
              <After entry={item} decimals={decimals} />
            </span>
          );
        })}
        {deviation !== null && (
          <span className="off">
            <b>{deviationText(deviation)}</b>
          </span>
        )}
        {row.entries.map(
          ({ index, series, point }) =>
            series.kind === "pinned" && (
              <span key={index} className="pinned">
                <b>{figureText(point.y, decimals)}</b> pinned {pinNumber(series)}
              </span>
            ),
        )}
        {items.length === 0 && <span>not answered yet</span>}
      </p>
      {opened !== undefined && <Note id={note} source={opened.point.source} href={WAYS[opened.kind]} />}
    </>
  );
}
