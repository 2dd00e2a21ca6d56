/** Graphs at a moment as shapes, for a file: the states of a protocol, and a graph that tokens fire. Sizes in px. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { numberUnder } from "../../engine/kernel/tally.ts";
import { box, disc, label, path } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import type { Ink } from "../draw/palette.ts";
import { wordsOf, wrapped } from "../draw/place-label.ts";
import { tableWidth } from "../draw/text-width.ts";
import type { TokenGraph } from "../../engine/systems/sunrpc/graph/token-graph.ts";
import { arcPaths, between, endsOf, isDone, saidOf, shortName, slice } from "./arcs.ts";
import { layDown } from "./diagram-down.ts";
import { layOut, LINE } from "./diagram.ts";
import type { Arrow, Diagram } from "./diagram.ts";
import { layGraph } from "./graph-layout.ts";
import type { protocolGraph } from "./protocol-graph.ts";
import { SIDE } from "./table-shapes.ts";
import type { SizedShapes } from "./table-shapes.ts";
import { RESTS } from "./token-graph.ts";
import type { NodeState, TokenGraphState } from "./token-graph.ts";

type GraphState = NonNullable<ReturnType<typeof protocolGraph>>;

const WORDS = 13;
const STATE = 15;
const TOKEN = 10;

/** A way is heavy where it was taken just now, and faint where nobody has taken it by then. */
function arrowShapes({ key, path: d, head, ...arrow }: Arrow, { walked, last }: GraphState): readonly Shape[] {
  const isLit = key === last;
  const stroke: Ink = isLit || walked.has(key) ? "ink" : "rule";
  const ink: Ink = isLit ? "ink" : walked.has(key) ? "ink-2" : "ink-3";
  return [
    path(d, { stroke, lineWidth: isLit ? 3.5 : 1.5 }),
    path(head, { fill: stroke }),
    ...arrow.label.map((text, i) =>
      label(arrow.x, arrow.y + i * LINE, [{ text, bold: isLit, ink }], {
        ...{ size: WORDS, anchor: arrow.anchor, turned: arrow.turned },
      }),
    ),
  ];
}

function stateShapes({ node, nodes }: Diagram, { tokens }: GraphState, size: number): readonly Shape[] {
  return nodes.flatMap(({ tag, x, y }): readonly Shape[] => {
    const count = numberUnder(tokens, tag);
    const [left, top] = [x - node.width / 2, y - node.height / 2];
    const look =
      count > 0 ? ({ fill: "accent", lineWidth: 2.5 } as const) : ({ fill: "paper", lineWidth: 1.5 } as const);
    const ink = count > 0 ? "on-accent" : "ink";
    const name = label(x, y + 5, [{ text: tag, bold: true, ink }], { size, anchor: "middle" });
    const [tx, ty] = [left + node.width - 4, top + 4];
    const number = [{ text: String(count), bold: true, ink: "on-accent" as const }];
    const token = [
      disc(tx, ty, TOKEN, { fill: "accent", stroke: "ink", lineWidth: 1.8 }),
      label(tx, ty + 4.5, number, { size: WORDS, anchor: "middle" }),
    ];
    return [box(left, top, node.width, node.height, { stroke: "ink", ...look }), name, ...(count > 0 ? token : [])];
  });
}

/** In a row where `room` holds it, else from top to bottom. */
export function statesShapes(state: GraphState, { least, room }: { least: number; room: number }): SizedShapes {
  const row = layOut(state.machine);
  const isDown = row.width > room;
  const diagram = isDown ? layDown(state.machine) : row;
  const width = Math.max(least, diagram.width);
  const never = state.never.length === 0 ? "" : `Never entered in this run: ${state.never.join(", ")}.`;
  const lines = never === "" ? [] : wrapped(wordsOf(never), width - 2 * SIDE, (text) => tableWidth(text, WORDS, false));
  const notes = lines.map((text, i) =>
    label(SIDE, diagram.height + 18 + i * LINE, [{ text, ink: "ink-2" }], { size: WORDS }),
  );
  return {
    width,
    height: diagram.height + (lines.length === 0 ? 0 : lines.length * LINE + 12),
    shapes: [
      ...diagram.arrows.flatMap((arrow) => arrowShapes(arrow, state)),
      ...stateShapes(diagram, state, isDown ? WORDS : STATE),
      ...notes,
    ],
  };
}

const ALONE = 6.5;
const MANY = 9;

const token = (x: number, y: number, radius: number): Shape =>
  disc(x, y, radius, { fill: "accent", stroke: "ink", lineWidth: 1.8 });

function nodeShapes(node: NodeState, at: { readonly x: number; readonly y: number }, radius: number): readonly Shape[] {
  const { x, y } = at;
  const ground: Ink = isDone(node) ? "sunk" : "paper";
  const stroke: Ink = node.hasFailed ? "lost" : isDone(node) || node.now !== "" ? "ink" : "edge";
  const lineWidth = node.hasFailed || (node.now !== "" && !isDone(node)) ? 2.5 : 1.5;
  const under = saidOf(node);
  return [
    disc(x, y, radius, { fill: ground, stroke, lineWidth }),
    ...(node.share === null ? [] : [path(slice(at, radius - 2, node.share), { fill: "accent" })]),
    label(x, y + 4.5, [{ text: shortName(node.name), bold: true }], {
      ...{ size: 13.5, anchor: "middle", halo: ground, haloWidth: 2.5 },
    }),
    ...(under === ""
      ? []
      : [
          label(x, y + radius + 14, [{ text: under, ink: "ink-2" }], {
            ...{ size: 12, anchor: "middle", halo: "paper", haloWidth: 3.5 },
          }),
        ]),
  ];
}

export function tokensShapes(graph: TokenGraph, { nodes, tokens, moving }: TokenGraphState, room: number): SizedShapes {
  const layout = layGraph(graph, room);
  const arcs = graph.arcs.map((arc) => endsOf(layout, arc));
  const lines = arcs.flatMap((arc) => {
    const { line, head } = arcPaths(arc);
    return [path(line, { stroke: "edge", lineWidth: 1.5 }), path(head, { fill: "edge" })];
  });
  const lying = arcs.flatMap((arc, i): readonly Shape[] => {
    const count = itemAt(tokens, i, "token");
    const { x, y } = between(arc, RESTS);
    if (count < 2) return count === 0 ? [] : [token(x, y, ALONE)];
    const number = [{ text: String(count), bold: true, ink: "on-accent" as const }];
    return [token(x, y, MANY), label(x, y + 4, number, { size: 12, anchor: "middle" })];
  });
  const going = moving.flatMap(({ arc, place }) => {
    const ends = arcs[arc];
    if (ends === undefined) return [];
    const { x, y } = between(ends, place);
    return [token(x, y, ALONE)];
  });
  const discs = nodes.flatMap((node, i) => nodeShapes(node, layout.nodes[i] ?? { x: 0, y: 0 }, layout.radius));
  return { width: layout.width, height: layout.height, shapes: [...lines, ...discs, ...lying, ...going] };
}
