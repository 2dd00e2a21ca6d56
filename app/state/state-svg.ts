/** A table, a graph or a buffer at a moment as a file. */
import type { Site, TracedRun } from "../../engine/experiments/types.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { writeSvg, type FileOptions } from "../draw/svg.ts";
import { counted } from "../words/numbers.ts";
import { capital } from "../words/sentences.ts";
import { bufferShapes } from "./buffer-shapes.ts";
import { factsText, levelText } from "./buffer-text.ts";
import { bufferAt, buffersOf } from "./buffers.ts";
import { statesShapes, tokensShapes } from "./graph-shapes.ts";
import { graphOn, TOKENS } from "./graphs.ts";
import type { StateItem } from "./items.ts";
import type { StateKind } from "./props.ts";
import { protocolGraph } from "./protocol-graph.ts";
import { clockOf } from "./protocol-table.ts";
import type { Moment, TableState } from "./table.ts";
import { tableShapes } from "./table-shapes.ts";
import type { SizedShapes } from "./table-shapes.ts";
import { runsBy, tableAt, tablesOf } from "./tables.ts";
import { graphSentence, nodeSentence, tokenGraphAt } from "./token-graph.ts";

interface StateSvgOptions extends Moment, Omit<FileOptions, "width"> {
  /** The least width, and the width of a graph or buffer that has much to show. */
  readonly least: number;
  readonly most: number;
}

type Shown = TracedRun & { readonly site?: Site };

interface Told {
  readonly drawn: SizedShapes;
  readonly description: string;
}

/** A complete SVG document; "" where the run has no such figure. */
export function stateSvg(run: Shown, kind: StateKind, item: StateItem, options: StateSvgOptions): string {
  const told = DRAW[kind](run, item.key, options);
  if (told === null) return "";
  const { width, height, shapes } = told.drawn;
  const { call, time, theme, frame } = options;
  const at = `at ${clockOf(run.trace, call)(time)}`;
  const title = `${item.title} of ${run.experiment}, call ${call}, ${at}`;
  const head = frame && { ...frame, head: `${frame.head}. ${item.title}, ${at}` };
  const document = { height: Math.ceil(height), title, description: told.description };
  return writeSvg(document, shapes, { width, theme, frame: head });
}

type Draw = (run: Shown, key: string, options: StateSvgOptions) => Told | null;

const DRAW: Readonly<Record<StateKind, Draw>> = { calls: drawTable, graph: drawGraph, buffer: drawBuffer };

function drawTable(run: Shown, key: string, { call, time, least }: StateSvgOptions): Told | null {
  const of = tablesOf(run).find((one) => one.key === key);
  const table = tableAt(run, key, { call, time });
  if (of === undefined || table === null) return null;
  const runs = of.countsRuns ? runsBy(run, { call, time }) : null;
  const ran = runs === null ? "" : ` The procedure of call ${call} ran ${counted(runs, "time")}.`;
  return { drawn: tableShapes(table, { least, call, runs }), description: `${tableSentences(table)}${ran}` };
}

/** "2 rows. Activity 1.1: executing, Number 1, Written at 441.3 µs." */
function tableSentences({ columns, rows, empty }: TableState): string {
  if (rows.length === 0) return empty;
  const told = rows.map(({ cells }) => {
    const [first = "", ...rest] = columns.flatMap(({ head, isNumber }, i) => {
      const text = itemAt(cells, i, "cell");
      return text === "" ? [] : [isNumber || i === 0 ? `${head} ${text}` : text];
    });
    return `${first}: ${rest.join(", ")}.`;
  });
  return `${capital(counted(rows.length, "row"))}. ${told.join(" ")}`;
}

function drawGraph({ trace, site }: Shown, key: string, { call, time, least, most }: StateSvgOptions): Told | null {
  const graph = graphOn(site);
  if (key === TOKENS && graph !== null) {
    const state = tokenGraphAt(graph, trace, time);
    const description = `${graphSentence(graph, state)}. ${state.nodes.map(nodeSentence).join(". ")}.`;
    return { drawn: tokensShapes(graph, state, most), description };
  }
  const state = protocolGraph(trace, key, { call, time });
  if (state === null) return null;
  const tags = state.machine.states.map(({ tag }) => tag).join(", ");
  const now = state.sentences.length === 0 ? "Nothing yet." : `${state.sentences.join(". ")}.`;
  return { drawn: statesShapes(state, { least, room: most }), description: `States: ${tags}. ${now}` };
}

function drawBuffer({ trace }: Shown, key: string, { time, most }: StateSvgOptions): Told | null {
  const of = buffersOf(trace).find((one) => one.key === key);
  if (of === undefined) return null;
  const state = bufferAt(trace, of, time);
  const description = `${levelText(state.held.length, of.places)}, ${state.lost} lost so far. ${factsText(of)}`;
  return { drawn: bufferShapes(of, state, most), description };
}
