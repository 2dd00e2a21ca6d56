/** The states of each machine that a search has reached, as a diagram; lit is the state at the playhead's time. */
import { useEffect, useId, useRef, useState } from "react";
import type { Description } from "../../engine/experiments/types.ts";
import type { ReachedStates as Found } from "../../engine/explore/listed.ts";
import { itemAt, numberAt, timeAt } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { Transition } from "../../engine/protocols/state-machine.ts";
import { download } from "../controls/download.ts";
import { StateDrawing } from "../state/StateDrawing.tsx";
import { counted } from "../words/numbers.ts";
import { Cancelled } from "../workers/engine-client.ts";
import { startReach, type Searching } from "../workers/explore-client.ts";
import { useBench } from "./context.ts";
import "../styles/run-tables.css";
import { messageOf } from "../words/message-of.ts";

type State =
  | { readonly tag: "rest" | "cancelled" }
  | { readonly tag: "searching"; readonly states: number }
  | { readonly tag: "found"; readonly found: Found }
  | { readonly tag: "failed"; readonly message: string };

/** So many faults reach what the search can reach in a moment. */
const FAULTS = 2;

export function ReachedStates({ experiment }: { readonly experiment: Description }) {
  const parameters = useBench((state) => state.setup.parameters);
  const [state, setState] = useState<State>({ tag: "rest" });
  const searching = useRef<Searching<Found> | null>(null);
  useEffect(() => () => searching.current?.cancel(), []);
  const id = useId();
  const search = (): void => {
    setState({ tag: "searching", states: 0 });
    const onStates = (states: number): void => setState({ tag: "searching", states });
    searching.current = startReach(experiment.id, { parameters, faults: FAULTS }, onStates);
    searching.current.found.then(
      (found) => setState({ tag: "found", found }),
      (error: unknown) => {
        if (error instanceof Cancelled) setState({ tag: "cancelled" });
        else setState({ tag: "failed", message: messageOf(error) });
      },
    );
  };
  const isSearching = state.tag === "searching";
  return (
    <section className="run-table" aria-labelledby={id}>
      <h2 id={id}>Which states are reached</h2>
      <div className="row run-table-go">
        <button type="button" className="btn small" disabled={isSearching} onClick={search}>
          Draw what a search reaches
        </button>
        {isSearching && (
          <button type="button" className="btn small" onClick={() => searching.current?.cancel()}>
            Cancel
          </button>
        )}
        {state.tag === "found" && (
          <button type="button" className="btn small" onClick={() => saveDot(experiment, state.found)}>
            Save as DOT
          </button>
        )}
        <p role="status" className="note">
          {statusText(state)}
        </p>
      </div>
      {state.tag === "found" && <Machines found={state.found} />}
    </section>
  );
}

/** The diagrams as a text that Graphviz and its like draw. */
function saveDot({ id }: Description, { dot, faults }: Found): void {
  download(new Blob([dot], { type: "text/vnd.graphviz" }), `${id.replace("/", "-")}_states_${faults}-faults.dot`);
}

function statusText(state: State): string {
  switch (state.tag) {
    case "rest":
      return "The diagrams have the states and steps of all runs with two faults at most.";
    case "searching":
      return `Searching: ${counted(state.states, "state")} so far.`;
    case "cancelled":
      return "You cancelled the search.";
    case "failed":
      return `The search stopped: ${state.message}`;
    case "found": {
      const { states, faults } = state.found;
      return `The search went through ${counted(states, "state")} with ${counted(faults, "fault")} at most.`;
    }
  }
}

function Machines({ found: { machines, bounds } }: { readonly found: Found }) {
  const trace = useBench((state) => state.work.shown?.run.trace ?? null);
  const time = useBench((state) => state.time);
  return (
    <>
      {machines.map(({ drawn, unreached, notTaken }) => {
        const now = trace === null ? undefined : nowOf(trace, drawn.protocol, time);
        const word = drawn.states.find(({ tag }) => tag === now?.state);
        return (
          <div key={drawn.protocol} className="reached">
            <h3>{drawn.protocol}</h3>
            {now !== undefined && (
              <p>
                Now, by “{now.input}”: <strong>{now.state}</strong>
                {word !== undefined && ` – ${word.what}`}
              </p>
            )}
            <StateDrawing machine={drawn} now={now} />
            {unreached.length > 0 && <p className="note">No run reaches: {unreached.join(", ")}.</p>}
            {notTaken.length > 0 && <NotTaken ways={notTaken} />}
          </div>
        );
      })}
      {bounds.length > 0 && <p className="note">Why some are not reached: {bounds.join(" ")}</p>}
    </>
  );
}

/** The described ways that no run takes, folded. */
const NotTaken = ({ ways }: { readonly ways: readonly Transition[] }) => (
  <details className="note">
    <summary>No run takes {counted(ways.length, "described way")}</summary>
    <ul>
      {ways.map((way) => (
        <li key={JSON.stringify(way)}>
          {way.from.join(" or ")}, on {way.on.map((one) => (one === "tick" ? "time" : one)).join(" or ")}
          {way.when !== "" && `, where ${way.when}`}: {way.to === "same" ? "stays" : `becomes ${way.to}`}
        </li>
      ))}
    </ul>
  </details>
);

/** The state of the machine that took the last step of this protocol by a moment; undefined before the first. */
function nowOf(trace: TraceData, protocol: string, time: number) {
  const { transitions, words } = trace;
  const word = (column: Int32Array, row: number): string => itemAt(words, numberAt(column, row), "word");
  const name = words.indexOf(protocol);
  for (let row = transitions.count - 1; row >= 0; row--) {
    if (transitions.protocol[row] !== name || timeAt(transitions.at, row) > time) continue;
    const { from, to, input } = transitions;
    return { state: word(to, row), before: word(from, row), input: word(input, row).replace(/^tick$/, "time") };
  }
  return undefined;
}
