/** The calls of a capture, a row each. Only those in view are in the page, so that there may be a hundred thousand. */
import type { KeyboardEvent } from "react";
import { rowByKey, useInView } from "../controls/in-view.ts";
import { grouped } from "../words/numbers.ts";
import type { CallRow } from "../workers/capture-rows.ts";
import { secondsText, tookText } from "./words.ts";

const ROW = 32; // px, as in the style sheet

interface Props {
  readonly rows: readonly CallRow[];
  readonly chosen: number;
  readonly lit: ReadonlySet<number>;
  /** What the numbers of times can tell: nanoseconds. */
  readonly resolutionNs: number;
  readonly onChoose: (number: number) => void;
}

export function CallList({ rows, chosen, lit, resolutionNs, onChoose }: Props) {
  const { box, measure, first, end } = useInView(rows.length, chosen, ROW);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = rowByKey(event.key, chosen, rows.length);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onChoose(next);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-call="${next}"]`)?.focus());
  };
  return (
    <div className="own-list" ref={box} onScroll={measure} onKeyDown={onKeyDown}>
      <table aria-label="Calls" aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Call</th>
            <th scope="col">Who</th>
            <th scope="col" className="wide">
              Program
            </th>
            <th scope="col">Procedure</th>
            <th scope="col" className="number wide">
              Sent, s
            </th>
            <th scope="col" className="number">
              Took
            </th>
            <th scope="col" className="number wide">
              Again
            </th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr aria-hidden="true" style={{ height: first * ROW }} />}
          {rows.slice(first, end).map((row) => (
            <Row
              key={row.number}
              {...{ row, chosen, resolutionNs, onChoose }}
              isLit={lit.has(row.number)}
              isAsked={lit.size > 0}
            />
          ))}
          {end < rows.length && <tr aria-hidden="true" style={{ height: (rows.length - end) * ROW }} />}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<Props, "chosen" | "resolutionNs" | "onChoose"> {
  readonly row: CallRow;
  readonly isLit: boolean;
  readonly isAsked: boolean;
}

function Row({ row, chosen, resolutionNs, onChoose, isLit, isAsked }: RowProps) {
  const isChosen = row.number === chosen;
  const look = [isLit ? "lit" : isAsked ? "dim" : "", isChosen ? "chosen" : ""].join(" ").trim();
  const took = row.took === null ? "no reply" : tookText(row.took, resolutionNs);
  return (
    <tr className={look} aria-rowindex={row.number + 1} onClick={() => onChoose(row.number)}>
      <td>
        <button
          type="button"
          data-call={row.number}
          aria-pressed={isChosen}
          tabIndex={isChosen ? 0 : -1}
          aria-label={`Call ${grouped(row.number, 0)}, ${row.client}, ${row.procedure}, ${took}`}
        >
          {row.number}
        </button>
      </td>
      <td>{row.client}</td>
      <td className="wide">{row.program}</td>
      <td className="capture-about">
        {row.procedure} <span title={row.object}>{row.object}</span>
      </td>
      <td className="number wide">{secondsText(row.at)}</td>
      <td className="number">{row.took === null ? <span className="unseen">?</span> : took}</td>
      <td className="number wide">{row.again === 0 ? "" : row.again}</td>
      <td className={row.isBad ? "bad" : undefined}>{row.status}</td>
    </tr>
  );
}
