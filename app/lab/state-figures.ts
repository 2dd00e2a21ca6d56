/** Tables, graphs and buffers as figures to export: those that stand on the page where its fold is open. */
import type { Run } from "../../engine/experiments/types.ts";
import type { FigureHead } from "../draw/svg.ts";
import type { ExportFigure } from "../export/items.ts";
import { allShown, itemsOf, STATE_KINDS } from "../state/items.ts";
import type { StateItem } from "../state/items.ts";
import type { StateKind } from "../state/props.ts";
import { clockOf } from "../state/protocol-table.ts";
import { stateSvg } from "../state/state-svg.ts";
import { tableCsv } from "../state/table-csv.ts";
import type { BenchState } from "./store.ts";

const NAMES = { calls: "table", graph: "graph", buffer: "buffer" } as const;

/** "socket server 3" is socket-server-3, as in the names of files. */
const slug = (key: string): string =>
  key
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

interface Widths {
  readonly least: number;
  readonly most: number;
}

export function stateFigures(
  run: Run,
  moment: Pick<BenchState, "call" | "time" | "kept">,
  frame: FigureHead,
  widths: Widths,
): readonly ExportFigure[] {
  return STATE_KINDS.flatMap((kind) =>
    allShown(kind, itemsOf({ run, site: run.site }, kind), moment.kept).map((item) =>
      figureOf(run, kind, item, moment, frame, widths),
    ),
  );
}

function figureOf(
  run: Run,
  kind: StateKind,
  item: StateItem,
  { call, time }: Pick<BenchState, "call" | "time">,
  frame: FigureHead,
  widths: Widths,
): ExportFigure {
  const figure: ExportFigure = {
    name: `${NAMES[kind]}-${slug(item.key)}`,
    label: item.title,
    svg: (theme, most = widths.most) =>
      stateSvg(run, kind, item, { call, time, theme, frame, least: Math.min(widths.least, most), most }),
  };
  if (kind !== "calls") return figure;
  const holds = `${item.title}, all rows at ${clockOf(run.trace, call)(time)}`;
  return { ...figure, csv: { text: () => tableCsv(run, item, { call, time }), holds } };
}
