/** A protocol's states and the ways between them as a drawing. */
import { useRef } from "react";
import type { DrawnMachine } from "../../engine/protocols/state-machine.ts";
import { ScrollBox } from "../controls/ScrollBox.tsx";
import { useWidth } from "../draw/page.ts";
import { layDown } from "./diagram-down.ts";
import { layOut, LINE } from "./diagram.ts";
import type { Arrow } from "./diagram.ts";
import "./state-drawing.css";

interface Props {
  readonly machine: DrawnMachine;
  /** The state of a moment, and the one before it; they are lit. Left out: none is. */
  readonly now?: { readonly state: string; readonly before: string | null } | undefined;
}

/** Without a moment the state is marked where it begins. */
function nodeClass(tag: string, first: string | undefined, now: string | undefined): string {
  return tag === (now ?? first) ? "node first" : "node";
}

/** From left to right where there is room for it, else from top to bottom; what is wider still scrolls. */
export function StateDrawing({ machine, now }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const room = useWidth(box);
  const row = layOut(machine);
  const { width, height, node, nodes, arrows } = room > 0 && row.width > room ? layDown(machine) : row;
  const [first] = machine.states;
  const label = `${machine.title}: ${machine.states.map(({ tag }) => tag).join(", ")}, beginning with ${first?.tag}`;
  const lit = now === undefined ? "" : JSON.stringify([now.before, now.state]);
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  return (
    <div ref={box}>
      <ScrollBox label={machine.title}>
        <svg className="states" {...size} role="img" aria-label={label}>
          {arrows.map((arrow) => (
            <g key={arrow.key} className={arrow.key === lit ? "lit" : undefined}>
              <path className="arrow" d={arrow.path} />
              <path className="head" d={arrow.head} />
              <Words arrow={arrow} />
            </g>
          ))}
          {nodes.map(({ tag, x, y }) => (
            <g key={tag} className={nodeClass(tag, first?.tag, now?.state)}>
              <rect x={x - node.width / 2} y={y - node.height / 2} width={node.width} height={node.height} />
              <text x={x} y={y + 5} textAnchor="middle">
                {tag}
              </text>
            </g>
          ))}
        </svg>
      </ScrollBox>
    </div>
  );
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
