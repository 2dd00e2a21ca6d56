/** The traces of a file, a row each, in the order of the file or the longest first. */
import { useMemo } from "react";
import { itemAt } from "../../engine/kernel/reads.ts";
import { OwnList } from "../controls/OwnList.tsx";
import { grouped } from "../words/numbers.ts";
import { roughText } from "../words/times.ts";
import type { TraceRow } from "../workers/spans-rows.ts";

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
  const head = (
    <tr aria-rowindex={1}>
      <th scope="col" aria-sort={isByLength ? undefined : "ascending"}>
        <button type="button" className="link" onClick={() => onSort(false)}>
          Trace
        </button>
      </th>
      <th scope="col">Begins with</th>
      <th scope="col" className="number" aria-sort={isByLength ? "descending" : undefined}>
        <button type="button" className="link" onClick={() => onSort(true)}>
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
  );
  return (
    <OwnList
      {...{ name: "Traces", items: sorted, chosen: place, head }}
      onChoose={(next) => onChoose(itemAt(sorted, next - 1, "trace").number)}
      rowOf={(row, at) => (
        <Row key={row.number} row={row} place={at} isChosen={row.number === chosen} onChoose={onChoose} />
      )}
    />
  );
}

interface RowProps extends Pick<Props, "onChoose"> {
  readonly row: TraceRow;
  readonly place: number;
  readonly isChosen: boolean;
}

function Row({ row, place, isChosen, onChoose }: RowProps) {
  const took = row.took === null ? "no length" : roughText(row.took);
  return (
    <tr className={isChosen ? "chosen" : undefined} aria-rowindex={place + 1} onClick={() => onChoose(row.number)}>
      <td>
        <button
          type="button"
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
