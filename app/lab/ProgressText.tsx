import { useEffect, useState } from "react";
import { counted } from "../words/numbers.ts";
import { useBench, useLab } from "./context.ts";
import { useOld } from "./stale.ts";
import { roughMsOf, setupKey } from "../setup/setup.ts";

/** After this a run counts as long, and says how long it will take: seconds. */
const LONG_S = 3;

/** So long without a word, and the page says so: seconds. A large run tells its share all the time. */
const SILENT_S = 8;

/** "15 seconds", "3 minutes". */
const roundly = (seconds: number): string =>
  seconds < 90 ? counted(Math.ceil(seconds / 5) * 5, "second") : counted(Math.ceil(seconds / 60), "minute");

/**
 * The time that a run still needs; nothing for a short run.
 * @param rough what it was thought to take in all, in seconds: said until the run has a pace
 */
function leftText(seconds: number, share: number, rough: number): string {
  const hasPace = seconds >= LONG_S && share >= 0.01;
  const left = hasPace ? (seconds * (1 - share)) / share : rough - seconds;
  return left < LONG_S ? "" : `, about ${roundly(left)} left`;
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

/** The words of `Progress`: of a run that waits for a word of the reader, that was cancelled, or that is under way. */
export function ProgressText() {
  const lab = useLab();
  const setup = useBench((state) => state.setup);
  const tag = useBench(({ work }) => work.tag);
  const old = useOld();
  const running = tag === "running";
  const share = useBench(({ work }) => (work.tag === "running" ? work.progress : 0));
  const sweeping = useBench((state) => state.sweeping);
  const seconds = useSeconds(running ? setupKey(setup) : null);
  const silence = useSeconds(running || sweeping !== null ? `${share} ${sweeping?.values.length ?? 0}` : null);
  if (tag === "held") {
    return (
      <>
        <p role="alert">This run is large: it takes about {roundly(roughMsOf(setup) / 1000)} to compute.</p>
        <button type="button" className="btn small" onClick={lab.resume}>
          Run it
        </button>
      </>
    );
  }
  if (tag === "cancelled") {
    return (
      <>
        <span>
          {old ? "Cancelled. The figures still show the run before." : "Cancelled. The chart is not complete."}
        </span>
        <button type="button" className="btn small" onClick={lab.resume}>
          Run
        </button>
      </>
    );
  }
  if (silence >= SILENT_S) {
    const anew = (): void => {
      lab.cancel();
      lab.resume();
    };
    return (
      <>
        <p role="alert">
          Nothing has come from the simulation for {roundly(silence)}. It may take long, its file may still be on the
          way, or the browser has ended it.
        </p>
        <button type="button" className="btn small" onClick={anew}>
          Begin anew
        </button>
        <button type="button" className="btn small" onClick={lab.cancel}>
          Cancel
        </button>
      </>
    );
  }
  const points = sweeping === null ? 0 : sweeping.values.length / sweeping.total;
  const percent = Math.round(100 * (running ? share : points));
  const what = running ? "Running the calls" : "Running the points of the chart";
  return (
    <>
      <i style={{ transform: `scaleX(${percent / 100})` }} />
      <span role="progressbar" aria-label={what} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
        {what}: {percent}&#8239;%{running && leftText(seconds, share, roughMsOf(setup) / 1000)}
      </span>
      <button type="button" className="btn small" onClick={lab.cancel}>
        Cancel
      </button>
    </>
  );
}
