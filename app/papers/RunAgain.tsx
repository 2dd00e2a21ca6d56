import { useEffect, useRef, useState } from "react";
import type { Progress } from "../../engine/experiments/reproduce.ts";
import type { Table } from "../../engine/papers/types.ts";
import { counted } from "../words/numbers.ts";
import type { Reproduction } from "./reproduction.ts";
import { compare, runAgain } from "./run-again.ts";
import type { Comparison, StartedRun } from "./run-again.ts";
import { tableName } from "../words/units.ts";
import { messageOf } from "../words/message-of.ts";

type State =
  | { readonly tag: "idle" }
  | { readonly tag: "running"; readonly progress: Progress | null }
  | { readonly tag: "cancelled" }
  | { readonly tag: "failed"; readonly message: string }
  | { readonly tag: "done"; readonly comparison: Comparison };

/** One sentence for how it came out. */
function verdict({ runs, cells, differing }: Comparison): string {
  const made = `${counted(runs, "run")} in this browser, ${counted(cells, "number")}`;
  if (differing.length === 0) return `${made}: identical to the numbers shown, with the same traces.`;
  const [first] = differing;
  const where = first === undefined ? "" : `, first ${Object.values(first.row).join(", ")}, ${first.column}`;
  return `${made}: ${differing.length} changed since the site was built${where}.`;
}

function useRunAgain(reproduction: Reproduction, paper: string, table: string) {
  const [state, setState] = useState<State>({ tag: "idle" });
  const work = useRef<StartedRun | null>(null);
  useEffect(() => () => work.current?.cancel(), []);
  const start = (): void => {
    setState({ tag: "running", progress: null });
    const started = runAgain(reproduction, paper, table, (progress) => setState({ tag: "running", progress }));
    work.current = started;
    started.done.then(
      (again) => setState({ tag: "done", comparison: compare(reproduction, again) }),
      (error: unknown) => setState({ tag: "failed", message: messageOf(error) }),
    );
  };
  const cancel = (): void => {
    work.current?.cancel();
    setState({ tag: "cancelled" });
  };
  return { state, start, cancel };
}

function Running({ progress, onCancel }: { readonly progress: Progress | null; readonly onCancel: () => void }) {
  const percent = progress === null || progress.total === 0 ? 0 : Math.round((100 * progress.done) / progress.total);
  const count = progress === null ? "" : ` (run ${progress.done + 1} of ${progress.total})`;
  return (
    <div className="progress">
      <i style={{ transform: `scaleX(${percent / 100})` }} />
      <span role="progressbar" aria-label="Running again" aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
        Running again: {percent}&#8239;%{count}
      </span>
      <button type="button" className="btn small" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

interface Props {
  readonly paper: string;
  readonly table: Table;
  readonly reproduction: Reproduction;
}

/** Makes the simulated numbers of a table again, here, and says whether they agree with those shown. */
export function RunAgain({ paper, table, reproduction }: Props) {
  const { state, start, cancel } = useRunAgain(reproduction, paper, table.id);
  if (state.tag === "running") {
    return (
      <div className="row again">
        <Running progress={state.progress} onCancel={cancel} />
      </div>
    );
  }
  return (
    <div className="row again">
      <button type="button" className="btn small" onClick={start} aria-label={`Run again here: ${tableName(table)}`}>
        Run again here
      </button>
      <p className="note" role="status">
        {state.tag === "idle" && "Computed when the site was built; runs give the same numbers in every browser."}
        {state.tag === "cancelled" && "Cancelled. You see the numbers from the build."}
        {state.tag === "failed" && <span className="error">The runs stopped: {state.message}</span>}
        {state.tag === "done" && `${state.comparison.differing.length === 0 ? "✓" : "✗"} ${verdict(state.comparison)}`}
      </p>
    </div>
  );
}
