import { useId, useState } from "react";
import type { ReactNode } from "react";
import { decimalsOf, xShort, xText } from "./cursor.ts";
import { curveName } from "./series.ts";
import type { ChartData, ChartRow } from "./data.ts";
import type { PointSource } from "../setup/points.ts";
import { deviationText, numberText } from "../words/numbers.ts";

interface Props {
  readonly data: ChartData;
  readonly row: ChartRow | null;
  /** The one of several curves that the cursor is on. */
  readonly curve: number | null;
  /** What stands here while no x is pointed at or selected. */
  readonly hint: string;
}

type Kind = "paper" | "model" | "simulated";

interface NumberProps {
  readonly kind: Kind;
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
      <b className={kind}>{text}</b>
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

const WAYS: Readonly<Record<Kind, string>> = {
  paper: "In its table",
  model: "In the model’s text",
  simulated: "On the bench",
};

/** One number of the readout. */
interface Item {
  readonly key: string;
  readonly kind: Kind;
  readonly value: number;
  readonly called: string; // "paper"
  readonly source: PointSource;
  readonly after?: ReactNode;
}

/** The numbers at a row, in the order of the readout. */
function itemsOf(data: ChartData, row: ChartRow): readonly Item[] {
  const { paper, model, simulated } = row;
  const say = (value: number): string => numberText(value, decimalsOf(data));
  const items: Item[] = [];
  if (paper !== null) {
    const after = ` paper${paper.uncertain === true ? ", uncertain" : ""}`;
    items.push({ key: "paper", kind: "paper", value: paper.y, called: "paper", source: paper.source, after });
  }
  if (model !== null)
    items.push({ key: "model", kind: "model", value: model.y, called: "model", source: model.source, after: " model" });
  if (simulated !== null) {
    const { mean, low, high, source } = simulated;
    const after = (
      <>
        {" simulated"}
        {high > low && (
          <i>
            {say(low)} to {say(high)}
          </i>
        )}
      </>
    );
    items.push({ key: "simulated", kind: "simulated", value: mean, called: "simulated", source, after });
  }
  for (const [i, { kind, name, ...curve }] of (data.curves ?? []).entries()) {
    const point = row.curves[i];
    if (point === null || point === undefined) continue;
    const called = curveName({ kind, name, ...curve });
    items.push({ key: `curve ${i}`, kind, value: point.y, called, source: point.source, after: ` ${name}` });
  }
  return items;
}

/** All answers at one x, on a line of its own, so that it covers no point. Its height is kept free when it is empty. */
export function Readout({ data, row, curve, hint }: Props) {
  const [open, setOpen] = useState<string | null>(null);
  const note = useId();
  const many = data.spec.series === undefined ? "" : " many";
  if (row === null) return <p className={`chart-readout hint${many}`}>{hint}</p>;
  const decimals = decimalsOf(data);
  const { deviation, pinned } = row;
  const items = itemsOf(data, row);
  const opened = items.find(({ key }) => key === open);
  return (
    <>
      <p className={`chart-readout${many}`}>
        <span className="at">
          <span className="short">at {xShort(data.x, row.x)}</span>
          <span className="long">{xText(data.x, row.x)}</span>
        </span>
        {items.map(({ key, kind, value, called, after }) => {
          const text = numberText(value, decimals);
          return (
            <span key={key} className={`${kind}${curve !== null && key === `curve ${curve}` ? " on" : ""}`}>
              <Answer
                kind={kind}
                text={text}
                said={`${text} ${data.unit} at ${xShort(data.x, row.x)}, ${called}`}
                open={open === key}
                note={note}
                onOpen={() => setOpen(open === key ? null : key)}
              />
              {after}
            </span>
          );
        })}
        {deviation !== null && (
          <span className="off">
            <b>{deviationText(deviation)}</b>
          </span>
        )}
        {pinned.map(
          (point, i) =>
            point !== null && (
              <span key={i} className="pinned">
                <b>{numberText(point.y, decimals)}</b> pinned {i + 1}
              </span>
            ),
        )}
        {items.length === 0 && <span>not answered yet</span>}
      </p>
      {opened !== undefined && <Note id={note} source={opened.source} href={WAYS[opened.kind]} />}
    </>
  );
}
