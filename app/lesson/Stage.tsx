/** The stage of a lesson: the figure that the step is about, large, and the others below it, folded until wanted. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CSSProperties, ReactNode } from "react";
import type { Run, TracedRun } from "../../engine/experiments/types.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import type { Figure, Shown, StageState, Step } from "../../lessons/types.ts";
import { useBench, useBenchStore } from "../lab/context.ts";
import { Progress } from "../lab/Progress.tsx";
import { lostOf, presentRun } from "../lab/store.ts";
import { useAroundFigure } from "./stage/around-figure.ts";
import { FirstGoal } from "./stage/FirstGoal.tsx";
import { limitOn } from "./stage/limit.ts";
import { Stale } from "../lab/Stale.tsx";
import { useHides } from "../setup/presentation.ts";
import { shownFigures } from "../setup/step-locks.ts";
import { setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { useTheme } from "../controls/theme.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import { FieldsShown } from "../timeline/events/fields-shown.ts";
import { isUncovered, useLesson, useRecord } from "./context.ts";
import { runUntil, runDuring } from "./stage/part-of-run.ts";
import type { PartOfRun } from "./stage/part-of-run.ts";
import { fetchAhead, Later } from "./later.tsx";
import { chosenPin, isComparable } from "../setup/pin-list.ts";
import { ownTries } from "./own-tries.ts";
import { useViewpoint } from "../lab/use-viewpoint.ts";
import { useHands } from "../lab/use-hands.ts";
import { HERO_SHARES, useStageRoom } from "./stage/stage-room.ts";
import { isAt, setupOf, timeOf } from "./stage-state.ts";
import { StageHead } from "./StageHead.tsx";
import { useStands, useTools } from "./tools.ts";
import type { Opened } from "./use-opened.ts";

const NAMES: Readonly<Record<Shown, string>> = {
  timeline: "The timeline",
  waterfall: "Where the time goes",
  chart: "The chart",
  inspector: "The inspector",
  use: "How busy each resource was",
  model: "The model",
  explore: "The search for faults",
  bytes: "The message in bytes",
  distribution: "The distribution of the calls’ times",
  machines: "Inside the machines",
  calls: "The table",
  graph: "The graph",
  buffer: "The buffer",
  specification: "The specification",
  stubs: "Both kinds of stub",
  rules: "The rules",
  table: "The table that runs fill in",
  crowd: "The crowd over time",
};

interface OtherProps {
  readonly figure: Shown;
  readonly run: Run | null;
  readonly state: Pick<StageState, "chart" | "modelAt" | "level">;
  readonly hero: boolean;
  readonly room: number | undefined;
  /** Whether no timeline is on the stage. */
  readonly alone: boolean;
}

/** Figures of what protocols and machines keep. */
const OF_STATE = ["calls", "graph", "buffer"] as const;
const isOfState = (figure: Shown): figure is (typeof OF_STATE)[number] => OF_STATE.some((one) => one === figure);

/** Any figure but the timeline. */
function Other({ figure, run, state, hero, room, alone }: OtherProps) {
  if (figure === "chart") return <Later.LessonChart name={state.chart ?? null} room={room} />;
  if (figure === "model") return <Later.ModelPanel always at={state.modelAt ?? null} />;
  if (figure === "inspector") return <Later.Details />;
  if (figure === "explore") return <Later.Search />;
  if (figure === "table") return <Later.Tables />;
  // lessons/lint.ts wants a level wherever this figure stands
  if (figure === "rules") return state.level === undefined ? null : <Later.WrittenRules level={state.level} />;
  if (figure === "specification" || figure === "stubs") return <Later.Specification figure={figure} />;
  if (run === null) return hero ? <div className="timeline-room" /> : null;
  if (figure === "machines") return <Later.MachinePanel run={run} alone={alone} />;
  if (isOfState(figure)) return <Later.StatePanel run={run} only={figure} />;
  if (figure === "crowd") return <Later.CrowdFigure run={run} room={room} />;
  if (figure === "bytes") return <Later.MessageBytes run={run} hero={hero} />;
  if (figure === "distribution") return <Later.Distribution run={run} room={room} />;
  return figure === "use" ? (
    <Later.Utilisation run={run} hero={hero} />
  ) : (
    <Later.LessonWaterfall run={run} hero={hero} />
  );
}

/** Fetches what later steps need once the first figure has answered: when it was played, or the reader goes on. */
function useFetchAhead(playing: boolean): void {
  const { lesson, step } = useLesson();
  const played = useRef(false);
  useEffect(() => {
    if ((played.current && !playing) || step !== lesson.steps[0]) fetchAhead(lesson.slug);
    played.current ||= playing;
  }, [playing, lesson, step]);
}

interface UpperProps {
  readonly part: PartOfRun;
  /** Whether the call is shown only in part: what is left out would give the answer away. */
  readonly partial: boolean;
  readonly room: number | undefined;
  readonly later: boolean;
  readonly comparing: boolean;
  /** Whether it is the figure that the step is about. */
  readonly hero: boolean;
  /** Whether the inspector stands on the stage: then a machine may be looked at, and broken. */
  readonly inspecting: boolean;
  /** The setup with which the step begins. */
  readonly start: Setup;
  readonly onDrawn: () => void;
}

/** The timeline of the call, or the two runs that are compared, under the same transport. */
function Upper({ part, partial, room, later, comparing, hero, inspecting, start, onDrawn }: UpperProps) {
  const store = useBenchStore();
  const theme = useTheme();
  const { call, time, playing, selected, onTime, onPlaying } = useViewpoint();
  useFetchAhead(playing);
  const lost = useBench(lostOf);
  const changed = useBench(({ setup }) => setupKey(setup) !== setupKey(start));
  const axis = useBench((bench) => bench.axis);
  const rung = useBench((bench) => bench.rung);
  const { goals, step, tried } = useLesson();
  const stands = useStands();
  const isThere = useBench((bench) => presentRun(bench) !== null);
  const flies = hero && !stands && isThere && !changed && !comparing && tried === null;
  const scriptBelow = step.checkpoint?.parts.some(({ breaks }) => breaks !== undefined) === true;
  const limit = useMemo(
    () => (partial ? null : limitOn(part.run, call, goals?.limit ?? null)),
    [partial, part.run, call, goals?.limit],
  );
  const host = useBench((bench) => bench.host);
  const during = useCallback((whole: TracedRun) => runDuring(whole, call).run, [call]);
  const held = useHands(part.run, call, during);
  const machines = {
    host,
    onHost: (machine: string | null): void => store.setState({ host: machine }),
    onFault: (nth: number): void => void import("../lab/add-fault.ts").then((m) => m.addNthFault(store, nth)),
  };
  return (
    <>
      <Timeline
        key={String(partial)}
        run={partial ? part.run : held.run}
        hands={partial ? undefined : held.hands}
        call={partial ? 1 : call}
        {...{ time, onTime, playing, onPlaying, theme, room, later }}
        opened={flies ? step.id : null}
        axis={axis}
        onAxis={(next) => store.setState({ axis: next })}
        rung={rung}
        onRung={(next) => store.setState({ rung: next })}
        lost={lost}
        selected={held.run === part.run ? part.refInPart(selected) : NO_REF}
        limit={limit}
        onSelect={(ref) => store.setState({ selected: part.refInWhole(ref), host: null })}
        {...(inspecting && !partial ? machines : {})}
        instead={comparing ? <Later.TwinPanel close /> : undefined}
        onDrawn={onDrawn}
      />
      {!partial && changed && <Later.Changed start={start} scriptBelow={scriptBelow} />}
      {partial && <Later.CoveredRest />}
    </>
  );
}

/** Row of runs to compare with: in px, as in stage.css. */
const PINS = 36;
/** The row of the tools, and the names of folded figures: in px. */
const TOOLS = 76;

/**
 * The hero, the first of what a link does not hide where it hides the hero, and the others in their order. A figure in
 * which the step’s checkpoint is set is never hidden.
 */
function useOrder({ figures, hero: wanted }: StageState, comparing: boolean) {
  const hides = useHides();
  const { step } = useLesson();
  const all = shownFigures(step, { figures }, hides);
  const hero = all.find((figure) => figure === (comparing ? "timeline" : wanted)) ?? all[0];
  return { hero, rest: all.filter((figure) => figure !== hero) };
}

/** All parameters and the fault script, folded below the figure that they change; null where a link hides both. */
function useSettings(): { readonly name: string; readonly panels: ReactNode } | null {
  const hides = useHides();
  const [parameters, faults] = [!hides("parameters"), !hides("faults")];
  if (!parameters && !faults) return null;
  const panels = (
    <div className="lesson-settings">
      {parameters && <Later.ParameterPanel />}
      {faults && <Later.FaultPanel />}
    </div>
  );
  return { name: parameters && faults ? "Parameters and faults" : parameters ? "Parameters" : "Faults", panels };
}

/**
 * How high the figures may be, and what stands between them and takes of that: the step's form, and the form of all.
 * @param others the open ones but the hero
 * @param pinned whether runs to compare with stand above them
 */
function useForms(others: readonly Shown[], pinned: boolean, drawn: number) {
  const settings = useSettings();
  const [setting, setSetting] = useState(false);
  const [form, onForm] = useState(0);
  const tools = useTools();
  const taken = form + (pinned ? PINS : 0) + (tools ? TOOLS : 0);
  const isHigh = others.some((one) => one !== "buffer") || (settings !== null && setting);
  const room = useStageRoom(HERO_SHARES[isHigh ? "high" : others.length > 0 ? "low" : "alone"], taken, drawn);
  return { room, forms: { settings, setting, onSetting: () => setSetting(!setting), onForm } };
}

interface FiguresProps {
  readonly hero: Shown | undefined;
  readonly rest: readonly Shown[];
  readonly opened: readonly Shown[];
  readonly onToggle: (figure: Shown) => void;
  /** Whether what stands below the hero may come. */
  readonly whole: boolean;
  readonly frame: (figure: Shown, place: "hero" | "rest") => ReactNode;
  readonly forms: ReturnType<typeof useForms>["forms"];
}

/** The hero, and below it the names of the others, each with its figure where that is open. */
function Figures({ hero, rest, opened, onToggle, whole, frame, forms }: FiguresProps) {
  const { settings, setting, onSetting, onForm } = forms;
  const { step } = useLesson();
  const own = [step.checkpoint, step.ruler, step.push].some((part) => part !== undefined);
  const hasForm = own || ownTries(step).length > 0;
  return (
    <div className="figures">
      {hero !== undefined && frame(hero, "hero")}
      {whole && hasForm && <Later.StageForm onHeight={onForm} controls={<Later.OwnControls />} />}
      {whole && settings !== null && (
        <>
          <button type="button" className="fold" aria-expanded={setting} onClick={onSetting}>
            {settings.name}
          </button>
          {setting && <div className="figure-frame rest of-settings">{settings.panels}</div>}
        </>
      )}
      {whole &&
        rest.flatMap((one) => [
          <button
            key={`fold ${one}`}
            type="button"
            className="fold"
            aria-expanded={opened.includes(one)}
            onClick={() => onToggle(one)}
          >
            {NAMES[one]}
          </button>,
          opened.includes(one) && frame(one, "rest"),
        ])}
    </div>
  );
}

/** Whether a figure would give an answer away: one that the step names; all of the moment where a part is shown. */
const covers = ({ cover }: Step, isOpen: boolean, figure: Figure): boolean =>
  !isOpen &&
  cover !== undefined &&
  (cover.figures.includes(figure) || ((figure === "machines" || isOfState(figure)) && cover.after !== undefined));

interface StageProps {
  readonly state: StageState;
  readonly opened: Opened;
  readonly onBack: () => void;
}

export function Stage({ state, opened: [opened, toggle], onBack }: StageProps) {
  const { step } = useLesson();
  const [record] = useRecord();
  const away = useBench((bench) => !isAt(state, bench));
  const setup = useBench((bench) => bench.setup);
  const pins = useBench((bench) => bench.pins);
  const whole = useBench((bench) => bench.work.shown?.run ?? null);
  const call = useBench((bench) => bench.call);
  const hides = useHides();
  // How high the timeline is, what draws it says: nothing stands below it before.
  const [drawn, setDrawn] = useState(false);
  const onDrawn = useCallback(() => setDrawn(true), []);
  const isOpen = isUncovered(step, record);
  const after = isOpen ? undefined : step.cover?.after;
  const part = useMemo(() => {
    if (whole === null) return null;
    return after === undefined ? runDuring(whole, call) : runUntil(whole, 1, timeOf(whole.trace, 1, after));
  }, [whole, call, after]);
  const beside = chosenPin(pins);
  const comparing = isOpen && beside !== null && isComparable(beside.setup, setup);
  const start = useMemo(() => setupOf(state), [state]);
  const { hero, rest } = useOrder(state, comparing);
  const alone = hero !== "timeline" && !opened.includes("timeline");
  const pinned = isOpen && pins.list.length > 0 && !hides("pin");
  const box = useRef<HTMLElement>(null);
  const { around, frame: framed } = useAroundFigure(box, state.rung !== undefined);
  const { room, forms } = useForms(
    rest.filter((figure) => opened.includes(figure)),
    pinned,
    hero === "timeline" ? framed : 0,
  );
  useEffect(() => {
    if (window.matchMedia("(min-width: 721px)").matches) window.scrollTo({ top: 0 });
  }, [step, hero]);
  const figure = (one: Shown, size: number | undefined): ReactNode => {
    if (one !== "timeline" && covers(step, isOpen, one)) return <Later.Covered figure={one} name={NAMES[one]} />;
    if (one !== "timeline")
      return <Other figure={one} run={whole} state={state} hero={one === hero} room={size} alone={alone} />;
    if (part === null) return <div className="timeline-room" />;
    return (
      <Upper
        part={part}
        partial={after !== undefined}
        room={size === undefined ? undefined : size - around}
        later={state.later ?? false}
        comparing={comparing}
        hero={hero === "timeline"}
        inspecting={isOpen && rest.includes("inspector")}
        start={start}
        onDrawn={onDrawn}
      />
    );
  };
  const frame = (one: Shown, place: "hero" | "rest"): ReactNode => (
    <Stale key={one} ofRun={one !== "chart" && !isOfState(one)} className={`figure-frame ${place} of-${one}`}>
      {figure(one, room?.[place])}
    </Stale>
  );
  return (
    <section
      ref={box}
      className={comparing ? "stage free" : "stage"}
      id="stage"
      tabIndex={-1}
      aria-label="Stage"
      style={room === null ? undefined : ({ "--hero": `${room.hero}px`, "--rest": `${room.rest}px` } as CSSProperties)}
    >
      <FirstGoal />
      <StageHead away={away} covered={!isOpen} onBack={onBack} />
      <Progress />
      <FieldsShown value={state.fields ?? null}>
        <Figures {...{ hero, rest, opened, frame, forms }} onToggle={toggle} whole={drawn || hero !== "timeline"} />
      </FieldsShown>
    </section>
  );
}
