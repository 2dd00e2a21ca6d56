/** The series of the paper and of its model on a chart; each point carries its address. */
import { keyOf, table } from "../../engine/papers/lookup.ts";
import type { Answer, ModelCurve, ParamValues } from "../../engine/experiments/types.ts";
import { answersOfColumn, modelFor, paperOf, publishedRows } from "../../engine/experiments/answering.ts";
import { capital, listed } from "../words/sentences.ts";
import { numeralText } from "../words/units.ts";
import { sourceText } from "./answers.ts";
import { modelAtHref } from "./bench-links.ts";
import type { ChartRequest, SweptPoint } from "./chart-request.ts";
import { callKey, callText, modelCall, speaks } from "./models.ts";
import { cellHref } from "./paper-links.ts";
import { xOf } from "./chart-words.ts";
import type { ChartPoint, Series } from "./points.ts";
import { defaultSetup } from "./setup.ts";

/** "Table I" for "table-i", "Section 4.2" for "section-4.2": what the paper itself calls it. */
export function tableName(table: string): string {
  const [kind = "", ...rest] = table.split("-");
  const number = rest.join("-");
  return number === "" ? capital(kind) : `${capital(kind)} ${numeralText(number)}`;
}

/** "Table I"; "Tables II, III and IV". */
function tablesText(names: readonly string[]): string {
  const [first = "", ...more] = names;
  const kind = "Table ";
  if (more.length === 0 || !names.every((name) => name.startsWith(kind))) return listed([first, ...more]);
  return `Tables ${listed(names.map((name) => name.slice(kind.length)))}`;
}

/** The parameters of a run on the curve that an answer speaks of; null where the chart has no such curve. */
function onItsCurve({ spec, setup }: ChartRequest, { fixed = {} }: Answer): ParamValues | null {
  const { series } = spec;
  const value = series === undefined ? undefined : fixed[series.parameter];
  if (series === undefined || value === undefined) return setup.parameters;
  return series.values.includes(value) ? { ...setup.parameters, [series.parameter]: value } : null;
}

/**
 * The published points of a chart, at the sweep's parameter; none where the other parameters are not the paper's, or
 * a script makes faults. Where the chart has a curve for each value of a parameter, every point is of the curve of its
 * own value.
 */
export function paperSeries(request: ChartRequest): Series {
  const { experiment, spec, sweep, setup } = request;
  const tables = new Set<string>();
  const published = setup.faults.length === 0 ? spec.points : [];
  const points = published.flatMap(({ table: id, column, scale = 1, x: place }) => {
    const paper = paperOf(experiment);
    const t = table(paper, id);
    return answersOfColumn(experiment, { table: id, column, measure: spec.y }).flatMap((answer) => {
      const key = place?.column ?? answer.set[sweep.over];
      const parameters = onItsCurve(request, answer);
      if (parameters === null) return [];
      const places = key === undefined ? [sweep.over] : place?.of;
      return publishedRows({ experiment, answer }, parameters, t.rows, sweep, places).flatMap((row): ChartPoint[] => {
        const [word, y] = [key === undefined ? answer.fixed?.[sweep.over] : row[key], row[column]];
        // A word has its place among the values of the sweep.
        const x = typeof word === "string" ? xOf(request.param, word) : word;
        if (typeof x !== "number" || typeof y !== "number") return [];
        tables.add(tableName(id));
        const uncertain = t.uncertain.some(
          (note) => note.column === column && key !== undefined && note.rowKey[key] === x,
        );
        const label = t.columns.find((candidate) => candidate.key === column)?.label ?? column;
        const href = cellHref({ paper, table: id, row: keyOf(t, row), column });
        const source = { text: `${sourceText(t, row)}: ${label}.`, href };
        return [{ x, y: y * scale, source, ...(uncertain ? { uncertain } : {}) }];
      });
    });
  });
  points.sort((a, b) => a.x - b.x);
  const from = tablesText([...tables]);
  return {
    kind: "measured",
    name: "paper",
    label: from === "" ? "paper" : `paper, ${from}`,
    curveNumber: null,
    points,
    from,
  };
}

interface ModelOfChart {
  readonly name: string;
  readonly label: string;
  readonly curveNumber: number | null;
  readonly points: readonly SweptPoint[];
  /** A model that the chart names; left out for the one that speaks of the runs themselves. */
  readonly link?: ModelCurve;
}

/** The curve of a model on a chart, where it speaks of these runs and its values are known. */
export function modelSeries(
  { experiment, spec, setup }: ChartRequest,
  values: Readonly<Record<string, number>>,
  { name, label, curveNumber, points: at, link: named }: ModelOfChart,
): Series {
  const calls = new Set<string>();
  const points = at.flatMap(({ x, parameters }): ChartPoint[] => {
    const link = named ?? modelFor(experiment, spec.y, parameters);
    if (link === undefined || !speaks(experiment, link, { ...setup, parameters })) return [];
    const call = modelCall(link, parameters);
    const value = values[callKey(call)];
    if (value === undefined) return [];
    calls.add(callText(call));
    const href = modelAtHref({ ...defaultSetup(experiment), parameters }, link.function);
    return [{ x, y: value * link.scale, source: { text: `${callText(call)} of the paper’s model.`, href } }];
  });
  return { kind: "model", name, label, curveNumber, points, from: [...calls].join(", ") };
}
