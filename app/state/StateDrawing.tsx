/** A protocol's states and the ways between them as a drawing. */
import { useRef } from "react";
import type { DrawnMachine } from "../../engine/protocols/state-machine.ts";
import { numberUnder } from "../../engine/kernel/tally.ts";
import { ScrollBox } from "../controls/ScrollBox.tsx";
import { useSizeOf } from "../draw/figure-size.ts";
import { useWidth } from "../draw/page-hooks.ts";
import { layDown } from "./diagram-down.ts";
import { layOut, LINE } from "./diagram.ts";
import type { Arrow } from "./diagram.ts";
import "./state-drawing.css";

/** What a moment of a run marks in the drawing. */
interface Marks {
  /** How many instances are in each state. */
  readonly tokens: ReadonlyMap<string, number>;
  /** How often each way was taken, by the key of its arrow. */
  readonly walked: ReadonlyMap<string, number>;
  /** The way that was taken just now. */
  readonly last: string | null;
  /** Whether tokens glide from state to state, and do not jump. */
  readonly isMoving: boolean;
}

interface Props {
  readonly machine: DrawnMachine;
  readonly marks?: Marks | undefined;
  /** The state of a moment, and the one before it; they are lit. Left out: none is. */
  readonly now?: { readonly state: string; readonly before: string | null } | undefined;
}

/** Without a moment the state is marked where it begins. */
function nodeClass(tag: string, { machine: { states }, now, marks }: Props): string {
  const isMarked = marks === undefined ? tag === (now?.state ?? states[0]?.tag) : numberUnder(marks.tokens, tag) > 0;
  return isMarked ? "node first" : "node";
}

function arrowClass(key: string, { now, marks }: Props): string | undefined {
  if (marks === undefined) {
    return now !== undefined && key === JSON.stringify([now.before, now.state]) ? "lit" : undefined;
  }
  if (key === marks.last) return "lit";
  return marks.walked.has(key) ? undefined : "to-come";
}

function labelOf({ machine: { title, states }, marks }: Props): string {
  const tags = states.map(({ tag }) => tag);
  if (marks === undefined) return `${title}: ${tags.join(", ")}, beginning with ${tags[0]}`;
  const where = [...marks.tokens].map(([tag, count]) => `${count} in ${tag}`).join(", ");
  return `${title}: ${where === "" ? "nothing yet" : where}; states ${tags.join(", ")}`;
}

/** From left to right where there is room for it, else from top to bottom; what is wider still scrolls. */
export function StateDrawing(props: Props) {
  const { machine, marks } = props;
  const box = useRef<HTMLDivElement>(null);
  const { width: room, style } = useSizeOf(useWidth(box));
  const row = layOut(machine);
  const isDown = room > 0 && row.width > room;
  const { width, height, node, nodes, arrows } = isDown ? layDown(machine) : row;
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  return (
    <div ref={box} style={style}>
      <ScrollBox label={machine.title}>
        <svg
          className={isDown ? "states is-down enlarged" : "states enlarged"}
          {...size}
          role="img"
          aria-label={labelOf(props)}
        >
          {arrows.map((arrow) => (
            <g key={arrow.key} className={arrowClass(arrow.key, props)}>
              <path className="arrow" d={arrow.path} />
              <path className="head" d={arrow.head} />
              <Words arrow={arrow} />
            </g>
          ))}
          {nodes.map(({ tag, x, y }) => (
            <g key={tag} className={nodeClass(tag, props)}>
              <rect x={x - node.width / 2} y={y - node.height / 2} width={node.width} height={node.height} />
              <text x={x} y={y + 5} textAnchor="middle">
                {tag}
              </text>
            </g>
          ))}
          {marks !== undefined && <Tokens {...{ nodes, node, marks }} />}
        </svg>
      </ScrollBox>
    </div>
  );
}

/** A token on each state that an instance is in. One alone keeps its element, so that it can glide. */
function Tokens({ nodes, node, marks }: Pick<ReturnType<typeof layOut>, "nodes" | "node"> & { readonly marks: Marks }) {
  const held = nodes.filter(({ tag }) => marks.tokens.has(tag));
  return held.map(({ tag, x, y }) => (
    <g
      key={held.length === 1 ? "one" : tag}
      className={marks.isMoving ? "token is-moving" : "token"}
      style={{ transform: `translate(${x + node.width / 2 - 4}px, ${y - node.height / 2 + 4}px)` }}
    >
      <circle r="10" />
      <text y="4.5" textAnchor="middle">
        {marks.tokens.get(tag)}
      </text>
    </g>
  ));
}

function Words({ arrow: { label, x, y, anchor, turned } }: { readonly arrow: Arrow }) {
  return label.map((line, i) => (
    <text
      key={line}
      x={x}
      y={y + i * LINE}
      textAnchor={anchor}
      {...(turned ? { transform: `rotate(-90 ${x} ${y})` } : {})}
    >
      {line}
    </text>
  ));
}
