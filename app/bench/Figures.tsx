import { memo, Suspense, useCallback, useId, useState } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { fetched } from "../controls/fetched.tsx";
import type { Run } from "../../engine/experiments/types.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { useHides } from "../setup/presentation.ts";
import { useTheme } from "../controls/theme.ts";
import { placeOf } from "../trace/calls.ts";
import { hasMany } from "../trace/lanes.ts";
import type { TimedRef } from "../trace/events.ts";
import { EventList } from "../timeline/events/EventList.tsx";
import { goTo, select, selectHost } from "../lab/selection.ts";
import { Changed } from "../lab/Changed.tsx";
import { BenchTimeline } from "./BenchTimeline.tsx";
import { BenchWaterfall } from "./BenchWaterfall.tsx";
import { CallChooser } from "./CallChooser.tsx";
import { ChartPanel } from "./ChartPanel.tsx";
import { isStopped } from "../lab/bench-work.ts";
import { useBench, useBenchStore } from "../lab/context.ts";
import { InTurn, useTurns } from "./in-turn.tsx";
import { BeforeAndAfter, Pinned, useIsComparing } from "./Pinned.tsx";
import { Model } from "./Model.tsx";
import { Progress } from "../lab/Progress.tsx";
import { lostOf } from "../lab/store.ts";
import { defaultSetup, experimentOf } from "../setup/setup.ts";
import { Stale } from "../lab/Stale.tsx";
import { toggleTimelineDoor, useTimelineDoor } from "./timeline-door.ts";
import { useIsCrowdShown, useView } from "./views.ts";

// Of runs of many calls.
const CrowdRoom = fetched("The crowd", () => import("../crowd/CrowdRoom.tsx").then((m) => m.CrowdRoom));
// Of runs that count the links of their machines apart.
const LinksFigure = fetched("Who sends to whom", () => import("./LinksFigure.tsx").then((m) => m.LinksFigure));
// Of runs on the Andrew network alone.
const CampusFigure = fetched("The campus", () => import("../campus/CampusFigure.tsx").then((m) => m.CampusFigure));

// Views of their own, fetched where a reader goes there.
const Search = fetched("The search for faults", () => import("./Searches.tsx").then((m) => m.Search));
const MoreSearches = fetched("The search for faults", () => import("./Searches.tsx").then((m) => m.MoreSearches));
const SweepPlace = fetched("The choice of a sweep", () => import("./SweepPlace.tsx").then((m) => m.SweepPlace));

// Of experiments that have some.
const RunTables = fetched("The tables of the experiment", () =>
  import("../lab/RunTables.tsx").then((m) => m.RunTables),
);

// Where the reader opens it.
const StatePanel = fetched("The state", () => import("../lab/StatePanel.tsx").then((m) => m.StatePanel));

// Of runs of one or two machines, where the reader opens it.
const MachinePanel = fetched("The machines", () => import("../lab/MachinePanel.tsx").then((m) => m.MachinePanel));

interface Props {
  /** The place beside the figures where the chart stands; null for one below them. */
  readonly beside: HTMLElement | null;
}

/** The figures of the view that is shown. */
export const Figures = memo(function Figures({ beside }: Props) {
  const view = useView();
  return (
    <div className="figures">
      <div className="under-way">
        <Progress of="run" />
      </div>
      {view === "sweep" ? (
        <Suspense fallback={<div className="chart-room" aria-busy="true" />}>
          <SweepPlace />
        </Suspense>
      ) : (
        <OfRun searching={view === "search"} beside={beside} />
      )}
    </div>
  );
});

/**
 * Timeline, waterfall and chart of the run, and its events as a list; or a search, over the timeline that shows what it
 * finds. A new run is drawn in the timeline first; while it is awaited for long they pale.
 */
function OfRun({ searching, beside }: Props & { readonly searching: boolean }) {
  const run = useBench((state) => state.work.shown?.run ?? null);
  const [searches, setSearches] = useState(0);
  const isOpen = useTimelineDoor();
  const onSearch = useCallback((): void => {
    if (!isOpen) toggleTimelineDoor(); // the search stands behind it
    setSearches((before) => before + 1);
  }, [isOpen]);
  const [found, setFound] = useState<readonly TimedRef[] | null>(null);
  const hides = useHides();
  const [drawn, setDrawn] = useState<Run | null>(null);
  const crowd = useIsCrowdShown();
  const timeline = !hides("timeline") && !crowd;
  const onDrawn = useCallback(() => setDrawn(run), [run]);
  const turn = useTurns(run, !timeline || drawn === run, 4);
  const comparing = useIsComparing();
  const experiment = useBench((state) => experimentOf(state.setup));
  const [searched, setSearched] = useState(searching); // from then on it keeps what it has found
  if (searching && !searched) setSearched(true);
  if (run === null)
    return <Rooms timeline={timeline} waterfall={!hides("waterfall")} chart={!hides("chart")} beside={beside} />;
  return (
    <>
      {searched && (
        <div className="search-place" hidden={!searching}>
          <Suspense fallback={<p className="note">The search is loading.</p>}>
            <Search key={experiment.id} experiment={experiment} />
          </Suspense>
        </div>
      )}
      <Pinned />
      {timeline && (
        <Stale>
          <CallChooser />
          <BenchTimeline {...{ run, found, searches, onSearch, onDrawn }} onFound={setFound} />
          <Changed start={defaultSetup(experimentOf(run))} />
        </Stale>
      )}
      {crowd && (
        <Suspense fallback={<div className="crowd-room" aria-busy="true" />}>
          <CrowdRoom run={run} />
        </Suspense>
      )}
      {!timeline && comparing && <BeforeAndAfter />}
      {searched && (
        <div hidden={!searching}>
          <Suspense>
            <MoreSearches key={experiment.id} experiment={experiment} />
          </Suspense>
        </div>
      )}
      {!searching && <Rest {...{ run, turn, found, onSearch, crowd, beside }} />}
    </>
  );
}

interface RestProps extends Props {
  readonly run: Run;
  readonly turn: number;
  readonly found: readonly TimedRef[] | null;
  readonly onSearch: () => void;
  /** Whether the run is shown as a crowd: then what is of one call stands in its own view. */
  readonly crowd: boolean;
}

/** What stands below the timeline of a run, each in its turn. */
function Rest({ run, turn, found, onSearch, crowd, beside }: RestProps) {
  const store = useBenchStore();
  const call = useBench((state) => state.call);
  const time = useBench((state) => state.time);
  const selected = useBench((state) => state.selected);
  const lost = useBench(lostOf);
  const hides = useHides();
  const editing = useBench((state) => state.editing) && !hides("model");
  const model = !hides("model") && <Model key="model" />;
  const chart = !hides("chart") && (
    <InTurn key="chart" ready={turn >= 4} room={<div className="chart-room" />}>
      <ChartPanel />
    </InTurn>
  );
  const selection = { selected, onSelect: (ref: Ref): void => select(store, ref) };
  const waterfall = !crowd && !hides("waterfall") && (
    <Stale key="waterfall" className="under" waiting={turn < 1}>
      <BenchWaterfall {...{ run, call }} ready={turn >= 1} {...selection} />
    </Stale>
  );
  return (
    <>
      {!crowd && !hides("timeline") && (
        <Stale waiting={turn < 2}>
          <Beneath run={run} ready={turn >= 2} onSelect={selection.onSelect} />
        </Stale>
      )}
      {!crowd && !hides("timeline") && (
        <InTurn ready={turn >= 2}>
          {run.trace.transitions.count > 0 && (
            <Folded name="Look at tables, graphs and buffers" room="state-room">
              <StatePanel run={run} only={null} />
            </Folded>
          )}
        </InTurn>
      )}
      <div className={lowClass(editing, beside)}>
        {editing ? [model, chart, waterfall] : [waterfall, beside === null && chart, model]}
      </div>
      {!editing && beside !== null && createPortal(chart, beside)}
      {!hides("chart") && <Tables run={run} />}
      {!crowd && !hides("events") && (
        <Stale waiting={turn < 3}>
          <InTurn ready={turn >= 3}>
            <EventList
              run={run}
              call={call}
              time={time}
              {...selection}
              found={found}
              lost={lost}
              onElsewhere={(place) => goTo(store, place)}
              onSearch={onSearch}
            />
          </InTurn>
        </Stale>
      )}
    </>
  );
}

/** Beside a chart that stands elsewhere the waterfall has the whole row; an open model stands beside its chart. */
const lowClass = (editing: boolean, beside: HTMLElement | null): string =>
  editing ? "low modelled" : beside === null ? "low" : "low alone";

interface RoomsProps extends Props {
  readonly timeline: boolean;
  readonly waterfall: boolean;
  readonly chart: boolean;
}

interface BeneathProps {
  readonly run: Run;
  readonly ready: boolean;
  readonly onSelect: (ref: Ref) => void;
}

/** Beneath the timeline: who sends to whom, and the campus, of runs that have them. */
function Beneath({ run, ready, onSelect }: BeneathProps) {
  return (
    <>
      <InTurn ready={ready}>
        {hasLinks(run) && (
          <Suspense>
            <LinksFigure run={run} onSelect={onSelect} />
          </Suspense>
        )}
        <Campus run={run} />
        {!hasMany(run.trace) && (
          <Folded name="Look inside the machines" room="machine-room">
            <MachinePanel run={run} alone={false} />
          </Folded>
        )}
      </InTurn>
    </>
  );
}

const hasLinks = ({ resources }: Run): boolean => Object.keys(resources).some((name) => name.endsWith(".out"));

/** The room of the figures before the first run is there. The chart stands already where that run does not come. */
function Rooms({ timeline, waterfall, chart, beside }: RoomsProps) {
  const stopped = useBench(({ work }) => isStopped(work));
  const charts = chart && (stopped ? <ChartPanel /> : <div className="chart-room" />);
  return (
    <>
      {timeline && <div className="timeline-room" />}
      <div className="low">
        {waterfall && <div />}
        {beside === null && charts}
      </div>
      {beside !== null && createPortal(charts, beside)}
    </>
  );
}

/** A figure that is fetched when the reader opens it. @param room stands in its place until it is there */
function Folded({
  name,
  room,
  children,
}: {
  readonly name: string;
  readonly room: string;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="machines">
      <button type="button" className="fold" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {name}
      </button>
      <div id={id}>
        {isOpen && <Suspense fallback={<div className={room} aria-busy="true" />}>{children}</Suspense>}
      </div>
    </div>
  );
}

/** Tables that runs fill in; nothing where the experiment has none. */
function Tables({ run }: { readonly run: Run }) {
  const experiment = experimentOf(run);
  if (experiment.tables === undefined) return null;
  return (
    <Suspense>
      <RunTables experiment={experiment} />
    </Suspense>
  );
}

/** Nothing where the run was on no campus. */
function Campus({ run }: { readonly run: Run }) {
  const store = useBenchStore();
  const theme = useTheme();
  const call = useBench((state) => state.call);
  const time = useBench((state) => state.time);
  const selected = useBench((state) => state.selected);
  const host = useBench((state) => state.host);
  if (run.site?.kind !== "campus") return null;
  const onHost = (machine: string | null): void => selectHost(store, machine);
  const onGo = (ref: Ref): void => goTo(store, placeOf(run.trace, ref, call));
  return (
    <Suspense fallback={<div className="campus-room" aria-busy="true" />}>
      <CampusFigure
        site={run.site}
        shown={{ run, call, time, selected: host === null ? selected : NO_REF, host, onHost, onGo }}
        theme={theme}
      />
    </Suspense>
  );
}
