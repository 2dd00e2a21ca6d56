import { Suspense } from "react";
import { fetched } from "../controls/fetched.tsx";
import { useBench, useLab } from "./context.ts";
import { useLate } from "./stale.ts";

// Most runs are over before there is anything to say.
const ProgressText = fetched("How far the run is", () => import("./ProgressText.tsx").then((m) => m.ProgressText));

/** Shows the work under way, its progress and a button that gives it up; or says why there is nothing new to see. */
export function Progress() {
  const lab = useLab();
  const sweeping = useBench((state) => state.sweeping !== null);
  const tag = useBench(({ work }) => work.tag);
  const failure = useBench(({ work }) => (work.tag === "failed" ? work.message : null));
  const late = useLate(tag === "running" || sweeping); // a line that comes and goes at once says nothing
  return (
    <div className="progress">
      {failure !== null ? (
        <>
          <p className="error" role="alert">
            The run stopped: {failure}
          </p>
          <button type="button" className="btn small" onClick={lab.resume}>
            Run again
          </button>
        </>
      ) : (
        (tag === "held" || tag === "cancelled" || late) && (
          <Suspense>
            <ProgressText />
          </Suspense>
        )
      )}
    </div>
  );
}
