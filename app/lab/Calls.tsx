/** The times of the calls of the run on the page; each bar leads to one of its calls. */
import { useMemo, useState } from "react";
import type { Description, Run } from "../../engine/experiments/types.ts";
import { distributionOf } from "../chart/histogram.ts";
import { Histogram } from "../chart/Histogram.tsx";
import { useBench, useLab } from "./context.ts";
import { MOST_KEPT } from "../setup/setup.ts";
import { exactText } from "../words/numbers.ts";

const HEIGHT = 300;

/** Tells the reader which parameter gives a run more than one call. */
function askForMore({ params }: Description): string {
  const repeats = Object.values(params).find((param) => param.kind === "number" && param.repeats === true);
  const one = "This run makes one call, so its times have no distribution.";
  return repeats === undefined ? `${one} This experiment makes no more.` : `${one} Set ${repeats.label} to 2 or more.`;
}

interface CallsProps {
  readonly run: Run;
  readonly experiment: Description;
  readonly height?: number; // of the plot, in px
}

/** The times of the run's calls. Each bar leads to a call of its own. */
export function Calls({ run, experiment, height = HEIGHT }: CallsProps) {
  const distribution = useMemo(() => distributionOf(run.trace), [run]);
  if (run.trace.calls.count < 2) return <p className="note">{askForMore(experiment)}</p>;
  if (distribution.bars.length === 0)
    return <p className="note">No call of this run returned, so there are no times to show.</p>;
  return <RunHistogram run={run} distribution={distribution} height={height} />;
}

interface RunHistogramProps {
  readonly run: Run;
  readonly distribution: ReturnType<typeof distributionOf>;
  readonly height: number;
}

function RunHistogram({ run, distribution, height }: RunHistogramProps) {
  const lab = useLab();
  const call = useBench((state) => state.call);
  const [said, setSaid] = useState("");
  const onCall = (next: number): void => {
    if (next > MOST_KEPT)
      setSaid(`Call ${exactText(next)} cannot be looked at: only the first ${exactText(MOST_KEPT)} can.`);
    else {
      lab.lookAtCall(next);
      setSaid(`The timeline shows call ${exactText(next)}.`);
    }
  };
  return (
    <Histogram {...{ distribution, height, call, said, onCall }} count={run.trace.calls.count} reach={MOST_KEPT} />
  );
}
