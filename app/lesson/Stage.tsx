/** The stage of a lesson: timeline above, two figures below, in the state of the step until the reader wanders off. */
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Run } from "../../engine/experiments/types.ts";
import type { Figure, StageState } from "../../lessons/types.ts";
import { answerRows } from "../bench/answers.ts";
import { useBench, useBenchStore } from "../bench/context.ts";
import { copy, CopiedLine } from "../bench/CopiedLine.tsx";
import type { Copied } from "../bench/CopiedLine.tsx";
import { FaultPanel } from "../bench/FaultPanel.tsx";
import { Details } from "../bench/Figures.tsx";
import { writeLink } from "../bench/link.ts";
import { ParameterPanel } from "../bench/ParameterPanel.tsx";
import { Progress } from "../bench/Progress.tsx";
import { experimentOf, setupKey } from "../bench/setup.ts";
import type { Setup } from "../bench/setup.ts";
import { staleProps } from "../bench/stale.ts";
import { addressOf } from "../shell/location.ts";
import { useTheme } from "../shell/theme.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import { Waterfall } from "../timeline/Waterfall.tsx";
import { changedParameters } from "../../engine/experiments/parameters.ts";
import { isUncovered, useLesson, useRecord } from "./context.ts";
import { cutRun, trimRun } from "./cut.ts";
import { LessonChart } from "./LessonChart.tsx";
import { isAt, timeOf } from "./stage-state.ts";
import { Utilisation } from "./Utilisation.tsx";

const ExportPanel = lazy(() => import("../bench/ExportPanel.tsx").then((module) => ({ default: module.ExportPanel })));

/** "Null()" of "Firefly RPC: Null()". */
const shortTitle = (title: string): string => title.slice(title.indexOf(":") + 1).trim();

/** What differs from the defaults, in words: "8 caller threads, drop result#1". */
function settingText(setup: Setup): string {
  const experiment = experimentOf(setup);
  const changed = Object.entries(changedParameters(experiment, setup.parameters)).map(([key, value]) => {
    const param = experiment.params[key];
    const unit = param?.kind === "number" && param.unit !== "" ? ` ${param.unit}` : "";
    return `${param?.label.toLowerCase() ?? key} ${value}${unit}`;
  });
  const all = [...changed, ...setup.faults, `seed ${setup.seed}`];
  return all.join(", ");
}

type Drawer = "settings" | "export" | null;

interface HeadProps {
  readonly state: StageState;
  readonly drawer: Drawer;
  readonly onDrawer: (drawer: Drawer) => void;
  readonly onBack: () => void;
}

/** What is run, the way back where the reader has wandered off, and what else can be done with it. */
function Head({ state, drawer, onDrawer, onBack }: HeadProps) {
  const setup = useBench((bench) => bench.setup);
  const shown = useBench((bench) => bench.shown);
  const [copied, setCopied] = useState<Copied | null>(null);
  const away = !isAt(state, setup);
  const link = addressOf(writeLink(setup));
  const toggle = (which: Drawer): void => onDrawer(drawer === which ? null : which);
  return (
    <>
      <header className="head">
        <h2>{shortTitle(experimentOf(setup).title)}</h2>
        <span className="note settings-text">{settingText(setup)}</span>
        <span className="sp" />
        {away && (
          <button type="button" className="btn small" onClick={onBack} aria-keyshortcuts="B">
            Back to the step
          </button>
        )}
        <button
          type="button"
          className="btn small bare"
          aria-expanded={drawer === "settings"}
          onClick={() => toggle("settings")}
        >
          Set
        </button>
        <button type="button" className="btn small bare" onClick={() => void copy(link).then(setCopied)}>
          Link
        </button>
        <button
          type="button"
          className="btn small"
          disabled={shown === null}
          aria-expanded={drawer === "export"}
          onClick={() => toggle("export")}
        >
          Export
        </button>
      </header>
      <CopiedLine copied={copied} />
      {drawer === "settings" && (
        <div className="lesson-settings">
          <ParameterPanel />
          <FaultPanel />
        </div>
      )}
      {drawer === "export" && shown !== null && (
        <Suspense fallback={<p className="note">Export is loading.</p>}>
          <ExportPanel run={shown.run} link={link} onClose={() => onDrawer(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Stands for a figure that would give the answer away. */
function Covered({ what }: { readonly what: string }) {
  return (
    <div className="covered">
      <p>
        <b>{what}</b> is covered until you commit.
      </p>
    </div>
  );
}

const NAMES: Readonly<Record<Figure, string>> = {
  waterfall: "Where the time goes",
  chart: "The chart",
  inspector: "The inspector",
  use: "How busy each resource was",
};

interface LowerProps {
  readonly figure: Figure;
  readonly run: Run | null;
  readonly chart: string | undefined;
}

function LowerFigure({ figure, run, chart }: LowerProps) {
  const store = useBenchStore();
  const setup = useBench((state) => state.setup);
  const models = useBench((state) => state.models);
  const call = useBench((state) => state.call);
  const selected = useBench((state) => state.selected);
  if (figure === "chart") return <LessonChart measure={chart} />;
  if (figure === "inspector") return <Details />;
  if (run === null) return null;
  if (figure === "use") return <Utilisation run={run} />;
  const latency = answerRows(experimentOf(setup), setup.parameters, run, models).find(
    ({ measure }) => measure === "latencyMs",
  );
  // One call of many at once takes longer than the lone one that paper and model speak of.
  const alone = setup.parameters["threads"] === 1;
  return (
    <Waterfall
      run={run}
      call={call}
      selected={selected}
      onSelect={(ref) => store.setState({ selected: ref })}
      paperMs={alone ? latency?.measured?.value : undefined}
      modelMs={alone ? latency?.model?.value : undefined}
    />
  );
}

interface FrameProps {
  readonly looked: boolean;
  readonly stale: boolean;
  readonly children: ReactNode;
}

/** A figure of the stage; the one that the step speaks of is marked. */
function Frame({ looked, stale, children }: FrameProps) {
  const { className, ...rest } = { className: "", ...staleProps(stale) };
  return (
    <div className={`figure-frame ${looked ? "looked" : ""} ${className}`} {...rest}>
      {children}
    </div>
  );
}

export function Stage({ state, onBack }: { readonly state: StageState; readonly onBack: () => void }) {
  const { step } = useLesson();
  const [record] = useRecord();
  const store = useBenchStore();
  const theme = useTheme();
  const setup = useBench((bench) => bench.setup);
  const shown = useBench((bench) => bench.shown);
  const call = useBench((bench) => bench.call);
  const time = useBench((bench) => bench.time);
  const playing = useBench((bench) => bench.playing);
  const selected = useBench((bench) => bench.selected);
  const [drawer, setDrawer] = useState<Drawer>(null);
  const low = useRef<HTMLDivElement>(null);
  const ran = shown !== null;
  useEffect(() => {
    // Beside the prose there is no room for all figures at once: the one that is spoken of comes into view.
    if (!window.matchMedia("(min-width: 721px)").matches) return;
    if (state.look === "timeline" || state.look === undefined) window.scrollTo({ top: 0 });
    else low.current?.scrollIntoView({ block: "nearest" });
  }, [state.look, ran]);
  const open = isUncovered(step, record);
  const after = open ? undefined : step.cover?.after;
  const whole = shown?.run ?? null;
  const part = useMemo(() => {
    if (whole === null) return null;
    return after === undefined ? trimRun(whole, call) : cutRun(whole, 1, timeOf(whole.trace, 1, after));
  }, [whole, call, after]);
  const stale = shown !== null && shown.key !== setupKey(setup);
  const covered = (figure: Figure): boolean => !open && step.cover?.figures.includes(figure) === true;
  return (
    <section className="stage" id="stage" tabIndex={-1} aria-label="Stage">
      <Head state={state} drawer={drawer} onDrawer={setDrawer} onBack={onBack} />
      <Progress />
      <Frame looked={state.look === "timeline"} stale={stale}>
        {part === null ? (
          <div className="timeline-room" />
        ) : (
          <Timeline
            key={`${part.run.experiment} ${after === undefined}`}
            run={part.run}
            call={after === undefined ? call : 1}
            time={time}
            onTime={(next) => store.setState({ time: next })}
            playing={playing}
            onPlaying={(next) => store.setState({ playing: next })}
            theme={theme}
            selected={part.refInPart(selected)}
            onSelect={(ref) => store.setState({ selected: part.refInWhole(ref) })}
          />
        )}
        {after !== undefined && <p className="note covered-rest">The rest of the call is covered until you commit.</p>}
      </Frame>
      <div className="low" ref={low}>
        {state.figures.map((figure) => (
          <Frame key={figure} looked={state.look === figure} stale={stale && figure !== "chart"}>
            {covered(figure) ? (
              <Covered what={NAMES[figure]} />
            ) : (
              <LowerFigure figure={figure} run={whole} chart={state.chart} />
            )}
          </Frame>
        ))}
      </div>
    </section>
  );
}
