/** Tables of an experiment whose cells runs find out. The reader has them filled in; each cell links to its run. */
import { useEffect, useRef, useState } from "react";
import { curvesOfTable, verdicts, wholeRun } from "../../engine/experiments/run-tables.ts";
import type { Description, RunTable, Verdict } from "../../engine/experiments/types.ts";
import { ScrollBox } from "../controls/ScrollBox.tsx";
import { setupHref } from "../setup/bench-links.ts";
import { counted } from "../words/numbers.ts";
import { Cancelled } from "../workers/engine-client.ts";
import type { SweepValue } from "../workers/engine.worker.ts";
import { SweepClient } from "../workers/sweep-client.ts";
import "../styles/run-tables.css";
import { messageOf } from "../words/message-of.ts";

type State =
  | { readonly tag: "rest" }
  | { readonly tag: "running" }
  | { readonly tag: "done" }
  | { readonly tag: "failed"; readonly message: string };

type Measures = SweepValue["measures"];

/** The runs of a table that are made, by their numbers. */
function useRuns(experiment: Description, table: RunTable) {
  const [state, setState] = useState<State>({ tag: "rest" });
  const [made, setMade] = useState<ReadonlyMap<number, Measures>>(new Map());
  const client = useRef<SweepClient | null>(null);
  useEffect(() => () => client.current?.cancel(), []);
  const fill = (): void => {
    const known = new Map<number, Measures>();
    client.current ??= new SweepClient();
    setState({ tag: "running" });
    const onValue = ({ series, measures }: SweepValue): void => {
      known.set(Number(series), measures);
      setMade(new Map(known));
    };
    client.current.sweep(experiment.id, curvesOfTable(experiment, table), onValue).then(
      (whole) => setState(whole ? { tag: "done" } : { tag: "rest" }),
      (error: unknown) => {
        if (error instanceof Cancelled) return;
        setState({ tag: "failed", message: messageOf(error) });
      },
    );
  };
  return { state, made, fill };
}

/** All tables of an experiment that runs fill in; nothing where it has none. */
export function RunTables({ experiment }: { readonly experiment: Description }) {
  const { tables = [] } = experiment;
  return tables.map((table) => (
    <FilledTable key={`${experiment.id} ${table.id}`} experiment={experiment} table={table} />
  ));
}

interface FilledProps {
  readonly experiment: Description;
  readonly table: RunTable;
}

function FilledTable({ experiment, table }: FilledProps) {
  const { state, made, fill } = useRuns(experiment, table);
  const total = curvesOfTable(experiment, table).length;
  const said = verdicts(experiment, table, (run) => made.get(run));
  return (
    <section className="run-table" aria-label={table.title}>
      <h2>{table.title}</h2>
      <div className="row run-table-go">
        <button type="button" className="btn small" disabled={state.tag === "running"} onClick={fill}>
          Find out by {counted(total, "run")}
        </button>
        <p role="status" className="note">
          {statusText(state, made.size, total)}
        </p>
      </div>
      <ScrollBox label={`${table.title}: the table`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{table.of}</th>
              {table.columns.map(({ label, what }) => (
                <th key={label} scope="col" title={what}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ label, what, cells }, row) => (
              <tr key={label}>
                <th scope="row">
                  {label}
                  {what !== undefined && <span className="run-table-what">{what}</span>}
                </th>
                {cells.map((cell, column) => {
                  const [first] = cell.runs;
                  if (first === undefined) return <td key={column} />;
                  const run = { experiment: experiment.id, ...wholeRun(experiment, first) };
                  return (
                    <td key={column}>
                      <Said verdict={said[row]?.[column] ?? null} href={setupHref(run)} />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function statusText(state: State, made: number, total: number): string {
  switch (state.tag) {
    case "rest":
      return "Nothing of this table is written down: runs fill it in.";
    case "running":
      return `${made} of ${counted(total, "run")} are done.`;
    case "done":
      return "Each cell links to the run behind it.";
    case "failed":
      return `The runs stopped: ${state.message}`;
  }
}

const WORDS = { true: "yes", false: "no", null: "–" } as const;

/** A verdict as a link to its run; a dash until it is known. */
function Said({ verdict, href }: { readonly verdict: Verdict | null; readonly href: string }) {
  if (verdict === null) return <a href={href}>open</a>;
  const { holds, text } = verdict;
  return (
    <a href={href} className={holds === false ? "against" : "for"}>
      <strong>{WORDS[`${holds}`]}</strong> {text}
    </a>
  );
}
