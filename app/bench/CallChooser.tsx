import { useBench, useBenchStore } from "./context.ts";
import { KEPT_CALLS } from "./lab.ts";

/** Which of the calls whose trace is kept is looked at. */
export function CallChooser() {
  const store = useBenchStore();
  const call = useBench((state) => state.call);
  const run = useBench((state) => state.shown?.run ?? null);
  if (run === null) return null;
  const calls = run.trace.calls;
  const kept = Math.min(KEPT_CALLS, calls.count);
  const show = (next: number): void =>
    store.setState({ call: next, time: calls.start[next - 1] ?? 0, playing: false });
  const all = Number(run.parameters["calls"] ?? kept);
  return (
    <div className="call" role="group" aria-label="Call shown">
      <span>
        Call <b className="num">{call}</b> of {all.toLocaleString("en-US")}
        {all > kept && <span className="note"> the first {kept} can be looked at</span>}
      </span>
      <span className="seg">
        <button type="button" disabled={call <= 1} aria-label="Previous call" onClick={() => show(call - 1)}>
          Previous
        </button>
        <button type="button" disabled={call >= kept} aria-label="Next call" onClick={() => show(call + 1)}>
          Next
        </button>
      </span>
    </div>
  );
}
