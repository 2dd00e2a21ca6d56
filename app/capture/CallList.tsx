/** The calls of a capture, a row each. */
import { OwnList } from "../controls/OwnList.tsx";
import { grouped } from "../words/numbers.ts";
import type { CallRow } from "../workers/capture-rows.ts";
import { secondsText, tookText } from "./words.ts";

interface Props {
  readonly rows: readonly CallRow[];
  readonly chosen: number;
  readonly lit: ReadonlySet<number>;
  /** What the numbers of times can tell: nanoseconds. */
  readonly resolutionNs: number;
  readonly onChoose: (number: number) => void;
}

/** Where no call was sent again, no column says how often. */
export function CallList({ rows, chosen, lit, resolutionNs, onChoose }: Props) {
  const hasAgain = rows.some(({ again }) => again > 0);
  return (
    <OwnList
      {...{ name: "Calls", items: rows, chosen, onChoose, head: <Head hasAgain={hasAgain} /> }}
      rowOf={(row) => (
        <Row
          key={row.number}
          {...{ row, chosen, resolutionNs, onChoose, hasAgain }}
          isLit={lit.has(row.number)}
          isAsked={lit.size > 0}
        />
      )}
    />
  );
}

const Head = ({ hasAgain }: { readonly hasAgain: boolean }) => (
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
    {hasAgain && (
      <th scope="col" className="number wide">
        Again
      </th>
    )}
    <th scope="col">Status</th>
  </tr>
);

interface RowProps extends Pick<Props, "chosen" | "resolutionNs" | "onChoose"> {
  readonly row: CallRow;
  readonly isLit: boolean;
  readonly isAsked: boolean;
  readonly hasAgain: boolean;
}

function Row({ row, chosen, resolutionNs, onChoose, isLit, isAsked, hasAgain }: RowProps) {
  const isChosen = row.number === chosen;
  const look = [isLit ? "lit" : isAsked ? "dim" : "", isChosen ? "chosen" : ""].join(" ").trim();
  const took = row.took === null ? "no reply" : tookText(row.took, resolutionNs);
  return (
    <tr className={look} aria-rowindex={row.number + 1} onClick={() => onChoose(row.number)}>
      <td>
        <button
          type="button"
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
      {hasAgain && <td className="number wide">{row.again === 0 ? "" : row.again}</td>}
      <td className={row.isBad ? "bad" : undefined}>{row.status}</td>
    </tr>
  );
}
