/** A graph at a moment: nodes that tokens fire, or the states of a protocol with its instances as tokens. */
import { useMemo, useRef } from "react";
import { ScrollBox } from "../controls/ScrollBox.tsx";
import { useWidth } from "../draw/page.ts";
import type { TokenGraph } from "../../engine/systems/sunrpc/graph/token-graph.ts";
import { counted } from "../words/numbers.ts";
import { layGraph } from "./graph-layout.ts";
import type { GraphLayout, Spot } from "./graph-layout.ts";
import { graphOn, TOKENS } from "./graphs.ts";
import { protocolGraph } from "./protocol-graph.ts";
import type { ShownState } from "./props.ts";
import { StateDrawing } from "./StateDrawing.tsx";
import { nodeSentence, RESTS, tokenGraphAt } from "./token-graph.ts";
import type { NodeState, TokenGraphState } from "./token-graph.ts";
import "./graph.css";

interface Props extends ShownState {
  readonly graph: string;
}

export function GraphFigure({ run, site, call, time, playing, graph: key }: Props) {
  const graph = graphOn(site);
  if (key === TOKENS && graph !== null) {
    return <Tokens graph={graph} state={tokenGraphAt(graph, run.trace, time)} />;
  }
  const state = protocolGraph(run.trace, key, { call, time });
  if (state === null) return <p className="note">In this run it stays in one state.</p>;
  const { machine, sentences, never } = state;
  return (
    <div className="state-body">
      <StateDrawing machine={machine} marks={{ ...state, isMoving: playing }} />
      <Words sentences={sentences} />
      {never.length > 0 && <p className="note">Never entered in this run: {never.join(", ")}.</p>}
    </div>
  );
}

/** More lines than these are read by nobody. */
const MOST_SENTENCES = 60;

/** The same in words: who is where. */
const Words = ({ sentences }: { readonly sentences: readonly string[] }) => (
  <details className="state-words">
    <summary>In words</summary>
    <ul>
      {sentences.slice(0, MOST_SENTENCES).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
    {sentences.length > MOST_SENTENCES && <p className="note">And {sentences.length - MOST_SENTENCES} more.</p>}
  </details>
);

function Tokens({ graph, state }: { readonly graph: TokenGraph; readonly state: TokenGraphState }) {
  const box = useRef<HTMLDivElement>(null);
  const room = useWidth(box);
  const layout = useMemo(() => layGraph(graph, Math.max(280, room)), [graph, room]);
  const { width, height } = layout;
  const running = state.nodes.filter(({ share }) => share !== null).length;
  const lying = state.tokens.reduce((sum, count) => sum + count, 0);
  const label = `Graph of ${counted(graph.nodes.length, "node")}: ${running} run, ${counted(lying, "token")} on arcs`;
  return (
    <div className="state-body" ref={box}>
      <ScrollBox label="The graph and its tokens">
        <svg
          className="token-graph"
          {...{ width, height }}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={label}
        >
          {graph.arcs.map((arc, i) => (
            <Arc key={i} {...ends(layout, arc)} />
          ))}
          {state.nodes.map((node, i) => (
            <Node key={i} node={node} at={layout.nodes[i] ?? { x: 0, y: 0 }} radius={layout.radius} />
          ))}
          {graph.arcs.map((arc, i) => (
            <Lying key={i} {...ends(layout, arc)} count={state.tokens[i] ?? 0} />
          ))}
          {state.moving.map(({ arc, place }) => {
            const found = graph.arcs[arc];
            if (found === undefined) return null;
            const { from, to } = ends(layout, found);
            return <circle key={arc} className="token" {...between(from, to, place)} r="6.5" />;
          })}
        </svg>
      </ScrollBox>
      <Words sentences={state.nodes.map(nodeSentence)} />
    </div>
  );
}

const NOWHERE: Spot = { x: 0, y: 0 };

const ends = ({ nodes, radius }: GraphLayout, arc: { readonly from: number; readonly to: number }) => {
  return { from: nodes[arc.from] ?? NOWHERE, to: nodes[arc.to] ?? NOWHERE, radius };
};

interface ArcProps {
  readonly from: Spot;
  readonly to: Spot;
  readonly radius: number;
}

/** How far an arc that leads back bends, as a share of its length. */
const BEND = 0.28;

/** Above the straight line for one that leads back, so that it does not cover the way there. */
function bendOf(from: Spot, to: Spot): Spot {
  const isBack = to.x <= from.x;
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  return isBack ? { x, y: y + BEND * Math.max(80, from.x - to.x) } : { x, y };
}

/** A point of the curve, which the bend pulls. */
function between(from: Spot, to: Spot, share: number): { readonly cx: number; readonly cy: number } {
  const { x, y } = bendOf(from, to);
  const at = (a: number, b: number, c: number): number =>
    (1 - share) ** 2 * a + 2 * share * (1 - share) * b + share ** 2 * c;
  return { cx: at(from.x, x, to.x), cy: at(from.y, y, to.y) };
}

const HEAD = 7;

function Arc({ from, to, radius }: ArcProps) {
  const bend = bendOf(from, to);
  const length = Math.hypot(to.x - bend.x, to.y - bend.y) || 1;
  const [dx, dy] = [(to.x - bend.x) / length, (to.y - bend.y) / length];
  const tip = { x: to.x - dx * (radius + 2), y: to.y - dy * (radius + 2) };
  const [bx, by] = [tip.x - dx * HEAD, tip.y - dy * HEAD];
  const head = `M${tip.x} ${tip.y}L${bx - dy * 4} ${by + dx * 4}L${bx + dy * 4} ${by - dx * 4}Z`;
  return (
    <g className="arc">
      <path d={`M${from.x} ${from.y}Q${bend.x} ${bend.y} ${bx} ${by}`} />
      <path className="head" d={head} />
    </g>
  );
}

/** Tokens that wait on an arc: one as a disc, more as their number. */
function Lying({ from, to, count }: ArcProps & { readonly count: number }) {
  if (count === 0) return null;
  const { cx, cy } = between(from, to, RESTS);
  return (
    <g>
      <circle className="token" cx={cx} cy={cy} r={count > 1 ? 9 : 6.5} />
      {count > 1 && (
        <text className="of-token" x={cx} y={cy + 4} textAnchor="middle">
          {count}
        </text>
      )}
    </g>
  );
}

function Node({
  node,
  at: { x, y },
  radius,
}: {
  readonly node: NodeState;
  readonly at: Spot;
  readonly radius: number;
}) {
  const { name, now, share, fired, ended, hasFailed } = node;
  const isDone = fired > 0 && ended === fired;
  const looks = ["node", ...(isDone ? ["is-done"] : now === "" ? [] : ["is-now"]), ...(hasFailed ? ["is-bad"] : [])];
  const said = now === "" ? (hasFailed ? "call failed" : ended > 1 ? `done ${ended} ×` : isDone ? "done" : "") : now;
  return (
    <g className={looks.join(" ")}>
      <circle cx={x} cy={y} r={radius} />
      {share !== null && <path className="share" d={slice(x, y, radius - 2, share)} />}
      <text className="name" x={x} y={y + 4.5} textAnchor="middle">
        {name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name}
      </text>
      <text className="said" x={x} y={y + radius + 14} textAnchor="middle">
        {said}
      </text>
      {name.length > MOST_LETTERS && <title>{name}</title>}
    </g>
  );
}

const MOST_LETTERS = 5;

/** The part of a disc that is done, clockwise from above. */
function slice(x: number, y: number, radius: number, share: number): string {
  const angle = 2 * Math.PI * Math.min(0.9999, Math.max(0, share));
  const [ex, ey] = [x + radius * Math.sin(angle), y - radius * Math.cos(angle)];
  return `M${x} ${y}V${y - radius}A${radius} ${radius} 0 ${angle > Math.PI ? 1 : 0} 1 ${ex} ${ey}Z`;
}
