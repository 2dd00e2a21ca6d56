import { useRef } from "react";
import type { StateMachine, Transition } from "../../engine/protocols/state-machine.ts";
import { useWidth } from "../draw/page.ts";
import { ScrollBox } from "../controls/ScrollBox.tsx";
import { PlainTable } from "../controls/PlainTable.tsx";
import { layDown } from "./diagram-down.ts";
import { layOut, LINE } from "./diagram.ts";
import type { Arrow } from "./diagram.ts";

const listed = (words: readonly string[]): string => words.join(" or ");

/** "call, probe" with "tick" as what it means to a reader. */
const inputsText = (on: Transition<string>["on"]): string =>
  listed(on.map((input) => (input === "tick" ? "time" : input)));

const COLUMNS = [
  { head: "State", cells: "left words" },
  { head: "On", cells: "left words", label: "on" },
  { head: "When", cells: "left words", label: "when" },
  { head: "Becomes", cells: "left words", label: "becomes" },
  { head: "Gives", cells: "left words", label: "gives" },
  { head: "Rules", cells: "left", label: "rules" },
] as const;

function transitionRow(transition: Transition<string>) {
  const { from, to, on, when, gives, asked, rules } = transition;
  const given = [...gives, ...(asked === undefined ? [] : [`${asked} where asked for`])];
  return {
    key: JSON.stringify(transition),
    cells: [
      listed(from),
      inputsText(on),
      when === "" ? "always" : when,
      to === "same" ? "stays" : to,
      given.length === 0 ? "nothing" : given.join(", "),
      rules.length === 0 ? "–" : rules.join(", "),
    ],
  };
}

/** From left to right where there is room for it, else from top to bottom; what is wider still scrolls. */
function Drawing({ machine }: { readonly machine: StateMachine<string> }) {
  const box = useRef<HTMLDivElement>(null);
  const room = useWidth(box);
  const row = layOut(machine);
  const { width, height, node, nodes, arrows } = room > 0 && row.width > room ? layDown(machine) : row;
  const [first] = machine.states;
  const label = `${machine.title}: ${machine.states.map(({ tag }) => tag).join(", ")}, beginning with ${first?.tag}`;
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  return (
    <div ref={box}>
      <ScrollBox label={machine.title}>
        <svg className="states" {...size} role="img" aria-label={label}>
          {arrows.map((arrow) => (
            <g key={arrow.key}>
              <path className="arrow" d={arrow.path} />
              <path className="head" d={arrow.head} />
              <Words arrow={arrow} />
            </g>
          ))}
          {nodes.map(({ tag, x, y }) => (
            <g key={tag} className={tag === first?.tag ? "node first" : "node"}>
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

/** A protocol's states as a drawing, and every arrow of it in words. */
export function StateDiagram({ machine }: { readonly machine: StateMachine<string> }) {
  return (
    <>
      <Drawing machine={machine} />
      <ul className="stateslist">
        {machine.states.map(({ tag, what }) => (
          <li key={tag}>
            <b>{tag}</b>: {what}
          </li>
        ))}
      </ul>
      <PlainTable
        label={`${machine.title}, transitions`}
        columns={COLUMNS}
        rows={machine.transitions.map(transitionRow)}
      />
    </>
  );
}
