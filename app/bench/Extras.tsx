import { Suspense, useState } from "react";
import { fetched } from "../controls/fetched.tsx";
import { useHides } from "../setup/manners.ts";
import { useBench } from "../lab/context.ts";
import { PinRow } from "../lab/PinRow.tsx";
import { experimentOf } from "../setup/setup.ts";

// Neither is part of the first page: a reader who compares no runs and edits no model fetches none of it.
const TwinPanel = fetched("The twin timelines", () => import("../lab/TwinPanel.tsx").then((m) => m.TwinPanel));
const ModelPanel = fetched("The model", () => import("../lab/ModelPanel.tsx").then((m) => m.ModelPanel));

/** What the reader adds to a run: another run beside it, a model of their own. */
export function Extras() {
  const compared = useBench((state) => state.pins.chosen !== null && state.shown !== null);
  const editing = useBench((state) => state.editing);
  const paper = useBench((state) => experimentOf(state.setup).paper);
  // Once opened the editor stays, hidden or not, so that the reader's model answers changed parameters.
  const [opened, setOpened] = useState(false);
  if (editing && !opened) setOpened(true);
  const hides = useHides();
  return (
    <>
      {!hides("pin") && <PinRow />}
      <Suspense>
        {compared && <TwinPanel />}
        {opened && !hides("model") && <ModelPanel key={paper} />}
      </Suspense>
    </>
  );
}
