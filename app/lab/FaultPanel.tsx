import { useEffect, useId, useState } from "react";
import type { SubmitEvent } from "react";
import { useBench, useBenchStore } from "./context.ts";
import { addFaultLine } from "./add-fault.ts";
import { faultExamples } from "../setup/faults.ts";
import { useLocks } from "../setup/presentation.ts";
import { experimentOf } from "../setup/setup.ts";
import { change, presentRun } from "./store.ts";

interface ListProps {
  readonly lines: readonly string[];
  /** Lines that met nothing in the run. */
  readonly unused: ReadonlySet<string>;
  readonly onRemove: (line: string) => void;
}

function FaultList({ lines, unused, onRemove }: ListProps) {
  return (
    <ol>
      {lines.map((line) => (
        <li key={line} className="row">
          <code>{line}</code>
          <button type="button" className="btn small bare" aria-label={`Remove ${line}`} onClick={() => onRemove(line)}>
            Remove
          </button>
          {unused.has(line) && <span className="error">This fault changed nothing in the run.</span>}
        </li>
      ))}
    </ol>
  );
}

interface FaultFormProps {
  /** Lines as they may be. */
  readonly examples: readonly [string, string, string];
  /** The script so far: what was wrong with a line beside another script is wrong no more. */
  readonly script: string;
  /** Tells what is wrong with the line, or null where it was added. */
  readonly onAdd: (line: string) => string | null;
}

/** A line to type. */
function FaultForm({ examples: [first, second, third], script, onAdd }: FaultFormProps) {
  const id = useId();
  const [draft, setDraft] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => setProblem(null), [script]);
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    const wrong = onAdd(draft);
    setProblem(wrong);
    if (wrong === null) setDraft("");
  };
  return (
    <form onSubmit={add}>
      <label htmlFor={`${id}-line`}>Faults of the run</label>
      <div className="add">
        <input
          id={`${id}-line`}
          className="field line"
          value={draft}
          placeholder={first}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? `${id}-hint` : `${id}-problem`}
          onChange={(event) => setDraft(event.target.value)}
        />
        <button type="submit" className="btn small">
          Add
        </button>
      </div>
      {problem !== null && (
        <p className="error" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
      <p className="note" id={`${id}-hint`}>
        For example <code>{first}</code>, <code>{second}</code> or <code>{third}</code>. Or choose a packet or a
        machine’s name in the timeline, and then its fault.
      </p>
    </form>
  );
}

interface PanelProps {
  /** Whether the form to type a line stands behind a door. */
  readonly few?: boolean;
}

/** The fault script, a line for each thing that goes wrong; a line is added by typing it or at a packet. */
export function FaultPanel({ few = false }: PanelProps) {
  const [adding, setAdding] = useState(!few);
  const heading = useId();
  const store = useBenchStore();
  const setup = useBench((state) => state.setup);
  const locked = useLocks()("faults");
  const oneFault = useBench((state) => state.oneFault);
  const run = useBench(presentRun);
  const remove = (line: string): void =>
    change(store, `remove ${line}`, (before) => ({
      ...before,
      faults: before.faults.filter((other) => other !== line),
    }));
  return (
    <section className="script" aria-labelledby={heading}>
      <h2 id={heading}>Faults</h2>
      {locked && <p className="note">The link that you opened locks the faults.</p>}
      {oneFault && <p className="note">One line: a new one takes the place of the one before.</p>}
      <fieldset className="lockable" disabled={locked}>
        {setup.faults.length > 0 && (
          <FaultList lines={setup.faults} unused={new Set(run?.unusedFaults)} onRemove={remove} />
        )}
        {few && setup.faults.length === 0 && <p className="note">None. Nothing goes wrong by itself.</p>}
        {few && (
          <button type="button" className="fold" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            Add a fault
          </button>
        )}
        {adding && (
          <FaultForm
            examples={faultExamples(experimentOf(setup).packetKinds)}
            script={[setup.experiment, ...setup.faults].join("\n")}
            onAdd={(line) => addFaultLine(store, line)}
          />
        )}
      </fieldset>
    </section>
  );
}
