import { useBench, useLab } from "./context.ts";
import { setupKey } from "../setup/setup.ts";

/** What is being computed and how far it is, with the way to give it up; or why there is nothing new to see. */
export function Progress() {
  const lab = useLab();
  const setup = useBench((state) => state.setup);
  const shown = useBench((state) => state.shown);
  const running = useBench((state) => state.running);
  const share = useBench((state) => state.progress);
  const sweeping = useBench((state) => state.sweeping);
  const failure = useBench((state) => state.failure);
  const cancelled = useBench((state) => state.cancelled);
  if (failure !== null) {
    return (
      <div className="progress">
        <p className="error" role="alert">
          The run stopped: {failure}
        </p>
        <button type="button" className="btn small" onClick={lab.resume}>
          Run again
        </button>
      </div>
    );
  }
  if (cancelled) {
    const stale = shown !== null && shown.key !== setupKey(setup);
    return (
      <div className="progress">
        <span>{stale ? "Cancelled; the figures are of the run before." : "Cancelled; the chart is not complete."}</span>
        <button type="button" className="btn small" onClick={lab.resume}>
          Run
        </button>
      </div>
    );
  }
  if (!running && sweeping === null) return <div className="progress" />;
  const points = sweeping === null ? 0 : sweeping.values.length / sweeping.total;
  const percent = Math.round(100 * (running ? share : points));
  const what = running ? "Running the calls" : "Running the points of the chart";
  return (
    <div className="progress">
      <i style={{ transform: `scaleX(${percent / 100})` }} />
      <span role="progressbar" aria-label={what} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
        {what}: {percent}&#8239;%
      </span>
      <button type="button" className="btn small" onClick={lab.cancel}>
        Cancel
      </button>
    </div>
  );
}
