/** The nearest graph of services beside the recorded traces: its own times, and what a run of it takes. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { useEffect, useState } from "react";
import { loadDescription } from "../../engine/experiments/load.ts";
import { fittedParameters, p50And99, withoutClients } from "../../engine/spans/graph.ts";
import type { FittedGraph } from "../../engine/spans/graph.ts";
import { setupHref } from "../setup/bench-links.ts";
import { DEFAULT_SEED, defaultSetup } from "../setup/setup.ts";
import { messageOf } from "../words/message-of.ts";
import { grouped, plain } from "../words/numbers.ts";
import { roughText } from "../words/times.ts";
import { EngineClient } from "../workers/engine-client.ts";
import { fittedGraph } from "./use-traces.ts";

const EXPERIMENT = "services/graph";

interface Twin {
  readonly fitted: FittedGraph;
  readonly simulatedNs: readonly (number | null)[]; // p50, p99
  /** The same run on the bench. */
  readonly href: string;
}

type State =
  | { readonly tag: "idle" }
  | { readonly tag: "running" }
  | { readonly tag: "done"; readonly twin: Twin | null }
  | { readonly tag: "failed"; readonly why: string };

async function twinOf(engine: EngineClient): Promise<Twin | null> {
  const fitted = await fittedGraph();
  if (fitted === null) return null;
  const setup = defaultSetup(await loadDescription(EXPERIMENT));
  const parameters = { ...setup.parameters, ...fittedParameters(fitted) };
  const run = await engine.run({ experiment: EXPERIMENT, parameters, seed: DEFAULT_SEED, faults: [], keepCalls: 0 });
  const simulatedNs = ["p50Ms", "p99Ms"].map((name) => withoutClients(fitted, run.measures[name]?.value));
  return { fitted, simulatedNs, href: setupHref({ ...setup, parameters }) };
}

/** Nothing is run before the reader asks. */
export function Simulated() {
  const [state, setState] = useState<State>({ tag: "idle" });
  const isRunning = state.tag === "running";
  useEffect(() => {
    if (!isRunning) return undefined;
    const engine = new EngineClient();
    let isOver = false;
    twinOf(engine).then(
      (twin) => isOver || setState({ tag: "done", twin }),
      (error: unknown) => isOver || setState({ tag: "failed", why: messageOf(error) }),
    );
    return () => {
      isOver = true;
      engine.cancel();
    };
  }, [isRunning]);
  return (
    <section className="own-one spans-simulated" aria-label="The same services, simulated">
      <h2>The same services, simulated</h2>
      {state.tag !== "done" && (
        <p>
          <button type="button" className="btn" disabled={isRunning} onClick={() => setState({ tag: "running" })}>
            {isRunning ? "It runs …" : "Simulate these services"}
          </button>
        </p>
      )}
      {state.tag === "failed" && (
        <p className="error" role="alert">
          {state.why}
        </p>
      )}
      <div role="status">
        {state.tag === "done" && state.twin === null && (
          <p className="own-note">No trace of this file has a root with a length: there is nothing to simulate.</p>
        )}
        {state.tag === "done" && state.twin !== null && <Beside {...state.twin} />}
      </div>
    </section>
  );
}

function Beside({ fitted, simulatedNs, href }: Twin) {
  const recordedNs = p50And99(fitted);
  return (
    <>
      <table className="spans-table">
        <caption>{`${fitted.operation}: ${grouped(fitted.tookNs.length, 0)} recorded, and a run of the graph`}</caption>
        <thead>
          <tr>
            <th scope="col">Calls</th>
            <th scope="col" className="number">
              Recorded
            </th>
            <th scope="col" className="number">
              Simulated
            </th>
            <th scope="col" className="number">
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {["Half within", "99 % within"].map((name, i) => (
            <Row
              key={name}
              name={name}
              recorded={itemAt(recordedNs, i, "share")}
              simulated={itemAt(simulatedNs, i, "share")}
            />
          ))}
        </tbody>
      </table>
      <Services fitted={fitted} />
      {fitted.said.map((sentence) => (
        <p key={sentence} className="note">
          {sentence}
        </p>
      ))}
      <p>
        <a className="btn" href={href}>
          Open this graph on the bench
        </a>
      </p>
    </>
  );
}

interface RowProps {
  readonly name: string;
  readonly recorded: number;
  readonly simulated: number | null;
}

function Row({ name, recorded, simulated }: RowProps) {
  const percent = simulated === null || recorded === 0 ? null : (100 * (simulated - recorded)) / recorded;
  const difference = percent === null ? "" : `${percent > 0 ? "+" : ""}${plain(percent, 1)} %`;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number">{roughText(recorded)}</td>
      <td className="number">{simulated === null ? "none returned" : roughText(simulated)}</td>
      <td className="number">{difference}</td>
    </tr>
  );
}

type Call = FittedGraph["services"][number]["calls"][number];

/** "cart and stock at once, then pay 3 times in a row". */
function callsText(calls: readonly Call[]): string {
  return calls
    .map(({ to, times, together, beside }, i) => {
      const many = times === 1 ? to : `${to} ${times} times ${together ? "at once" : "in a row"}`;
      return i === 0 ? many : `${beside ? " and at the same time " : ", then "}${many}`;
    })
    .join("");
}

function Services({ fitted: { services } }: { readonly fitted: FittedGraph }) {
  return (
    <div className="spans-steps" role="region" aria-label="Services of the graph" tabIndex={0}>
      <table className="spans-table">
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col" className="number">
              Own time, fitted
            </th>
            <th scope="col">Spread</th>
            <th scope="col">Calls</th>
          </tr>
        </thead>
        <tbody>
          {services.map(({ name, ms, spread, calls, hits }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number">{roughText(ms * 1e6)}</td>
              <td>{spread}</td>
              <td>{`${callsText(calls)}${hits === 0 ? "" : `; ${plain(100 * hits, 0)} % call nothing`}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
