/** What protocols and machines keep, at the playhead; while something is dragged, in the run of the drag. */
import { useEffect } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import { setupKey } from "../setup/setup.ts";
import { StateFigure } from "../state/StateFigure.tsx";
import { keptWith } from "../state/items.ts";
import type { StateKind } from "../state/props.ts";
import { useBench, useBenchStore, useLab } from "./context.ts";
import { startPreviews } from "./preview.ts";
import { useLate, useOld } from "./stale.ts";
import { useViewpoint } from "./use-viewpoint.ts";
import { isLate, previewOf } from "./draft.ts";

interface Props {
  readonly run: Run;
  /** The kind that is shown alone; null where the reader chooses. */
  readonly only: StateKind | null;
}

export function StatePanel({ run, only }: Props) {
  const store = useBenchStore();
  const previews = useLab().previewsBy(startPreviews);
  const setup = useBench((state) => state.setup);
  const { call, time, playing, onSelect } = useViewpoint();
  const kept = useBench((state) => state.kept);
  const held = useBench(previewOf);
  const awaited = useBench(isLate);
  // A run that is shorter ends before the playhead.
  const end = run.trace.calls.end[call - 1] ?? Infinity;
  const now = held === null || time > end ? time : Math.min(time, held.run.trace.calls.end[call - 1] ?? time);
  const late = useLate((useOld() && held === null) || awaited);
  useEffect(() => previews.warm(), [previews]);
  return (
    <StateFigure
      run={held?.run ?? run}
      site={held?.whole?.run.site ?? run.site}
      call={call}
      time={now}
      playing={playing}
      isLate={late}
      only={only}
      kept={kept}
      onKeep={(key) => store.setState({ kept: keptWith(kept, key) })}
      onSelect={onSelect}
      rim={{
        setup,
        before: run,
        onPreview: (next) =>
          next === null || setupKey(next) === setupKey(setup) ? previews.cancel() : previews.show(next),
        onChange: previews.settle,
      }}
    />
  );
}
