import { decimalsOf } from "./cursor.ts";
import { curveName } from "./series.ts";
import type { Curve, ChartData, ChartRow } from "./data.ts";
import { certaintyOf, chartRows, paperLabel, spreadsOf, xFigure } from "./data.ts";
import type { PointSource } from "../setup/points.ts";
import { numberText, signedText } from "../words/numbers.ts";

const NOTHING = "–";

interface CellsProps {
  readonly row: ChartRow;
  readonly decimals: number;
}

function Linked({ value, source, decimals }: { value: number; source: PointSource; decimals: number }) {
  return (
    <a href={source.href} title={source.text}>
      {numberText(value, decimals)}
    </a>
  );
}

/** Paper, model and simulation, and how far the two are from the paper. */
function Answers({ row, decimals }: CellsProps) {
  const { paper, model, simulated, deviation, modelDeviation } = row;
  const say = (value: number): string => numberText(value, decimals);
  const spread = simulated !== null && simulated.high > simulated.low;
  return (
    <>
      <td className="paper">
        {paper === null ? NOTHING : <Linked value={paper.y} source={paper.source} decimals={decimals} />}
        {paper?.uncertain === true && <span className="chart-doubt"> uncertain</span>}
      </td>
      <td>{model === null ? NOTHING : <Linked value={model.y} source={model.source} decimals={decimals} />}</td>
      <td>
        {simulated === null ? NOTHING : <Linked value={simulated.mean} source={simulated.source} decimals={decimals} />}
      </td>
      <td className="interval">{spread ? `${say(simulated.low)} to\u00a0${say(simulated.high)}` : NOTHING}</td>
      <td>{modelDeviation === null ? NOTHING : signedText(modelDeviation, 1)}</td>
      <td>{deviation === null ? NOTHING : signedText(deviation, 1)}</td>
    </>
  );
}

/** The curves that share a column: those of one look, what was simulated first. */
interface Column {
  readonly name: string; // "serial"
  readonly curves: readonly number[]; // their places among the chart's
}

function columnsOf({ curves = [] }: ChartData): readonly Column[] {
  const looks = [...new Set(curves.map(({ look }) => look))];
  return looks.map((look) => {
    const own = curves.flatMap((curve, i) => (curve.look === look ? [i] : []));
    return { name: curves[own[0] ?? 0]?.name ?? "", curves: own };
  });
}

/** What stands under one another in the cells of a column. */
function ColumnHead({ column: { name, curves }, data }: { readonly column: Column; readonly data: ChartData }) {
  return (
    <th scope="col" className="curve">
      {name}
      {curves.length > 1 &&
        curves.map((at) => {
          const curve = data.curves?.[at];
          return (
            <span key={at} className={curve?.kind}>
              {curve?.kind === "simulated" ? "simulated" : (curve?.name.replace(`${name}, `, "") ?? "")}
            </span>
          );
        })}
    </th>
  );
}

interface CurveCellsProps extends CellsProps {
  readonly columns: readonly Column[];
  readonly curves: readonly Curve[];
}

/** A cell for each column, its curves' values under one another, with the interval where there is one. */
function CurveCells({ row, decimals, columns, curves }: CurveCellsProps) {
  return columns.map((column) => (
    <td key={column.name}>
      {column.curves.map((at) => {
        const [point, curve] = [row.curves[at], curves[at]];
        if (point === null || point === undefined || curve === undefined) return <span key={at}>{NOTHING}</span>;
        const { spread } = point;
        return (
          <span key={at} className={curve.kind}>
            <Linked value={point.y} source={point.source} decimals={decimals} />
            <span className="vh">, {curveName(curve)}</span>
            {spread !== null && spread.high > spread.low && (
              <span className="interval">
                {numberText(spread.low, decimals)} to{"\u00a0"}
                {numberText(spread.high, decimals)}
              </span>
            )}
          </span>
        );
      })}
    </td>
  ));
}

function Head({ data, columns }: { readonly data: ChartData; readonly columns: readonly Column[] }) {
  const unit = data.x.unit === "" ? "" : `, ${data.x.unit}`;
  const column = (text: string) => <th scope="col">{text}</th>;
  return (
    <tr>
      <th scope="col">
        {data.x.label}
        {unit}
      </th>
      {data.spec.series === undefined && (
        <>
          {column("Paper")}
          {column("Model")}
          {column("Simulated")}
          {column("95\u2009%")}
          <th scope="col">
            Model<span className="vh">, deviation</span>, %
          </th>
          <th scope="col">
            Sim.<span className="vh">, deviation</span>, %
          </th>
        </>
      )}
      {columns.map((one) => (
        <ColumnHead key={one.name} column={one} data={data} />
      ))}
      {data.pinned?.map(({ name }, i) => (
        <th key={name} scope="col">
          {i + 1}: {name}
        </th>
      ))}
    </tr>
  );
}

/** "Simulated: mean of 5 trials a point." Nothing where nothing is simulated. */
function trialsText(data: ChartData): string {
  const counts = spreadsOf(data).flatMap(({ trials, certain }) => (certain === true ? [] : [trials]));
  const certain = certaintyOf(data);
  if (certain === "all") return "Simulated: nothing random, one run a point. ";
  const most = Math.max(0, ...counts);
  if (most === 0) return "";
  const mean = `Simulated: mean of ${most === 1 ? "one trial" : `${most} trials`} a point`;
  return `${mean}${certain === "some" ? ", of one where nothing is random" : ""}. `;
}

/** The chart as a table: for a reader who wants figures, and for one who does not see the curves. */
export function DataTable({ data }: { readonly data: ChartData }) {
  const decimals = decimalsOf(data);
  const equations = [...new Set(data.model.map((point) => point.equation))];
  const many = data.spec.series !== undefined;
  const columns = columnsOf(data);
  return (
    <>
      <table className={columns.length > 0 ? "many" : undefined}>
        <caption>
          {data.spec.title} <span>{data.unit}</span>
        </caption>
        <thead>
          <Head data={data} columns={columns} />
        </thead>
        <tbody>
          {chartRows(data).map((row) => (
            <tr key={row.x}>
              <th scope="row">{xFigure(data.x, row.x)}</th>
              {!many && <Answers row={row} decimals={decimals} />}
              <CurveCells row={row} decimals={decimals} columns={columns} curves={data.curves ?? []} />
              {row.pinned.map((point, i) => (
                <td key={i}>
                  {point === null ? NOTHING : <Linked value={point.y} source={point.source} decimals={decimals} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="chart-note">
        {data.paper.length > 0 && <>Paper: {paperLabel(data.paper).replace("paper, ", "")}. </>}
        {equations.length > 0 && <>Model: {equations.join(", ")}. </>}
        {trialsText(data)}
        {!many && "In % stands how far model and simulation are from the paper."}
      </p>
    </>
  );
}
