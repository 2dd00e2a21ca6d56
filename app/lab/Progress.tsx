import { Suspense } from "react";
import { fetched } from "../controls/fetched.tsx";
import { useBench, useLab } from "./context.ts";
import { useLate } from "./stale.ts";

// Most runs are over before there is anything to say.
const ProgressText = fetched("How far the run is", () => import("./ProgressText.tsx").then((m) => m.ProgressText));

interface Props {
  /** The run, or the points of its chart once the run is done; left out where one place says both. */
  readonly of?: "run" | "chart";
}

/** Shows the work under way, its progress and a button that gives it up; or says why there is nothing new to see. */
export function Progress({ of }: Props) {
  const lab = useLab();
  const sweeping = useBench((state) => state.sweeping !== null);
  const tag = useBench(({ work }) => work.tag);
  const isFirst = useBench(({ work }) => work.shown === null);
  const failure = useBench(({ work }) => (work.tag === "failed" ? work.message : null));
  const running = tag === "running";
  // A line that comes and goes at once says nothing, where something else is there to see.
  const late = useLate(running || sweeping) || (of === "run" && running && isFirst);
  if (of === "run" && tag === "done") return null;
  if (of === "chart" && tag !== "done") return <div className="progress" />;
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
          <Suspense fallback={<span>Running the calls</span>}>
            <ProgressText />
          </Suspense>
        )
      )}
    </div>
  );
}
