import { Suspense, useState } from "react";
import { EXPLORABLE } from "../../engine/experiments/explorable-ids.ts";
import { fetched } from "../controls/fetched.tsx";
import { useBench } from "../lab/context.ts";
import { FaultPanel } from "../lab/FaultPanel.tsx";
import { hrefOf } from "../setup/link-table.ts";
import { useLocks } from "../setup/presentation.ts";
import { experimentOf } from "../setup/setup.ts";
import "../styles/explore.css";

// Fetched when its fold is opened.
const Explore = fetched("The search for faults", () => import("../lab/Explore.tsx").then((m) => m.Explore));

/** The search for faults, folded; nothing where the experiment cannot be explored, or a link locks what it sets. */
function ExploreFold() {
  const experiment = useBench((state) => experimentOf(state.setup));
  const locks = useLocks();
  const [open, setOpen] = useState(false);
  if (!EXPLORABLE.includes(experiment.id) || locks("faults") || locks("parameters")) return null;
  return (
    <details className="script" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Look for faults that break it</summary>
      <Suspense fallback={<p className="note">The search is loading.</p>}>
        {open && <Explore key={experiment.id} experiment={experiment} />}
      </Suspense>
      <p className="note">
        Or <a href={hrefOf("write")}>write rules of your own</a>, and let the search attack them.
      </p>
    </details>
  );
}

/** The fault script, and the search for one that breaks the protocol. */
export const Faults = () => (
  <>
    <FaultPanel />
    <ExploreFold />
  </>
);
