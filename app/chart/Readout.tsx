import { decimalsOf, xShort, xText } from "./cursor.ts";
import type { ChartData, ChartRow } from "./data.ts";
import { deviationText, numberText } from "./numbers.ts";

interface Props {
  readonly data: ChartData;
  readonly row: ChartRow | null;
  /** What stands here while no x is pointed at or selected. */
  readonly hint: string;
}

/** All answers at one x, on a line of its own, so that it covers no point. Its height is kept free when it is empty. */
export function Readout({ data, row, hint }: Props) {
  if (row === null) return <p className="chart-readout hint">{hint}</p>;
  const decimals = decimalsOf(data);
  const { paper, model, simulated, deviation } = row;
  const spread = simulated !== null && simulated.high > simulated.low;
  return (
    <p className="chart-readout" aria-hidden="true">
      <span className="at">
        <span className="short">at {xShort(data.x, row.x)}</span>
        <span className="long">{xText(data.x, row.x)}</span>
      </span>
      {paper !== null && (
        <span>
          <b>{numberText(paper.y, decimals)}</b> paper{paper.uncertain === true ? ", uncertain" : ""}
        </span>
      )}
      {model !== null && (
        <span className="model">
          <b>{numberText(model.y, decimals)}</b> model
        </span>
      )}
      {simulated !== null && (
        <span className="simulated">
          <b>{numberText(simulated.mean, decimals)}</b> simulated
          {spread && (
            <i>
              {numberText(simulated.low, decimals)} to {numberText(simulated.high, decimals)}
            </i>
          )}
        </span>
      )}
      {deviation !== null && (
        <span className="off">
          <b>{deviationText(deviation)}</b>
        </span>
      )}
      {paper === null && model === null && simulated === null && <span>not answered yet</span>}
    </p>
  );
}
