/** A graph at a moment: nodes that tokens fire, or the states of a protocol with its instances as tokens. */
import { useMemo, useRef } from "react";
import { itemAt } from "../../engine/kernel/reads.ts";
import { ScrollBox } from "../controls/ScrollBox.tsx";
import { useSizeOf } from "../draw/figure-size.ts";
import { useWidth } from "../draw/page-hooks.ts";
import type { TokenGraph } from "../../engine/systems/sunrpc/graph/token-graph.ts";
import { arcPaths, between, endsOf, isDone, saidOf, shortName, slice } from "./arcs.ts";
import type { ArcEnds } from "./arcs.ts";
import { layGraph } from "./graph-layout.ts";
import type { Point } from "../draw/point.ts";
import { graphOn, TOKENS } from "./graphs.ts";
import { protocolGraph } from "./protocol-graph.ts";
import type { ShownState } from "./props.ts";
import { StateDrawing } from "./StateDrawing.tsx";
import { graphSentence, nodeSentence, RESTS, tokenGraphAt } from "./token-graph.ts";
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
  const { width: room, style } = useSizeOf(useWidth(box));
  const layout = useMemo(() => layGraph(graph, Math.max(280, room)), [graph, room]);
  const { width, height } = layout;
  const label = graphSentence(graph, state);
  return (
    <div className="state-body" ref={box} style={style}>
      <ScrollBox label="The graph and its tokens">
        <svg
          className="token-graph enlarged"
          {...{ width, height }}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={label}
        >
          {graph.arcs.map((arc, i) => (
            <Arc key={i} ends={endsOf(layout, arc)} />
          ))}
          {state.nodes.map((node, i) => (
            <Node key={i} node={node} at={layout.nodes[i] ?? { x: 0, y: 0 }} radius={layout.radius} />
          ))}
          {graph.arcs.map((arc, i) => (
            <Lying key={i} ends={endsOf(layout, arc)} count={itemAt(state.tokens, i, "token")} />
          ))}
          {state.moving.map(({ arc, place }) => {
            const found = graph.arcs[arc];
            if (found === undefined) return null;
            const { x, y } = between(endsOf(layout, found), place);
            return <circle key={arc} className="token" cx={x} cy={y} r="6.5" />;
          })}
        </svg>
      </ScrollBox>
      <Words sentences={state.nodes.map(nodeSentence)} />
    </div>
  );
}

function Arc({ ends }: { readonly ends: ArcEnds }) {
  const { line, head } = arcPaths(ends);
  return (
    <g className="arc">
      <path d={line} />
      <path className="head" d={head} />
    </g>
  );
}

/** Tokens that wait on an arc: one as a disc, more as their number. */
function Lying({ ends, count }: { readonly ends: ArcEnds; readonly count: number }) {
  if (count === 0) return null;
  const { x, y } = between(ends, RESTS);
  return (
    <g>
      <circle className="token" cx={x} cy={y} r={count > 1 ? 9 : 6.5} />
      {count > 1 && (
        <text className="of-token" x={x} y={y + 4} textAnchor="middle">
          {count}
        </text>
      )}
    </g>
  );
}

interface NodeProps {
  readonly node: NodeState;
  readonly at: Point;
  readonly radius: number;
}

function Node({ node, at, radius }: NodeProps) {
  const { name, now, share, hasFailed } = node;
  const { x, y } = at;
  const looks = [
    "node",
    ...(isDone(node) ? ["is-done"] : now === "" ? [] : ["is-now"]),
    ...(hasFailed ? ["is-bad"] : []),
  ];
  return (
    <g className={looks.join(" ")}>
      <circle cx={x} cy={y} r={radius} />
      {share !== null && <path className="share" d={slice(at, radius - 2, share)} />}
      <text className="name" x={x} y={y + 4.5} textAnchor="middle">
        {shortName(name)}
      </text>
      <text className="said" x={x} y={y + radius + 14} textAnchor="middle">
        {saidOf(node)}
      </text>
      {shortName(name) !== name && <title>{name}</title>}
    </g>
  );
}
