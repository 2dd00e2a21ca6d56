import { experiments, findExperiment } from "../../engine/experiments/index.ts";
import { useBench, useBenchStore } from "./context.ts";
import { offeredName, pinned } from "../twin/pins.ts";
import { defaultParameters, experimentOf, setupKey } from "./setup.ts";
import type { Setup } from "./setup.ts";
import { change, redo, undo } from "./store.ts";
import type { BenchStore } from "./store.ts";

/** The element that opens the drawer, which gets the focus back when it closes. */
export const EXPORT_BUTTON = "export";

/** "Null()" of "Firefly RPC: Null()": what tells the experiments of one paper apart. */
const shortTitle = (title: string): string => title.slice(title.indexOf(":") + 1).trim();

/** The setup for another experiment: parameters that both have keep their values. */
function withExperiment(setup: Setup, id: string): Setup {
  const experiment = findExperiment(id);
  if (experiment === undefined) return setup;
  const defaults = defaultParameters(experiment);
  const kept = Object.entries(setup.parameters).filter(([key]) => Object.hasOwn(defaults, key));
  return { ...setup, experiment: id, parameters: { ...defaults, ...Object.fromEntries(kept) } };
}

export function ExperimentChooser() {
  const store = useBenchStore();
  const chosen = useBench((state) => state.setup.experiment);
  return (
    <fieldset className="chooser">
      <legend>Experiment</legend>
      <div className="seg">
        {experiments.map(({ id, title }) => (
          <label key={id}>
            <input
              type="radio"
              name="experiment"
              value={id}
              checked={id === chosen}
              onChange={() => change(store, "experiment", (setup) => withExperiment(setup, id))}
            />
            {shortTitle(title)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Keeps the run on the screen, to compare the next one with. */
function pinPresent(store: BenchStore): void {
  const { setup, shown, pins } = store.getState();
  const run = shown?.key === setupKey(setup) ? shown.run : null;
  store.setState({ pins: pinned(pins, { do: "pin", name: offeredName(setup), setup, run }) });
}

interface Props {
  readonly exporting: boolean;
  readonly onExport: () => void;
  readonly onLink: () => void;
}

/** Title and question of the experiment; undo, redo, link, export. */
export function Toolbar({ exporting, onExport, onLink }: Props) {
  const store = useBenchStore();
  const experiment = experimentOf(useBench((state) => state.setup));
  const canUndo = useBench((state) => state.past.length > 0);
  const canRedo = useBench((state) => state.future.length > 0);
  const ran = useBench((state) => state.shown !== null);
  return (
    <header className="toolbar">
      <h1>{experiment.title}</h1>
      <div className="tools">
        <div className="seg onlywide">
          <button type="button" disabled={!canUndo} onClick={() => undo(store)} aria-keyshortcuts="Control+Z">
            Undo
          </button>
          <button type="button" disabled={!canRedo} onClick={() => redo(store)} aria-keyshortcuts="Control+Shift+Z">
            Redo
          </button>
        </div>
        <button type="button" className="btn small bare" disabled={!ran} onClick={() => pinPresent(store)}>
          Pin
        </button>
        <button type="button" className="btn small bare" disabled={!ran} onClick={onLink} aria-keyshortcuts="L">
          Link
        </button>
        <button
          type="button"
          id={EXPORT_BUTTON}
          className="btn small"
          disabled={!ran}
          aria-expanded={exporting}
          onClick={onExport}
          aria-keyshortcuts="E"
        >
          Export
        </button>
      </div>
      <p className="question">{experiment.question}</p>
    </header>
  );
}
