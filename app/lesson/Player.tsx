import { useEffect, useMemo, useRef, useState } from "react";
import { itemAt } from "../../engine/kernel/reads.ts";
import { findLesson, hasBefore, LESSONS } from "../../lessons/course.ts";
import type { OpenLesson } from "../../lessons/index.ts";
import type { StageState, Step } from "../../lessons/types.ts";
import { pageTitle } from "../language/text.ts";
import { PHONE, useMedia } from "../controls/media.ts";
import type { BenchContext } from "../lab/context.ts";
import type { PagePlace } from "../setup/location.ts";
import { PresentationContext, usePresentation } from "../setup/presentation.ts";
import type { Presentation } from "../setup/presentation.ts";
import { openFields } from "../setup/step-locks.ts";
import { useLock } from "../lab/use-lock.ts";
import { eventTimes, neighbour } from "../timeline/tools/playback.ts";
import { callStretch } from "../trace/folds.ts";
import { components } from "./components.tsx";
import { see } from "../record/answers.ts";
import { openSteps } from "../../lessons/hand-in/open-steps.ts";
import { Lessons, useRecord } from "./context.ts";
import type { Goals, LessonContext } from "./context.ts";
import { useLessonKeys } from "./keys.ts";
import { Later } from "./later.tsx";
import { Stage } from "./Stage.tsx";
import type { Assigned } from "../assigned/way.ts";
import { askedBeside, useAssigned } from "./use-assigned.ts";
import type { StageDirector } from "./stage-state.ts";
import { useTools } from "./tools.ts";
import { playsSomething, useOpened } from "./use-opened.ts";
import { useStageLink, useStepIndex } from "./use-step.ts";
import { hrefOf } from "../setup/link-table.ts";
import { asksToStep } from "../../lessons/stepping.ts";

interface Props {
  readonly open: OpenLesson;
  readonly bench: BenchContext;
  readonly director: StageDirector;
  readonly engine: Pick<LessonContext, "engine" | "live" | "runNumber">;
  readonly place: PagePlace; // as it was followed
}

/** The steps as bars: what was seen, where one is. A press names them, for a free jump to any. */
function StepBar({
  steps,
  index,
  seen,
  assigned,
  onGo,
}: {
  readonly steps: readonly Step[];
  readonly assigned: Assigned | null;
  readonly index: number;
  readonly seen: readonly string[];
  readonly onGo: (index: number) => void;
}) {
  const [open, setOpen] = useState(false);
  const isPassed = (i: number): boolean => assigned !== null && !assigned.isAsked(i);
  const go = (next: number): void => {
    setOpen(false);
    onGo(next);
  };
  return (
    <nav className="steps" aria-label="Steps">
      <button type="button" className="step-bars" aria-expanded={open} title="All steps" onClick={() => setOpen(!open)}>
        {steps.map((step, i) => (
          <i
            key={step.id}
            className={i === index ? "now" : isPassed(i) ? "passed" : seen.includes(step.id) ? "done" : ""}
          />
        ))}
        <span>
          {index + 1} of {steps.length}
        </span>
      </button>
      {open && (
        <ol>
          {steps.map((step, i) => (
            <li key={step.id}>
              <button
                type="button"
                className="pick"
                aria-label={`Step ${i + 1}: ${step.gist}`}
                {...(i === index ? { "aria-current": "step" as const } : {})}
                onClick={() => go(i)}
              >
                {i + 1}. {step.gist}
                {isPassed(i) && " (not asked)"}
              </button>
            </li>
          ))}
        </ol>
      )}
    </nav>
  );
}

/** The next lesson that is written. */
const nextOf = (slug: string) => LESSONS[LESSONS.findIndex((one) => one.slug === slug) + 1];

/** Of the next lesson, or of the course after the last; of the assignment’s where the lesson is opened from one. */
function hrefAfter(slug: string, assigned: Assigned | null): string {
  if (assigned !== null) return assigned.after?.href ?? assigned.cover ?? hrefOf("");
  const next = nextOf(slug);
  return next === undefined ? hrefOf("") : hrefOf("lesson", [next.slug]);
}

const inAssignment = ({ after }: Assigned): string => (after === null ? "The assignment" : "Next lesson");

interface TextProps {
  readonly open: OpenLesson;
  readonly index: number;
  readonly assigned: Assigned | null;
  /** The steps before and behind this one that are asked for; null where there is none. */
  readonly before: number | null;
  readonly after: number | null;
  readonly onGo: (index: number) => void;
  readonly onNext: () => void;
  /** The steps in which answers are missing, once the reader has come to the end; null before. */
  readonly missing: readonly number[] | null;
}

/** The column of prose: where one is, the step, and the way on. */
function Text({ open, index, assigned, before: stepBefore, after, onGo, onNext, missing }: TextProps) {
  const { lesson, Text: Prose } = open;
  const [record] = useRecord();
  const found = findLesson(lesson.slug);
  const last = after === null;
  const done = last && missing !== null;
  const [before] = useState(record.finished);
  const { withText } = usePresentation();
  // The page around it, or the assignment, knows what comes next.
  const following = withText || assigned !== null ? undefined : nextOf(lesson.slug);
  const leadsOn = assigned === null ? !withText : assigned.cover !== null;
  const tools = useTools();
  const step = lesson.steps[index];
  return (
    // Whoever comes here by Next hears the name of the step.
    <article className="prose" id="read" tabIndex={-1} aria-labelledby="step-name">
      {assigned !== null && <Later.AssignedLine assigned={assigned} />}
      <p className="eyebrow">
        {found?.part.title}, lesson {found?.place} of {LESSONS.length}
      </p>
      <h1>{found?.lesson.title}</h1>
      <StepBar steps={lesson.steps} index={index} seen={record.seen} assigned={assigned} onGo={onGo} />
      <div className="step-body">
        <h2 className="vh" id="step-name">
          {step?.gist}
        </h2>
        {index === 0 && hasBefore(lesson.slug) && <Later.Opening below={false} />}
        <Prose components={components} />
        {step !== undefined && step.predict === undefined && step.checkpoint === undefined && (
          <p className="action">
            {step.action} {step.done !== undefined && <Later.Done key={step.id} step={step} />}
          </p>
        )}
        {index === 0 && hasBefore(lesson.slug) && <Later.Opening below />}
        {done && <Later.Finished open={missing} fresh={!before} next={following} />}
        {done && <Later.Ending />}
        {(last || tools) && <YourAnswers />}
      </div>
      <div className="pn">
        <button
          type="button"
          className="btn small"
          disabled={stepBefore === null}
          onClick={() => onGo(stepBefore ?? index)}
          aria-keyshortcuts="P"
        >
          Back
        </button>
        {done && leadsOn && (
          <a className="btn small primary" href={hrefAfter(lesson.slug, assigned)}>
            {assigned !== null ? inAssignment(assigned) : following === undefined ? "The course" : "Next lesson"}
          </a>
        )}
        {!done && (
          <button type="button" className="btn small primary" onClick={onNext} aria-keyshortcuts="N">
            {last ? "Finish" : "Next"}
          </button>
        )}
      </div>
    </article>
  );
}

/** Steps of the timeline from outside of it: the moments at which something begins. */
function stepEvents(bench: BenchContext, way: 1 | -1): void {
  const { work, call, time } = bench.store.getState();
  if (work.shown === null) return;
  const { trace } = work.shown.run;
  const moments = eventTimes(trace, call, callStretch(trace, call));
  bench.store.setState({ time: neighbour(moments, time, way), playing: false });
}

function togglePlay(bench: BenchContext): void {
  const { work, call, time, playing } = bench.store.getState();
  if (work.shown === null) return;
  const { from, to } = callStretch(work.shown.run.trace, call);
  bench.store.setState({ playing: !playing, ...(!playing && time >= to - 0.5 ? { time: from } : {}) });
}

type OnStage = Pick<LessonContext, "state" | "tried" | "show">;

/** The stage's state: that of the step, or of a button of it that was pressed. */
function useStage(step: Step, director: StageDirector): OnStage {
  const untried = { step: step.id, state: {}, tried: null };
  const [shown, setShown] = useState<{ step: string; state: Partial<StageState>; tried: string | null }>(untried);
  const now = shown.step === step.id ? shown : untried;
  useEffect(() => {
    setShown({ step: step.id, state: {}, tried: null });
    director.goTo(step.stage);
  }, [step, director]);
  const show: OnStage["show"] = (next, tried = undefined) => {
    setShown({ step: step.id, state: next, tried: tried ?? null });
    director.goTo({ ...step.stage, ...next }, Object.keys(next).length > 0); // back to the step is back to it whole
  };
  return { state: { ...step.stage, ...now.state }, tried: now.tried, show };
}

/** The presentation of the link, in which a checkpoint’s own fields are open whatever the link locks. */
function useOpenFields(step: Step): Presentation {
  const presentation = usePresentation();
  return useMemo(() => ({ ...presentation, open: openFields(step) }), [presentation, step]);
}

export function Player(props: Props) {
  const { open, bench, director, engine, place } = props;
  const { lesson } = open;
  const [index, setIndex] = useStepIndex(lesson, bench.store, place);
  const step = itemAt(lesson.steps, index, "step");
  const onStage = useStage(step, director);
  useStageLink({ lesson, step, store: bench.store, director, place });
  const presentation = useOpenFields(step);
  useLock(bench.store, presentation);
  const assigned = useAssigned(lesson.slug, place);
  useEffect(() => {
    document.title = pageTitle(findLesson(lesson.slug)?.lesson.title ?? lesson.slug);
  }, [lesson.slug]);
  const [paper, onPaper] = useState<HTMLElement | null>(null);
  const [desk, onDesk] = useState<HTMLElement | null>(null);
  const [goals, onGoals] = useState<Goals | null>(null);
  const places = { paper, onPaper, desk, onDesk };
  const context: LessonContext = { lesson, step, ...onStage, ...places, goals, onGoals, ...engine };
  return (
    <Lessons value={context}>
      <PresentationContext value={presentation}>
        <Room
          open={open}
          bench={bench}
          index={index}
          state={onStage.state}
          assigned={assigned}
          onGo={setIndex}
          onBack={() => onStage.show({})}
        />
      </PresentationContext>
    </Lessons>
  );
}

interface RoomProps {
  readonly open: OpenLesson;
  readonly bench: BenchContext;
  readonly index: number;
  readonly state: StageState;
  readonly assigned: Assigned | null;
  readonly onGo: (index: number) => void;
  readonly onBack: () => void;
}

/** With the door closed a stage has what its step speaks of. */
function roomClass(tools: boolean, step: Step | undefined): string {
  if (tools) return "lesson";
  return step !== undefined && asksToStep(step) ? "lesson quiet stepping" : "lesson quiet";
}

/** With `embed=1` only the stage stands in another page; its title says of which step. */
function EmbeddedStage({ open, index, state, onBack }: Omit<RoomProps, "bench" | "onGo" | "assigned">) {
  const title = findLesson(open.lesson.slug)?.lesson.title ?? open.lesson.slug;
  const opened = useOpened(state);
  return (
    <main className={`${roomClass(useTools(), open.lesson.steps[index])} alone`}>
      <h1 className="vh">
        {title}, step {index + 1}: {open.lesson.steps[index]?.gist}
      </h1>
      <Stage {...{ state, opened, onBack }} />
    </main>
  );
}

function Room({ open, bench, index, state, assigned, onGo, onBack }: RoomProps) {
  const [record, change] = useRecord();
  const before = useRef(index);
  const { id } = itemAt(open.lesson.steps, index, "step");
  const seen = record.seen.includes(id) && record.at === index + 1;
  useEffect(() => {
    if (!seen) see(open.lesson.slug, id, index + 1);
  });
  const arrived = useRef({ id, at: index + 1 });
  useEffect(() => see(open.lesson.slug, arrived.current.id, arrived.current.at), [open.lesson.slug]);
  useEffect(() => {
    if (before.current === index) return;
    before.current = index;
    const read = document.getElementById("read");
    read?.scrollTo({ top: 0 });
    if (window.matchMedia(PHONE).matches) window.scrollTo({ top: 0 });
    read?.focus({ preventScroll: true });
  }, [index]);
  const count = open.lesson.steps.length;
  const [stepBefore, after] = [askedBeside(assigned, index, -1, count), askedBeside(assigned, index, 1, count)];
  useLessonKeys({
    play: () => togglePlay(bench),
    event: () => stepEvents(bench, 1),
    "event-before": () => stepEvents(bench, -1),
    back: onBack,
    next: () => onGo(after ?? index),
    previous: () => onGo(stepBefore ?? index),
  });
  const last = after === null;
  const [ended, setEnded] = useState(record.finished);
  const missing = useMemo(
    () => (ended || record.finished ? openSteps(open.lesson, record) : null),
    [ended, open.lesson, record],
  );
  // Who has answered all that is asked is at the end of the assignment’s lesson, not of the lesson.
  const missingAsked = missing?.filter((step) => assigned === null || assigned.isAsked(step - 1)) ?? null;
  const isFinished = missing?.length === 0;
  useEffect(() => {
    if (isFinished && !record.finished) change((all) => ({ ...all, finished: true }));
  });
  const goOn = (): void => {
    if (after !== null) onGo(after);
    else if (missing !== null && (assigned === null ? !withText : assigned.cover !== null))
      window.location.hash = hrefAfter(open.lesson.slug, assigned);
    else setEnded(true);
  };
  const phone = useMedia(PHONE);
  const opened = useOpened(state);
  const tools = useTools();
  const { embed, withText } = usePresentation();
  if (embed && !withText) return <EmbeddedStage open={open} index={index} state={state} onBack={onBack} />;
  return (
    <main className={roomClass(tools, open.lesson.steps[index])}>
      <Text {...{ open, index, assigned, onGo, after }} before={stepBefore} onNext={goOn} missing={missingAsked} />
      <Stage {...{ state, opened, onBack }} />
      {phone && (
        <Later.Dock
          plays={playsSomething(state, opened[0])}
          onStep={(way) => stepEvents(bench, way)}
          onPlay={() => togglePlay(bench)}
          next={last && missing === null ? "Finish" : "Next"}
          onNext={goOn}
        />
      )}
    </main>
  );
}

/** The reader's own answers, behind a line that opens them. */
function YourAnswers() {
  const [opened, setOpened] = useState(false);
  return (
    <details className="answers-panel" onToggle={(event) => setOpened(opened || event.currentTarget.open)}>
      <summary>Your answers</summary>
      {opened && <Later.AnswersPanel />}
    </details>
  );
}
