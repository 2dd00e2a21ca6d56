/** The series of the paper and of its model on a chart; each point carries its address. */
import { keyOf, table } from "../../engine/papers/lookup.ts";
import type { ChartSpec, Description, ModelCurve, ParamValue, ParamValues } from "../../engine/experiments/types.ts";
import {
  answerOfColumn,
  answersOfColumn,
  modelFor,
  paperOf,
  publishedRows,
} from "../../engine/experiments/answering.ts";
import { capital } from "../words/sentences.ts";
import { numeralText } from "../words/units.ts";
import { sourceText } from "./answers.ts";
import { modelAtHref } from "./bench-links.ts";
import { xOf } from "./chart-words.ts";
import { sweepOf } from "./charts.ts";
import { callKey, callText, curvePoints, modelCall, unknownToModel } from "./models.ts";
import { cellHref } from "./paper-links.ts";
import type { ChartPoint, Series } from "./points.ts";
import { defaultSetup } from "./setup.ts";

/** "Table I" for "table-i", "Section 4.2" for "section-4.2": what the paper itself calls it. */
export function tableName(table: string): string {
  const [kind = "", ...rest] = table.split("-");
  const number = rest.join("-");
  return number === "" ? capital(kind) : `${capital(kind)} ${numeralText(number)}`;
}

/** The published points of a chart, at the sweep's parameter; none where the other parameters are not the paper's. */
export function paperSeries(experiment: Description, spec: ChartSpec, parameters: ParamValues): Series {
  const sweep = sweepOf(experiment, spec);
  const tables = new Set<string>();
  const points = spec.points.flatMap(({ table: id, column, scale = 1, x: place }) => {
    const asked = { table: id, column, measure: spec.y };
    const first = answerOfColumn(experiment, asked);
    const key = place?.column ?? first?.set[sweep.over];
    if (first === undefined || key === undefined) return [];
    const paper = paperOf(experiment);
    const t = table(paper, id);
    const answers = place === undefined ? [first] : answersOfColumn(experiment, asked);
    const rows = answers.flatMap((answer) =>
      publishedRows({ experiment, answer }, parameters, t.rows, sweep, place?.of),
    );
    return rows.flatMap((row): ChartPoint[] => {
      const [x, y] = [row[key], row[column]];
      if (typeof x !== "number" || typeof y !== "number") return [];
      tables.add(tableName(id));
      const uncertain = t.uncertain.some((note) => note.column === column && note.rowKey[key] === x);
      const label = t.columns.find((candidate) => candidate.key === column)?.label ?? column;
      const href = cellHref({ paper, table: id, row: keyOf(t, row), column });
      const source = { text: `${sourceText(t, row)}: ${label}.`, href };
      return [{ x, y: y * scale, source, ...(uncertain ? { uncertain } : {}) }];
    });
  });
  points.sort((a, b) => a.x - b.x);
  const from = [...tables].join(" and ");
  return {
    kind: "measured",
    name: "paper",
    label: from === "" ? "paper" : `paper, ${from}`,
    curveNumber: null,
    points,
    from,
  };
}

interface ModelRequest {
  readonly name?: string;
  readonly label?: string | undefined;
  readonly curveNumber?: number | null;
  readonly series?: ParamValue | undefined;
  readonly curve?: ModelCurve;
}

/**
 * The curve of a chart's model, as far as its values are known: of the one that speaks of the runs themselves, or of
 * another that the chart names. With a series, that of one of its values.
 */
export function modelSeries(
  experiment: Description,
  spec: ChartSpec,
  parameters: ParamValues,
  values: Readonly<Record<string, number>>,
  { series, curve, name = "model", label = "model", curveNumber = null }: ModelRequest = {},
): Series {
  const { over } = sweepOf(experiment, spec);
  const calls = new Set<string>();
  const points = curvePoints(experiment, spec, parameters, series).flatMap((point): ChartPoint[] => {
    const own = modelFor(experiment, spec.y, point);
    const speaks = own !== undefined && unknownToModel(experiment, own, point).length === 0;
    const link = curve ?? (speaks ? own : undefined);
    if (link === undefined) return [];
    const call = modelCall(link, point);
    const value = values[callKey(call)];
    const x = xOf(experiment.params[over], point[over]);
    if (value === undefined || x === null) return [];
    calls.add(callText(call));
    const href = modelAtHref({ ...defaultSetup(experiment), parameters: point }, link.function);
    return [{ x, y: value * link.scale, source: { text: `${callText(call)} of the paper’s model.`, href } }];
  });
  return { kind: "model", name, label, curveNumber, points, from: [...calls].join(", ") };
}
