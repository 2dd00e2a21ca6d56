import { useId, useState } from "react";
import type { FormEvent } from "react";
import { useBench, useBenchStore } from "./context.ts";
import { addFault, FAULT_EXAMPLES } from "./faults.ts";
import { setupKey } from "./setup.ts";
import { change } from "./store.ts";

/** The fault script, a line for each thing that goes wrong; a line is added by typing it or at a packet. */
export function FaultPanel() {
  const store = useBenchStore();
  const id = useId();
  const setup = useBench((state) => state.setup);
  const shown = useBench((state) => state.shown);
  const [draft, setDraft] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const current = shown !== null && shown.key === setupKey(setup);
  const unused = new Set(current ? shown.run.unusedFaults : []);

  const add = (event: FormEvent): void => {
    event.preventDefault();
    const script = addFault(setup.faults, draft);
    if ("problem" in script) {
      setProblem(script.problem);
      return;
    }
    setDraft("");
    setProblem(null);
    change(store, "add a fault", (before) => ({ ...before, faults: script.lines }));
  };
  const remove = (at: number): void =>
    change(store, `remove fault ${at}`, (before) => ({
      ...before,
      faults: before.faults.filter((_, i) => i !== at),
    }));

  return (
    <section className="script" aria-labelledby="faults">
      <h2 id="faults">Faults</h2>
      {setup.faults.length > 0 && (
        <ol>
          {setup.faults.map((line, at) => (
            <li key={`${at} ${line}`}>
              <code>{line}</code>
              <button
                type="button"
                className="btn small bare"
                aria-label={`Remove ${line}`}
                onClick={() => remove(at)}
              >
                Remove
              </button>
              {unused.has(line) && <span className="error">This fault met nothing in the run.</span>}
            </li>
          ))}
        </ol>
      )}
      <form onSubmit={add}>
        <label htmlFor={`${id}-line`}>What goes wrong</label>
        <div className="add">
          <input
            id={`${id}-line`}
            className="field line"
            value={draft}
            placeholder={FAULT_EXAMPLES[0]}
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
          For example{" "}
          {FAULT_EXAMPLES.map((example, i) => (
            <span key={example}>
              {i > 0 && ", "}
              <code>{example}</code>
            </span>
          ))}
          . Or choose a packet and say what becomes of it.
        </p>
      </form>
    </section>
  );
}
