/** The stage of a lesson: timeline above, two figures below, in the state of the step until the reader wanders off. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CSSProperties, ReactNode, RefObject } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import type { Figure, StageState } from "../../lessons/types.ts";
import { useBench, useBenchStore } from "../lab/context.ts";
import { Progress } from "../lab/Progress.tsx";
import { experimentOf, setupKey } from "../setup/setup.ts";
import { Stale } from "../lab/Stale.tsx";
import { useHides, useManners } from "../setup/manners.ts";
import { useTheme } from "../controls/theme.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import { fetchDown } from "../timeline/use-figure.ts";
import { isUncovered, useLesson, useRecord } from "./context.ts";
import { cutRun, trimRun } from "./cut.ts";
import type { PartOfRun } from "./cut.ts";
import { Details, fetchAhead, LessonChart, LessonWaterfall, ModelPanel, TwinPanel, Utilisation } from "./later.tsx";
import { useStageRoom } from "./stage-room.ts";
import type { StageRoom } from "./stage-room.ts";
import { chartOf } from "../setup/charts.ts";
import { isAt, timeOf } from "./stage-state.ts";
import { StageHead } from "./StageHead.tsx";

/** Stands for a figure that would give the answer away. */
function Covered({ what }: { readonly what: string }) {
  const { embed } = useManners();
  return (
    <div className="covered">
      <p>
        <b>{what}</b> is covered until you commit{embed && " in the lesson"}.
      </p>
    </div>
  );
}

const NAMES: Readonly<Record<Figure, string>> = {
  waterfall: "Where the time goes",
  chart: "The chart",
  inspector: "The inspector",
  use: "How busy each resource was",
  model: "The model",
};

interface LowerProps {
  readonly figure: Figure;
  readonly run: Run | null;
  readonly state: Pick<StageState, "chart" | "modelAt">;
  readonly room: StageRoom | null;
}

function LowerFigure({ figure, run, state, room }: LowerProps) {
  if (figure === "chart") return <LessonChart name={state.chart ?? null} room={room?.figures} />;
  if (figure === "model") return <ModelPanel always at={state.modelAt ?? null} />;
  if (figure === "inspector") return <Details />;
  if (run === null) return null;
  return figure === "use" ? <Utilisation run={run} /> : <LessonWaterfall run={run} />;
}

interface FrameProps {
  readonly looked: boolean;
  readonly stale: boolean;
  readonly children: ReactNode;
}

/** A figure of the stage; the one that the step speaks of is marked. */
function Frame({ looked, stale, children }: FrameProps) {
  return (
    <Stale stale={stale} className={looked ? "figure-frame looked" : "figure-frame"}>
      {children}
    </Stale>
  );
}

/** Fetches what later steps need once the first figure has answered: when it was played, or the reader goes on. */
function useFetchAhead(playing: boolean): void {
  const { lesson, step } = useLesson();
  const played = useRef(false);
  useEffect(() => {
    if ((played.current && !playing) || step !== lesson.steps[0]) fetchAhead();
    played.current ||= playing;
  }, [playing, lesson, step]);
}

/** Below this width of the page, in pixels, time may run down on the stage. */
const NARROW = 1340;

interface UpperProps {
  readonly part: PartOfRun;
  /** Whether the call is shown only in part: what is left out would give the answer away. */
  readonly cut: boolean;
  readonly room: StageRoom | null;
  readonly comparing: boolean;
  /** Whether the inspector stands on the stage: then a machine may be looked at, and broken. */
  readonly inspecting: boolean;
  readonly onDrawn: () => void;
}

/** The timeline of the call, or the two runs that are compared, under the same transport. */
function Upper({ part, cut, room, comparing, inspecting, onDrawn }: UpperProps) {
  const store = useBenchStore();
  const theme = useTheme();
  const call = useBench((bench) => bench.call);
  const time = useBench((bench) => bench.time);
  const playing = useBench((bench) => bench.playing);
  useFetchAhead(playing);
  const selected = useBench((bench) => bench.selected);
  const host = useBench((bench) => bench.host);
  const machines = {
    host,
    onHost: (machine: string | null): void => store.setState({ host: machine }),
    onBreak: (nth: number): void => void import("../lab/act.ts").then((act) => act.breakSelected(store, nth)),
  };
  return (
    <>
      <Timeline
        key={`${part.run.experiment} ${cut}`}
        run={part.run}
        call={cut ? 1 : call}
        time={time}
        onTime={(next) => store.setState({ time: next })}
        playing={playing}
        onPlaying={(next) => store.setState({ playing: next })}
        theme={theme}
        room={room?.timeline}
        selected={part.refInPart(selected)}
        onSelect={(ref) => store.setState({ selected: part.refInWhole(ref), host: null })}
        {...(inspecting && !cut ? machines : {})}
        instead={comparing ? <TwinPanel close /> : undefined}
        onDrawn={onDrawn}
      />
      {cut && <p className="note covered-rest">The rest of the call is covered until you commit.</p>}
    </>
  );
}

/**
 * The box of the lower figures. Where the prose leaves no room for all figures at once, those that are spoken of come
 * into view.
 */
function useLowerInView(look: StageState["look"], there: boolean): RefObject<HTMLDivElement | null> {
  const low = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!window.matchMedia("(min-width: 721px)").matches) return;
    if (look === "timeline" || look === undefined) window.scrollTo({ top: 0 });
    else low.current?.scrollIntoView({ block: "nearest" });
  }, [look, there]);
  return low;
}

export function Stage({ state, onBack }: { readonly state: StageState; readonly onBack: () => void }) {
  const { step } = useLesson();
  const [record] = useRecord();
  const setup = useBench((bench) => bench.setup);
  const pins = useBench((bench) => bench.pins);
  const shown = useBench((bench) => bench.shown);
  const call = useBench((bench) => bench.call);
  const hides = useHides();
  // How high the timeline is, what draws it says: nothing stands below it before.
  const [drawn, setDrawn] = useState(false);
  const onDrawn = useCallback(() => setDrawn(true), []);
  const below = shown !== null && (drawn || hides("timeline"));
  const low = useLowerInView(state.look, below);
  useEffect(() => {
    if (window.innerWidth < NARROW) fetchDown().catch(() => undefined); // while the run is on its way
  }, []);
  const open = isUncovered(step, record);
  const after = open ? undefined : step.cover?.after;
  const whole = shown?.run ?? null;
  const part = useMemo(() => {
    if (whole === null) return null;
    return after === undefined ? trimRun(whole, call) : cutRun(whole, 1, timeOf(whole.trace, 1, after));
  }, [whole, call, after]);
  const stale = shown !== null && shown.key !== setupKey(setup);
  const covered = (figure: Figure): boolean => !open && step.cover?.figures.includes(figure) === true;
  const figures = state.figures.filter((figure) => !hides(figure));
  const chart = chartOf(experimentOf(setup), state.chart ?? null);
  const wordy = chart?.crossing === true || chart?.break !== undefined;
  const room = useStageRoom(figures, wordy, open && pins.list.length > 0 && !hides("pin"), after !== undefined);
  const comparing = open && pins.chosen !== null;
  return (
    <section
      className="stage"
      id="stage"
      tabIndex={-1}
      aria-label="Stage"
      style={room === null ? undefined : ({ "--figures": `${room.figures}px` } as CSSProperties)}
    >
      <StageHead away={!isAt(state, { setup, pins })} covered={!open} onBack={onBack} />
      <Progress />
      {!hides("timeline") && (
        <Frame looked={state.look === "timeline"} stale={stale}>
          {part === null ? (
            <div className="timeline-room" />
          ) : (
            <Upper
              part={part}
              cut={after !== undefined}
              room={room}
              comparing={comparing}
              inspecting={figures.includes("inspector") && !covered("inspector")}
              onDrawn={onDrawn}
            />
          )}
        </Frame>
      )}
      {below && (
        <div className={comparing ? "low free" : "low"} ref={low}>
          {figures.map((figure) => (
            <Frame key={figure} looked={state.look === figure} stale={stale && figure !== "chart"}>
              {covered(figure) ? (
                <Covered what={NAMES[figure]} />
              ) : (
                <LowerFigure figure={figure} run={whole} state={state} room={room} />
              )}
            </Frame>
          ))}
        </div>
      )}
    </section>
  );
}
