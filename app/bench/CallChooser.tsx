import { useBench, useBenchStore } from "../lab/context.ts";
import { viewpointOfCall } from "../lab/viewpoint.ts";
import { exactText } from "../words/numbers.ts";
import { useTimelineDoor } from "./timeline-door.ts";

/** Names the call that is shown; with the timeline’s door open a reader goes to others whose trace is kept. */
export function CallChooser() {
  const store = useBenchStore();
  const call = useBench((state) => state.call);
  const shown = useBench((state) => state.work.shown);
  const isOpen = useTimelineDoor();
  if (shown === null) return null;
  const { run, keepCalls } = shown;
  const all = run.trace.calls.count; // also those whose steps are not kept
  const kept = Math.min(keepCalls, all);
  if (all === 0) return null;
  const show = (next: number): void => store.setState(viewpointOfCall(run.trace, next));
  return (
    <div className="call" role="group" aria-label="Call shown">
      <span>
        Call <b className="num">{call}</b> of {exactText(all)}
        {all > kept && (
          <span className="note">; only the first{kept === 1 ? "" : ` ${exactText(kept)}`} can be shown</span>
        )}
      </span>
      {isOpen && (
        <span className="seg">
          <button type="button" disabled={call <= 1} aria-label="Previous call" onClick={() => show(call - 1)}>
            Previous
          </button>
          <button type="button" disabled={call >= kept} aria-label="Next call" onClick={() => show(call + 1)}>
            Next
          </button>
        </span>
      )}
    </div>
  );
}
