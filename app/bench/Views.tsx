import { useBench, useBenchStore } from "../lab/context.ts";
import type { BenchView } from "../setup/bench-view.ts";
import { useIsCrowdShown, useView, useViews } from "./views.ts";
import "../styles/bench-views.css";

const NAMES: Readonly<Record<BenchView, string>> = {
  run: "The run",
  call: "One call of it",
  crowd: "All machines over time",
  search: "Search for faults",
  sweep: "Your own sweep",
};

/** Says that the run has no crowd where a link or the reader asked for one. */
function NoCrowd() {
  const isAsked = useBench(({ view, work: { shown } }) => view === "crowd" && shown !== null);
  const isShown = useIsCrowdShown();
  if (!isAsked || isShown) return null;
  return (
    <p className="note" role="status">
      No crowd over time is drawn of this run, so the run itself is shown.
    </p>
  );
}

/** The views of the bench, one beside the other; nothing where there is only the run. */
export function Views() {
  const store = useBenchStore();
  const views = useViews();
  const shown = useView();
  if (views.length < 2) return <NoCrowd />;
  return (
    <>
      <div className="row bench-views" role="group" aria-label="Views of the bench">
        {views.map((view) => (
          <button key={view} type="button" aria-pressed={view === shown} onClick={() => store.setState({ view })}>
            {NAMES[view]}
          </button>
        ))}
      </div>
      <NoCrowd />
    </>
  );
}
