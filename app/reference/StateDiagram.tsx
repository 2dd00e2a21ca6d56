import type { StateMachine, Transition } from "../../engine/protocols/firefly/states.ts";
import { layOut, NODE } from "./diagram.ts";
import { ScrollBox } from "../papers/ScrollBox.tsx";

const listed = (words: readonly string[]): string => words.join(" or ");

/** "call, probe" with "tick" as what it means to a reader. */
const inputsText = (on: Transition<string>["on"]): string =>
  listed(on.map((input) => (input === "tick" ? "time" : input)));

function Line({ transition }: { readonly transition: Transition<string> }) {
  const { from, to, on, when, gives, asked, rules } = transition;
  const given = [...gives, ...(asked === undefined ? [] : [`${asked} where asked for`])];
  return (
    <tr>
      <td className="left words">{listed(from)}</td>
      <td className="left words">{inputsText(on)}</td>
      <td className="left words">{when === "" ? "always" : when}</td>
      <td className="left words">{to === "same" ? "stays" : to}</td>
      <td className="left words">{given.length === 0 ? "nothing" : given.join(", ")}</td>
      <td className="left">{rules.length === 0 ? "–" : rules.join(", ")}</td>
    </tr>
  );
}

const HEADS = ["State", "On", "When", "Becomes", "Gives", "Rules"] as const;

function Drawing({ machine }: { readonly machine: StateMachine<string> }) {
  const { width, height, nodes, arrows } = layOut(machine);
  const [first] = machine.states;
  const label = `${machine.title}: ${machine.states.map(({ tag }) => tag).join(", ")}, beginning with ${first?.tag}`;
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  return (
    <svg className="states" {...size} role="img" aria-label={label}>
      {arrows.map(({ key, path, head, label: on, x, y }) => (
        <g key={key}>
          <path className="arrow" d={path} />
          <path className="head" d={head} />
          <text x={x} y={y} textAnchor="middle">
            {on}
          </text>
        </g>
      ))}
      {nodes.map(({ tag, x, y }) => (
        <g key={tag} className={tag === first?.tag ? "node first" : "node"}>
          <rect x={x - NODE.width / 2} y={y - NODE.height / 2} width={NODE.width} height={NODE.height} />
          <text x={x} y={y + 5} textAnchor="middle">
            {tag}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** A protocol's states as a drawing, and every arrow of it in words. */
export function StateDiagram({ machine }: { readonly machine: StateMachine<string> }) {
  return (
    <>
      <ScrollBox label={`${machine.title}, diagram`}>
        <Drawing machine={machine} />
      </ScrollBox>
      <ul className="stateslist">
        {machine.states.map(({ tag, what }) => (
          <li key={tag}>
            <b>{tag}</b>: {what}
          </li>
        ))}
      </ul>
      <ScrollBox label={`${machine.title}, transitions`}>
        <table className="board plain">
          <thead>
            <tr>
              {HEADS.map((head) => (
                <th key={head} scope="col" className="left">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {machine.transitions.map((transition) => (
              <Line key={JSON.stringify(transition)} transition={transition} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}
