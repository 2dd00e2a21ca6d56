/** Lecture mode: a class’s predictions before the truth, for a projector. */
import { useId, useMemo, useState } from "react";
import { itemAt, present } from "../../../engine/kernel/reads.ts";
import { aboutLesson } from "../../../lessons/about.ts";
import { LESSONS } from "../../../lessons/course.ts";
import { setText, truthText } from "../../../lessons/hand-in/shown.ts";
import type { Lesson, Prediction } from "../../../lessons/types.ts";
import { counted } from "../../words/numbers.ts";
import { classFiles } from "../class/class-files.ts";
import { classTable } from "../class/rows.ts";
import type { ClassTable } from "../class/rows.ts";
import { Hills } from "./Hills.tsx";
import { hillsOf } from "./hills.ts";
import { exampleCode, forgetCodes, takeCodes, toldByFiles, useCodes, useLessonData } from "./use-question.ts";
import "./lecture.css";

const MOST_HILLS = 3;

interface QuestionProps {
  readonly lesson: Lesson;
  readonly prediction: Prediction;
}

function Codes({ lesson, prediction }: QuestionProps) {
  const [text, setText] = useState("");
  const [said, setSaid] = useState<readonly string[]>([]);
  return (
    <details className="ans-codes">
      <summary>Codes of phones</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSaid(takeCodes(lesson, prediction, text));
          setText("");
        }}
      >
        <label className="stack">
          A phone that opened the lesson by an assignment’s link shows a code below its prediction, such as{" "}
          {exampleCode(lesson, prediction)}. Type or paste the codes here; the codes have no names in them.
          <textarea rows={3} value={text} spellCheck={false} onChange={({ target }) => setText(target.value)} />
        </label>
        <div className="row">
          <button type="submit" className="btn small" disabled={text.trim() === ""}>
            Take them in
          </button>
          <button
            type="button"
            className="btn small bare"
            onClick={() => {
              forgetCodes(lesson, prediction);
              setSaid(["The codes of this question are forgotten."]);
            }}
          >
            Forget these codes
          </button>
        </div>
      </form>
      <div role="status">
        {said.map((sentence, i) => (
          <p key={i}>{sentence}</p>
        ))}
      </div>
    </details>
  );
}

function Revealed({
  lesson,
  prediction,
  truth,
  ...props
}: QuestionProps & Pick<ShownProps, "told"> & { truth: string }) {
  const near = props.told.filter(({ right }) => right).length;
  const hills = hillsOf(lesson, prediction, props.told).slice(0, MOST_HILLS);
  return (
    <>
      <b>{truth}.</b> {near} of {props.told.length} {prediction.kind === "choice" ? "chose it" : "were near"}.
      {hills.map(({ count, said, belief }) => (
        <span key={said} className="lect-hill">
          {count} {said}
          {belief === "" ? "." : `: ${belief}.`}
        </span>
      ))}
    </>
  );
}

interface ShownProps extends QuestionProps {
  readonly told: ReturnType<typeof useCodes>;
}

function Shown({ lesson, prediction, told }: ShownProps) {
  const [revealed, setRevealed] = useState(false);
  const truth = truthText(lesson, prediction);
  const none = told.filter(({ at }) => at === null).length;
  return (
    <>
      <p className="lect-question">{setText(lesson, prediction.question)}</p>
      <Hills {...{ lesson, prediction, told, revealed, truth }} />
      <p className="lect-said" aria-live="polite">
        {revealed ? (
          <Revealed {...{ lesson, prediction, told, truth }} />
        ) : (
          <>
            {counted(told.length, "prediction")}
            {none > 0 && `, ${none} of them “no idea”`}.{" "}
            {told.length === 0
              ? "Add files under Answers, or take in the codes of phones below."
              : "Ask a neighbour before you look."}
          </>
        )}
      </p>
      <div className="row lect-row">
        <button type="button" className="btn primary" onClick={() => setRevealed(!revealed)}>
          {revealed ? "Cover it again" : "Reveal"}
        </button>
        {document.fullscreenEnabled && (
          <button
            type="button"
            className="btn"
            onClick={({ currentTarget }) => void currentTarget.closest(".lect")?.requestFullscreen()}
          >
            Fill the screen
          </button>
        )}
        <span className="note">Files and codes fill the picture. It shows no name.</span>
      </div>
    </>
  );
}

function Question({ lesson, prediction, table }: QuestionProps & { readonly table: ClassTable }) {
  const codes = useCodes(lesson, prediction);
  const told = [...toldByFiles(table, lesson, prediction), ...codes];
  return (
    <>
      <Shown {...{ lesson, prediction, told }} />
      <Codes {...{ lesson, prediction }} />
    </>
  );
}

/** The question of a lesson that most answered; its first where nobody did. */
function firstOf(lesson: Lesson, table: ClassTable): string {
  const all = present(lesson.steps, ({ predict }) => predict);
  const counts = all.map((one) => toldByFiles(table, lesson, one).length);
  return all[counts.indexOf(Math.max(...counts))]?.id ?? "";
}

export function Lecture() {
  const { reports, lessons } = classFiles();
  const table = useMemo(() => classTable(reports, lessons), [reports, lessons]);
  const [slug, setSlug] = useState(table.lessons[0]?.slug ?? itemAt(LESSONS, 0, "lesson").slug);
  const [wish, setWish] = useState<string | null>(null);
  const lesson = useLessonData(slug);
  const ids = { lesson: useId(), question: useId() };
  const isHere = lesson !== null && typeof lesson !== "string";
  const questions = isHere ? lesson.steps.flatMap(({ predict, gist }) => (predict ? [{ predict, gist }] : [])) : [];
  const first = isHere ? firstOf(lesson, table) : "";
  const found =
    questions.find(({ predict }) => predict.id === wish) ?? questions.find(({ predict }) => predict.id === first);
  return (
    <div className="lect">
      <div className="row lect-choice">
        <label htmlFor={ids.lesson}>Lesson</label>
        <select
          id={ids.lesson}
          value={slug}
          onChange={({ target }) => {
            setSlug(target.value);
            setWish(null);
          }}
        >
          {LESSONS.map((one) => (
            <option key={one.slug} value={one.slug}>
              {aboutLesson(one.slug).number} {one.title}
            </option>
          ))}
        </select>
        {questions.length > 1 && (
          <>
            <label htmlFor={ids.question}>Question</label>
            <select id={ids.question} value={found?.predict.id ?? ""} onChange={({ target }) => setWish(target.value)}>
              {questions.map(({ predict, gist }) => (
                <option key={predict.id} value={predict.id}>
                  {gist}
                </option>
              ))}
            </select>
          </>
        )}
      </div>
      {lesson === null && <p aria-busy="true">The questions of this lesson are on their way.</p>}
      {typeof lesson === "string" && (
        <p className="error" role="alert">
          {lesson}
        </p>
      )}
      {isHere && found !== undefined && (
        <Question key={`${slug} ${found.predict.id}`} lesson={lesson} prediction={found.predict} table={table} />
      )}
      {isHere && found === undefined && <p>This lesson asks for no prediction. Choose another lesson.</p>}
    </div>
  );
}
