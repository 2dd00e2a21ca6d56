import { memo, Suspense } from "react";
import { fetched } from "../controls/fetched.tsx";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { useTheme } from "../controls/theme.ts";
import { placeOf } from "../trace/calls.ts";
import type { TimedRef } from "../trace/events.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import { Tools } from "../timeline/tools/Tools.tsx";
import { addNthFault } from "../lab/add-fault.ts";
import { goTo, selectHost } from "../lab/selection.ts";
import { useBench, useBenchStore } from "../lab/context.ts";
import { lostOf } from "../lab/store.ts";
import { useHands } from "../lab/use-hands.ts";
import { toggleTimelineDoor, useTimelineDoor } from "./timeline-door.ts";
import { useTimelineRun } from "../lab/timeline-run.ts";
import { BeforeAndAfter, useIsComparing } from "./Pinned.tsx";

const TraceSearch = fetched("The search", () =>
  import("../timeline/search/TraceSearch.tsx").then((m) => m.TraceSearch),
);

interface Props {
  readonly run: Run;
  readonly found: readonly TimedRef[] | null;
  readonly onFound: (found: readonly TimedRef[] | null) => void;
  /** The number of times that a key has asked for the search, and the function that asks for it. */
  readonly searches: number;
  readonly onSearch: () => void;
  /** Told when the run is drawn. */
  readonly onDrawn: () => void;
}

/** The timeline with all that the bench puts beside it: the search, the machines, other calls. */
export const BenchTimeline = memo(function BenchTimeline(props: Props) {
  const { run, found, onFound, searches, onSearch, onDrawn } = props;
  const store = useBenchStore();
  const theme = useTheme();
  const ofTimeline = useTimelineRun(run);
  const { call, time, playing, selected, onTime, onPlaying, onSelect } = ofTimeline;
  const held = useHands(ofTimeline.run, call);
  const host = useBench((state) => state.host);
  const lost = useBench(lostOf);
  const axis = useBench((state) => state.axis);
  const rung = useBench((state) => state.rung);
  const comparing = useIsComparing();
  const isOpen = useTimelineDoor();
  const search = (
    <Suspense fallback={<span className="tl-search">Find</span>}>
      <TraceSearch
        trace={run.trace}
        time={time}
        selected={selected}
        wished={searches}
        onFound={onFound}
        onGo={({ ref }) => goTo(store, placeOf(run.trace, ref, call))}
        onLeave={() => document.querySelector<HTMLElement>(".tl-figure")?.focus()}
      />
    </Suspense>
  );
  return (
    <Timeline
      run={held.run}
      {...{ call, time, onTime, playing, onPlaying, theme, onSelect }}
      axis={axis}
      onAxis={(next) => store.setState({ axis: next })}
      rung={rung}
      onRung={(next) => store.setState({ rung: next })}
      selected={host === null ? selected : NO_REF}
      host={host}
      onHost={(machine) => selectHost(store, machine)}
      onFault={(nth) => void addNthFault(store, nth)}
      onElsewhere={(place) => goTo(store, place)}
      found={found ?? undefined}
      lost={lost}
      hands={held.hands}
      onSearch={onSearch}
      door={{ isOpen, onToggle: toggleTimelineDoor }}
      onDrawn={onDrawn}
      instead={comparing ? <BeforeAndAfter /> : undefined}
      tools={(driving) => <Tools driving={driving}>{search}</Tools>}
    />
  );
});
