import { itemAt } from "../../engine/kernel/reads.ts";
import { decimalsOf } from "./cursor.ts";
import type { ChartPoint, Series } from "../setup/points.ts";
import {
  answerAt,
  answerOf,
  certaintyOf,
  chartRows,
  isCurve,
  pinNumber,
  seriesName,
  spreadsOf,
  xFigure,
} from "./data.ts";
import type { ChartData, ChartRow } from "./data.ts";
import { figureText, signedText } from "../words/numbers.ts";

const NOTHING = "–";

interface CellsProps {
  readonly row: ChartRow;
  readonly decimals: number;
}

/** The point of a series in a row. */
const pointIn = ({ entries }: ChartRow, { kind, name }: Series): ChartPoint | undefined =>
  entries.find(({ series }) => series.kind === kind && series.name === name)?.point;

interface LinkedProps {
  readonly point: ChartPoint | undefined;
  readonly decimals: number;
}

/** A value as a link to what it comes from. */
const Linked = ({ point, decimals }: LinkedProps) =>
  point === undefined ? (
    NOTHING
  ) : (
    <a href={point.source.href} title={point.source.text}>
      {figureText(point.y, decimals)}
    </a>
  );

const offText = (deviation: number | null | undefined): string =>
  deviation === null || deviation === undefined ? NOTHING : signedText(deviation, 1);

/** Paper, model and simulation, and how far the two are from the paper. */
function Answers({ row, decimals }: CellsProps) {
  const [paper, model, simulated] = [answerAt(row, "measured"), answerAt(row, "model"), answerAt(row, "simulated")];
  const { low = 0, high = 0 } = simulated?.point.spread ?? {};
  const say = (value: number): string => figureText(value, decimals);
  return (
    <>
      <td className="paper">
        <Linked point={paper?.point} decimals={decimals} />
        {paper?.point.uncertain === true && <span className="chart-doubt"> uncertain</span>}
      </td>
      {[model, simulated].map((entry, i) => (
        <td key={i}>
          <Linked point={entry?.point} decimals={decimals} />
        </td>
      ))}
      <td className="interval">{high > low ? `${say(low)} to\u00a0${say(high)}` : NOTHING}</td>
      <td>{offText(model?.deviation)}</td>
      <td>{offText(simulated?.deviation)}</td>
    </>
  );
}

/** The curves that share a column: those of one number, what was simulated first. */
interface Column {
  readonly name: string; // "serial"
  readonly curves: readonly Series[];
}

function columnsOf({ series }: ChartData): readonly Column[] {
  const curves = series.filter(isCurve);
  const curveNumbers = [...new Set(curves.map(({ curveNumber }) => curveNumber))];
  return curveNumbers.map((curveNumber) => {
    const own = curves.filter((curve) => curve.curveNumber === curveNumber);
    return { name: itemAt(own, 0, "curve").name, curves: own };
  });
}

/** The head of a column, with the names of the values that stand under one another in its cells. */
function ColumnHead({ column: { name, curves } }: { readonly column: Column }) {
  return (
    <th scope="col" className="curve">
      {name}
      {curves.length > 1 &&
        curves.map((curve) => (
          <span key={curve.kind + curve.name} className={curve.kind}>
            {curve.kind === "simulated" ? "simulated" : curve.name.replace(`${name}, `, "")}
          </span>
        ))}
    </th>
  );
}

interface CurveCellsProps extends CellsProps {
  readonly columns: readonly Column[];
}

/** A cell for each column, its curves' values under one another, with the interval where there is one. */
function CurveCells({ row, decimals, columns }: CurveCellsProps) {
  return columns.map((column) => (
    <td key={column.name}>
      {column.curves.map((curve) => {
        const key = curve.kind + curve.name;
        const point = pointIn(row, curve);
        if (point === undefined) return <span key={key}>{NOTHING}</span>;
        const { low = 0, high = 0 } = point.spread ?? {};
        return (
          <span key={key} className={curve.kind}>
            <Linked point={point} decimals={decimals} />
            <span className="vh">, {seriesName(curve)}</span>
            {high > low && (
              <span className="interval">
                {figureText(low, decimals)} to{"\u00a0"}
                {figureText(high, decimals)}
              </span>
            )}
          </span>
        );
      })}
    </td>
  ));
}

const pinnedIn = ({ series }: ChartData): readonly Series[] => series.filter(({ kind }) => kind === "pinned");

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
        <ColumnHead key={one.name} column={one} />
      ))}
      {pinnedIn(data).map(({ name, curveNumber }) => (
        <th key={name} scope="col">
          {pinNumber({ curveNumber })}: {name}
        </th>
      ))}
    </tr>
  );
}

/** "Simulated: mean of 5 trials a point." Nothing where nothing is simulated. */
function trialsText(data: ChartData): string {
  const counts = spreadsOf(data).flatMap(({ trials, certain }) => (certain === true ? [] : [trials]));
  const certain = certaintyOf(data);
  if (certain === "all") return "Simulated: nothing is random, one run for each point. ";
  const most = Math.max(0, ...counts);
  if (most === 0) return "";
  const mean = `Simulated: mean of ${most === 1 ? "one trial" : `${most} trials`} a point`;
  return `${mean}${certain === "some" ? ", of one where nothing is random" : ""}. `;
}

/** The chart as a table: for a reader who wants figures, and for one who does not see the curves. */
export function DataTable({ data }: { readonly data: ChartData }) {
  const decimals = decimalsOf(data);
  const [paper, model] = [answerOf(data, "measured"), answerOf(data, "model")];
  const many = data.spec.series !== undefined;
  const columns = columnsOf(data);
  return (
    <>
      <table className={columns.length > 0 ? "many" : undefined}>
        <caption className="vh">
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
              <CurveCells row={row} decimals={decimals} columns={columns} />
              {pinnedIn(data).map((run) => (
                <td key={run.name}>
                  <Linked point={pointIn(row, run)} decimals={decimals} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="chart-note">
        {paper !== undefined && paper.points.length > 0 && <>Paper: {paper.from}. </>}
        {model !== undefined && model.points.length > 0 && <>Model: {model.from}. </>}
        {trialsText(data)}
        {spreadsOf(data).some(({ ofRuns }) => ofRuns === true) &&
          "Intervals hold the mean with 95\u2009%, or all trials where they lie too far apart for that. "}
        {!many && "The percentages say how far model and simulation are from the paper."}
      </p>
    </>
  );
}
