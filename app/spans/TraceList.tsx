/** The traces of a file, a row each, in the order of the file or the longest first. */
import { useMemo } from "react";
import type { KeyboardEvent } from "react";
import { rowByKey, useInView } from "../controls/in-view.ts";
import { grouped } from "../words/numbers.ts";
import { roughText } from "../words/times.ts";
import type { TraceRow } from "../workers/spans-rows.ts";

const ROW = 32; // px, as in the style sheet

interface Props {
  readonly rows: readonly TraceRow[];
  readonly chosen: number;
  readonly isByLength: boolean;
  readonly onSort: (isByLength: boolean) => void;
  readonly onChoose: (number: number) => void;
}

export function TraceList({ rows, chosen, isByLength, onSort, onChoose }: Props) {
  const sorted = useMemo(
    () => (isByLength ? rows.toSorted((a, b) => (b.took ?? -1) - (a.took ?? -1)) : rows),
    [rows, isByLength],
  );
  const place = sorted.findIndex(({ number }) => number === chosen) + 1;
  const { box, measure, first, end } = useInView(sorted.length, place, ROW);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof Element) || event.target.closest("tbody") === null) return;
    const next = rowByKey(event.key, place, sorted.length);
    const row = next === null ? undefined : sorted[next - 1];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onChoose(row.number);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-trace="${row.number}"]`)?.focus());
  };
  return (
    <div className="own-list" ref={box} onScroll={measure} onKeyDown={onKeyDown}>
      <table aria-label="Traces" aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" aria-sort={isByLength ? undefined : "ascending"}>
              <button type="button" onClick={() => onSort(false)}>
                Trace
              </button>
            </th>
            <th scope="col">Begins with</th>
            <th scope="col" className="number" aria-sort={isByLength ? "descending" : undefined}>
              <button type="button" onClick={() => onSort(true)}>
                Took
              </button>
            </th>
            <th scope="col" className="number wide">
              Services
            </th>
            <th scope="col" className="number">
              Spans
            </th>
            <th scope="col" className="number">
              Errors
            </th>
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr aria-hidden="true" style={{ height: first * ROW }} />}
          {sorted.slice(first, end).map((row, i) => (
            <Row key={row.number} row={row} index={first + i} isChosen={row.number === chosen} onChoose={onChoose} />
          ))}
          {end < rows.length && <tr aria-hidden="true" style={{ height: (rows.length - end) * ROW }} />}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<Props, "onChoose"> {
  readonly row: TraceRow;
  readonly index: number;
  readonly isChosen: boolean;
}

function Row({ row, index, isChosen, onChoose }: RowProps) {
  const took = row.took === null ? "no length" : roughText(row.took);
  return (
    <tr className={isChosen ? "chosen" : undefined} aria-rowindex={index + 2} onClick={() => onChoose(row.number)}>
      <td>
        <button
          type="button"
          data-trace={row.number}
          aria-pressed={isChosen}
          tabIndex={isChosen ? 0 : -1}
          aria-label={`Trace ${grouped(row.number, 0)}, ${row.root}, ${took}`}
        >
          {row.number}
        </button>
      </td>
      <td className="cut">{row.root}</td>
      <td className="number">{took}</td>
      <td className="number wide">{row.services}</td>
      <td className="number">{grouped(row.spans, 0)}</td>
      <td className={row.errors > 0 ? "number bad" : "number"}>{row.errors === 0 ? "" : row.errors}</td>
    </tr>
  );
}
