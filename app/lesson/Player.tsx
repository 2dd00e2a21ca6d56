import { useEffect, useRef, useState } from "react";
import { findLesson, LESSONS } from "../../lessons/course.ts";
import type { OpenLesson } from "../../lessons/index.ts";
import type { StageState, Step } from "../../lessons/types.ts";
import type { BenchContext } from "../bench/context.ts";
import { notify } from "../bench/store.ts";
import { hashOf } from "../shell/location.ts";
import { eventTimes, neighbour } from "../timeline/playback.ts";
import { callStretch } from "../timeline/folds.ts";
import { AnswersPanel } from "./AnswersPanel.tsx";
import { components } from "./components.tsx";
import { Lessons, useRecord } from "./context.ts";
import type { LessonContext } from "./context.ts";
import { Dock } from "./Dock.tsx";
import { useLessonKeys } from "./keys.ts";
import { Stage } from "./Stage.tsx";
import type { StageDirector } from "./stage-state.ts";

interface Props {
  readonly open: OpenLesson;
  readonly bench: BenchContext;
  readonly director: StageDirector;
  readonly engine: Pick<LessonContext, "engine" | "runNumber">;
  readonly at: number | undefined;
}

const addressOfStep = (slug: string, index: number): string =>
  hashOf({ path: `/lesson/${slug}`, query: index === 0 ? "" : `step=${index + 1}` });

/** Index of the step that the address asks for; the first, with a notice, where there is no such step. */
function useStepIndex({ open, bench, at }: Props): readonly [number, (index: number) => void] {
  const { slug, steps } = open.lesson;
  const valid = (step: number | undefined): boolean =>
    step === undefined || (Number.isInteger(step) && step >= 1 && step <= steps.length);
  const [index, setIndex] = useState(valid(at) ? (at ?? 1) - 1 : 0);
  useEffect(() => {
    if (valid(at)) return setIndex((at ?? 1) - 1);
    const text = `step = ${JSON.stringify(at)} is not in this lesson: 1 to ${steps.length}. Step 1 is shown.`;
    notify(bench.store, { kind: "problem", text });
    // A new address is all that counts; the lesson and its store stay the same while it is open.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [at]);
  const goTo = (next: number): void => {
    if (next < 0 || next >= steps.length) return;
    setIndex(next);
    window.location.hash = addressOfStep(slug, next); // a step of the history, so that the browser's Back leads here
  };
  return [index, goTo];
}

/** The steps as bars: what was seen, where one is, a free jump to any. */
function StepBar({
  steps,
  index,
  seen,
  onGo,
}: {
  readonly steps: readonly Step[];
  readonly index: number;
  readonly seen: readonly string[];
  readonly onGo: (index: number) => void;
}) {
  return (
    <nav className="steps" aria-label="Steps">
      <ol>
        {steps.map((step, i) => {
          const state = i === index ? "now" : seen.includes(step.id) ? "done" : "";
          return (
            <li key={step.id}>
              <button
                type="button"
                className={state}
                aria-label={`Step ${i + 1}: ${step.gist}`}
                {...(i === index ? { "aria-current": "step" as const } : {})}
                title={step.gist}
                onClick={() => onGo(i)}
              >
                <i />
              </button>
            </li>
          );
        })}
      </ol>
      <span>
        {index + 1} of {steps.length}
      </span>
    </nav>
  );
}

/** What the reader can do now, and where to go on. */
function Finished({ open }: { readonly open: OpenLesson }) {
  const { lesson } = open;
  const next = LESSONS.slice(LESSONS.findIndex(({ slug }) => slug === lesson.slug) + 1).find(({ written }) => written);
  return (
    <section className="finished" aria-label="Finished">
      <h2>You can now</h2>
      <ul>
        {lesson.can.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <p>
        {next !== undefined && (
          <>
            <a href={`#/lesson/${next.slug}`}>Next: {next.title}</a>.{" "}
          </>
        )}
        <a href="#/">The course</a>
      </p>
    </section>
  );
}

interface TextProps {
  readonly open: OpenLesson;
  readonly index: number;
  readonly onGo: (index: number) => void;
  readonly onBack: () => void;
}

/** The column of prose: where one is, the step, and the way on. */
function Text({ open, index, onGo, onBack }: TextProps) {
  const { lesson, Text: Prose } = open;
  const [record, change] = useRecord();
  const found = findLesson(lesson.slug);
  const last = index === lesson.steps.length - 1;
  const step = lesson.steps[index];
  const next = (): void => {
    if (last) change((before) => ({ ...before, finished: true }));
    else onGo(index + 1);
  };
  return (
    <article className="prose" id="read" tabIndex={-1}>
      <p className="eyebrow">
        {found?.part.title}, lesson {found?.place} of {LESSONS.length}
      </p>
      <h1>{found?.lesson.title}</h1>
      <StepBar steps={lesson.steps} index={index} seen={record.seen} onGo={onGo} />
      <div className="step-body">
        <h2 className="vh">{step?.gist}</h2>
        <Prose components={components} />
        {step !== undefined && step.predict === undefined && step.checkpoint === undefined && (
          <p className="action">{step.action}</p>
        )}
        {last && record.finished && <Finished open={open} />}
        <AnswersPanel />
      </div>
      <div className="pn">
        <button
          type="button"
          className="btn small"
          disabled={index === 0}
          onClick={() => onGo(index - 1)}
          aria-keyshortcuts="P"
        >
          Back
        </button>
        <button type="button" className="btn small primary" onClick={next} aria-keyshortcuts="N">
          {last ? "Finish" : "Next"}
        </button>
        <button type="button" className="btn small bare keys" onClick={onBack} aria-keyshortcuts="B">
          <kbd aria-hidden="true">B</kbd> back to this step
        </button>
      </div>
    </article>
  );
}

/** Steps of the timeline from outside of it: the moments at which something begins. */
function stepEvents(bench: BenchContext, way: 1 | -1): void {
  const { shown, call, time } = bench.store.getState();
  if (shown === null) return;
  const { trace } = shown.run;
  const moments = eventTimes(trace, call, callStretch(trace, call));
  bench.store.setState({ time: neighbour(moments, time, way), playing: false });
}

function togglePlay(bench: BenchContext): void {
  const { shown, call, time, playing } = bench.store.getState();
  if (shown === null) return;
  const { from, to } = callStretch(shown.run.trace, call);
  bench.store.setState({ playing: !playing, ...(!playing && time >= to - 0.5 ? { time: from } : {}) });
}

/** The stage's state: that of the step, or of a button of it that was pressed. */
function useStage(step: Step, director: StageDirector): readonly [StageState, (state: Partial<StageState>) => void] {
  const [shown, setShown] = useState<{ readonly step: string; readonly state: Partial<StageState> }>({
    step: step.id,
    state: {},
  });
  const state = { ...step.stage, ...(shown.step === step.id ? shown.state : {}) };
  useEffect(() => {
    setShown({ step: step.id, state: {} });
    director.goTo(step.stage);
  }, [step, director]);
  const show = (next: Partial<StageState>): void => {
    setShown({ step: step.id, state: next });
    director.goTo({ ...step.stage, ...next });
  };
  return [state, show];
}

export function Player(props: Props) {
  const { open, bench, director, engine } = props;
  const { lesson } = open;
  const [index, setIndex] = useStepIndex(props);
  const step = lesson.steps[index] ?? lesson.steps[0];
  if (step === undefined) throw new Error(`lesson ${lesson.slug} has no steps`);
  const [state, show] = useStage(step, director);
  useEffect(() => {
    document.title = `${findLesson(lesson.slug)?.lesson.title ?? lesson.slug} – Roundtrip`;
  }, [lesson.slug]);
  const context: LessonContext = { lesson, step, show, ...engine };
  return (
    <Lessons value={context}>
      <Room open={open} bench={bench} index={index} state={state} onGo={setIndex} onBack={() => show({})} />
    </Lessons>
  );
}

interface RoomProps {
  readonly open: OpenLesson;
  readonly bench: BenchContext;
  readonly index: number;
  readonly state: StageState;
  readonly onGo: (index: number) => void;
  readonly onBack: () => void;
}

function Room({ open, bench, index, state, onGo, onBack }: RoomProps) {
  const [record, change] = useRecord();
  const before = useRef(index);
  const id = open.lesson.steps[index]?.id ?? "";
  const seen = record.seen.includes(id);
  useEffect(() => {
    if (!seen) change((all) => ({ ...all, seen: [...all.seen, id] }));
  });
  useEffect(() => {
    if (before.current === index) return;
    before.current = index;
    const read = document.getElementById("read");
    read?.scrollTo({ top: 0 });
    if (window.matchMedia("(max-width: 720px)").matches) window.scrollTo({ top: 0 });
    read?.focus({ preventScroll: true });
  }, [index]);
  useLessonKeys({
    play: () => togglePlay(bench),
    event: () => stepEvents(bench, 1),
    "event-before": () => stepEvents(bench, -1),
    back: onBack,
    next: () => onGo(index + 1),
    previous: () => onGo(index - 1),
  });
  const last = index === open.lesson.steps.length - 1;
  return (
    <main className="lesson">
      <Text open={open} index={index} onGo={onGo} onBack={onBack} />
      <Stage state={state} onBack={onBack} />
      <Dock
        onStep={(way) => stepEvents(bench, way)}
        onPlay={() => togglePlay(bench)}
        last={last}
        onNext={() => (last ? change((all) => ({ ...all, finished: true })) : onGo(index + 1))}
      />
    </main>
  );
}
