/** The series of the paper and of its model on a chart; each point carries its address. */
import { keyOf, table } from "../../engine/papers/lookup.ts";
import type { ModelCurve } from "../../engine/experiments/types.ts";
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
import type { ChartRequest, SweptPoint } from "./chart-request.ts";
import { callKey, callText, modelCall, unknownToModel } from "./models.ts";
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
export function paperSeries({ experiment, spec, setup, sweep }: ChartRequest): Series {
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
      publishedRows({ experiment, answer }, setup.parameters, t.rows, sweep, place?.of),
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

interface ModelOfChart {
  readonly name: string;
  readonly label: string;
  readonly curveNumber: number | null;
  readonly points: readonly SweptPoint[];
  /** A model that the chart names; left out for the one that speaks of the runs themselves. */
  readonly link?: ModelCurve;
}

/** The curve of a model on a chart, as far as its values are known. */
export function modelSeries(
  { experiment, spec }: ChartRequest,
  values: Readonly<Record<string, number>>,
  { name, label, curveNumber, points: at, link: named }: ModelOfChart,
): Series {
  const calls = new Set<string>();
  const points = at.flatMap(({ x, parameters }): ChartPoint[] => {
    const own = modelFor(experiment, spec.y, parameters);
    const speaks = own !== undefined && unknownToModel(experiment, own, parameters).length === 0;
    const link = named ?? (speaks ? own : undefined);
    if (link === undefined) return [];
    const call = modelCall(link, parameters);
    const value = values[callKey(call)];
    if (value === undefined) return [];
    calls.add(callText(call));
    const href = modelAtHref({ ...defaultSetup(experiment), parameters }, link.function);
    return [{ x, y: value * link.scale, source: { text: `${callText(call)} of the paper’s model.`, href } }];
  });
  return { kind: "model", name, label, curveNumber, points, from: [...calls].join(", ") };
}
