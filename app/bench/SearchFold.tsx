import { Suspense, useId, useState } from "react";
import { EXPLORABLE } from "../../engine/experiments/explorable-ids.ts";
import { fetched } from "../controls/fetched.tsx";
import { useBench } from "../lab/context.ts";
import { useHides, useLocks } from "../setup/presentation.ts";
import { experimentOf } from "../setup/setup.ts";

// Fetched when its fold is opened.
const Searches = fetched("The search for faults", () => import("./Searches.tsx").then((m) => m.Searches));

/** The search for faults, folded; nothing where the experiment cannot be explored, or a link locks what it sets. */
export function SearchFold() {
  const experiment = useBench((state) => experimentOf(state.setup));
  const locks = useLocks();
  const hides = useHides();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!EXPLORABLE.includes(experiment.id) || hides("faults") || locks("faults") || locks("parameters")) return null;
  return (
    <div className="machines">
      <button type="button" className="fold" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        Look for faults that break it
      </button>
      <div id={id}>
        {isOpen && (
          <Suspense fallback={<p className="note">The search is loading.</p>}>
            <Searches key={experiment.id} experiment={experiment} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
