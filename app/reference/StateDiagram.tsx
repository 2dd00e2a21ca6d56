import type { DrawnMachine, Transition } from "../../engine/protocols/state-machine.ts";
import { translated } from "../language/text.ts";
import { PlainTable } from "../controls/PlainTable.tsx";
import { StateDrawing } from "../state/StateDrawing.tsx";

const listed = (words: readonly string[]): string =>
  words.map((word) => translated(word)).join(` ${translated("or")} `);

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

/** A protocol's states as a drawing, and every arrow of it in words. */
export function StateDiagram({ machine }: { readonly machine: DrawnMachine }) {
  return (
    <>
      <StateDrawing machine={machine} />
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
