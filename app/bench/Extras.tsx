import { lazy, Suspense, useState } from "react";
import { pinned } from "../twin/pins.ts";
import { useBench, useBenchStore } from "./context.ts";
import { experimentOf } from "./setup.ts";

// Neither is part of the first page: a reader who compares no runs and edits no model fetches none of it.
const TwinPanel = lazy(() => import("./TwinPanel.tsx").then((module) => ({ default: module.TwinPanel })));
const ModelPanel = lazy(() => import("./ModelPanel.tsx").then((module) => ({ default: module.ModelPanel })));

/** The runs that are kept to compare with, and the one that is. */
function PinRow() {
  const store = useBenchStore();
  const pins = useBench((state) => state.pins);
  if (pins.list.length === 0) return null;
  const act = (action: Parameters<typeof pinned>[1]): void => store.setState({ pins: pinned(pins, action) });
  return (
    <div className="pins" role="group" aria-label="Compare with">
      <span>Compare with</span>
      <div className="seg">
        <button type="button" aria-pressed={pins.chosen === null} onClick={() => act({ do: "choose", name: null })}>
          nothing
        </button>
        {pins.list.map(({ name }) => (
          <button
            key={name}
            type="button"
            aria-pressed={pins.chosen === name}
            onClick={() => act({ do: "choose", name })}
          >
            {name}
          </button>
        ))}
      </div>
      {pins.chosen !== null && (
        <button type="button" className="link" onClick={() => act({ do: "remove", name: pins.chosen ?? "" })}>
          Remove this pin
        </button>
      )}
    </div>
  );
}

/** What the reader adds to a run: another run beside it, a model of their own. */
export function Extras() {
  const compared = useBench((state) => state.pins.chosen !== null && state.shown !== null);
  const editing = useBench((state) => state.editing);
  const paper = useBench((state) => experimentOf(state.setup).paper);
  // Once opened the editor stays, hidden or not, so that the reader's model answers changed parameters.
  const [opened, setOpened] = useState(false);
  if (editing && !opened) setOpened(true);
  return (
    <>
      <PinRow />
      <Suspense>
        {compared && <TwinPanel />}
        {opened && <ModelPanel key={paper} />}
      </Suspense>
    </>
  );
}
