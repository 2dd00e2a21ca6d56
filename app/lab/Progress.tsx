import { useEffect, useState } from "react";
import { counted } from "../words/numbers.ts";
import { useBench, useLab } from "./context.ts";
import { setupKey } from "../setup/setup.ts";

/** After this a run counts as long, and says how long it will take: seconds. */
const LONG_S = 3;

/** How long a run will still take at its pace so far; nothing for a short one. */
function leftText(seconds: number, share: number): string {
  if (seconds < LONG_S) return "";
  if (share < 0.01) return ". This run is large and takes minutes. You can cancel it";
  const left = (seconds * (1 - share)) / share;
  if (left < LONG_S) return "";
  const size = left < 90 ? counted(Math.ceil(left / 5) * 5, "second") : counted(Math.ceil(left / 60), "minute");
  return `, about ${size} left`;
}

/** Whole seconds since `what` began; null for nothing. */
function useSeconds(what: string | null): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (what === null) return;
    const began = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [what]);
  return seconds;
}

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
  const seconds = useSeconds(running ? setupKey(setup) : null);
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
        <span>{stale ? "Cancelled. The figures show the run before." : "Cancelled. The chart is not complete."}</span>
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
        {what}: {percent}&#8239;%{running && leftText(seconds, share)}
      </span>
      <button type="button" className="btn small" onClick={lab.cancel}>
        Cancel
      </button>
    </div>
  );
}
