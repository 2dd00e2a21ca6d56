import { decimalsOf } from "./cursor.ts";
import { chartRows, paperLabel } from "./data.ts";
import type { ChartData, ChartRow } from "./data.ts";
import { numberText, plainText, signedText } from "./numbers.ts";

const NOTHING = "–";

function Row({ row, decimals }: { readonly row: ChartRow; readonly decimals: number }) {
  const { paper, model, simulated, deviation } = row;
  const say = (value: number | undefined): string => (value === undefined ? NOTHING : numberText(value, decimals));
  const spread = simulated !== null && simulated.high > simulated.low;
  return (
    <tr>
      <th scope="row">{plainText(row.x)}</th>
      <td className="paper">
        {say(paper?.y)}
        {paper?.uncertain === true && <span className="chart-doubt"> uncertain</span>}
      </td>
      <td>{say(model?.y)}</td>
      <td>{say(simulated?.mean)}</td>
      <td className="interval">{spread ? `${say(simulated.low)} to\u00a0${say(simulated.high)}` : NOTHING}</td>
      <td>{deviation === null ? NOTHING : signedText(deviation, 1)}</td>
    </tr>
  );
}

/** The chart as a table: for a reader who wants figures, and for one who does not see the curves. */
export function DataTable({ data }: { readonly data: ChartData }) {
  const decimals = decimalsOf(data);
  const trials = data.simulated[0]?.trials ?? 0;
  const equations = [...new Set(data.model.map((point) => point.equation).filter((text) => text !== undefined))];
  const unit = data.x.unit === "" ? "" : `, ${data.x.unit}`;
  return (
    <>
      <table>
        <caption>
          {data.spec.title} <span>{data.unit}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              {data.x.label}
              {unit}
            </th>
            <th scope="col">Paper</th>
            <th scope="col">Model</th>
            <th scope="col">Simulated</th>
            <th scope="col">95{"\u2009"}%</th>
            <th scope="col">
              <span className="vh">Deviation, </span>%
            </th>
          </tr>
        </thead>
        <tbody>
          {chartRows(data).map((row) => (
            <Row key={row.x} row={row} decimals={decimals} />
          ))}
        </tbody>
      </table>
      <p className="chart-note">
        {data.paper.length > 0 && <>Paper: {paperLabel(data.paper).replace("paper, ", "")}. </>}
        {equations.length > 0 && <>Model: {equations.join(", ")}. </>}
        {trials > 0 && <>Simulated: mean of {trials === 1 ? "one trial" : `${trials} trials`} a point. </>}
        The last column is how far the simulation is from the paper.
      </p>
    </>
  );
}
