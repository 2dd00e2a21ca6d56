import { Suspense, useState } from "react";
import { fetched } from "../controls/fetched.tsx";
import { useBench } from "../lab/context.ts";
import { experimentOf } from "../setup/setup.ts";

// A reader who edits no model fetches none of it.
const ModelPanel = fetched("The model", () => import("../lab/ModelPanel.tsx").then((m) => m.ModelPanel));

/** The model in its editor. Once opened it stays, hidden or not: the reader's text answers changed parameters. */
export function Model() {
  const editing = useBench((state) => state.editing);
  const paper = useBench((state) => experimentOf(state.setup).paper);
  const [opened, setOpened] = useState(false);
  if (editing && !opened) setOpened(true);
  return <Suspense>{opened && paper !== null && <ModelPanel key={paper} />}</Suspense>;
}
