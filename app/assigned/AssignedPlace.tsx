/** An assignment as a student opens it: what is asked, by whom, until when, what is done; handed in here. */
import { useState } from "react";
import { aboutLesson } from "../../lessons/about.ts";
import { findLesson } from "../../lessons/course.ts";
import { isAsked, readAssignment } from "../../lessons/hand-in/assignment.ts";
import type { AskedLesson, Assignment } from "../../lessons/hand-in/assignment.ts";
import { LONGEST_ANSWER } from "../../lessons/hand-in/bundle.ts";
import { doneSteps } from "../../lessons/hand-in/done-steps.ts";
import { download } from "../controls/download.ts";
import { answers } from "../record/answers.ts";
import { fitting } from "../record/fitting.ts";
import { EMPTY } from "../record/record.ts";
import { keepStudent, keptStudent, LONGEST_STUDENT } from "../record/student.ts";
import type { PagePlace } from "../setup/location.ts";
import { hrefOf } from "../setup/link-table.ts";
import { messageOf } from "../words/message-of.ts";
import { countText } from "./count.ts";
import { keepAnswer, keptAnswer } from "./kept-answer.ts";
import { useLessons } from "./use-lessons.ts";
import type { LessonsHere } from "./use-lessons.ts";
import { lessonHref } from "./way.ts";
import "./assigned.css";

/** Makes the file that is handed in: it runs every checkpoint again. Rejects where a run or a fetch fails. */
export type HandIn = (assignment: Assignment, student: string, answer: string) => Promise<string>;

interface Standing {
  readonly asked: readonly number[]; // steps, from 1
  readonly done: readonly number[]; // of these
}

/** How far the reader is in a lesson; null while its data are not here. */
function useStanding(one: AskedLesson, lessons: LessonsHere): Standing | null {
  const record = answers((state) => state.lessons[one.slug] ?? EMPTY);
  const lesson = lessons.get(one.slug);
  if (lesson === undefined) return null;
  const asked = lesson.steps.flatMap((_, i) => (isAsked(one, i + 1) ? [i + 1] : []));
  const done = doneSteps(lesson, fitting(lesson, record)).filter((step) => asked.includes(step));
  return { asked, done };
}

interface RowProps {
  readonly assignment: Assignment;
  readonly one: AskedLesson;
  readonly lessons: LessonsHere;
  readonly place: PagePlace;
  readonly isOpen: boolean; // false while the student has to say a name or code first
}

function LessonRow({ assignment, one, lessons, place, isOpen }: RowProps) {
  const standing = useStanding(one, lessons);
  const title = `${aboutLesson(one.slug).number} ${findLesson(one.slug)?.lesson.title ?? one.slug}`;
  const { asked = [], done = [] } = standing ?? {};
  const next = asked.find((step) => !done.includes(step)) ?? null;
  const isDone = standing !== null && next === null;
  const verb = done.length === 0 ? "Begin" : isDone ? "Look again" : "Go on";
  const href = lessonHref(assignment, one, place, done.length === 0 ? null : next);
  return (
    <li>
      <h2>{isOpen ? <a href={href}>{title}</a> : title}</h2>
      <p className="note">{aboutLesson(one.slug).question}</p>
      <p className="row assigned-steps">
        {asked.map((step) => (
          <i key={step} className={done.includes(step) ? "done" : undefined} />
        ))}
        <span>{standing === null ? "…" : isDone ? "done" : `${done.length} of ${asked.length} steps done`}</span>
      </p>
      {isOpen && (
        <a className={isDone ? "btn small" : "btn small primary"} href={href} aria-label={`${verb}: ${title}`}>
          {verb}
        </a>
      )}
    </li>
  );
}

function Student({ own, onStudent }: { readonly own: boolean; readonly onStudent: (student: string) => void }) {
  const [student, setStudent] = useState(keptStudent);
  return (
    <label className="assigned-student">
      Your name or code
      <input
        value={student}
        maxLength={LONGEST_STUDENT}
        autoComplete="off"
        required={own}
        onChange={({ target }) => {
          setStudent(target.value);
          keepStudent(target.value);
          onStudent(target.value.trim());
        }}
      />
      <span className="note">
        {own
          ? "Your lessons have numbers of their own, drawn from it: write it the same way each time."
          : "It stands in what you hand in."}
      </span>
    </label>
  );
}

interface HandInProps {
  readonly assignment: Assignment;
  readonly student: string;
  readonly handIn: HandIn;
}

/** The teacher’s own question, and the button that hands all in. */
function End({ assignment, student, handIn }: HandInProps) {
  const { name, question } = assignment;
  const [answer, setAnswer] = useState(() => keptAnswer(assignment));
  const [isKept, setKept] = useState(true);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const give = async (): Promise<void> => {
    setBusy(true);
    setSaid("Your checkpoints are run again for the file.");
    try {
      const text = await handIn(assignment, student, answer);
      const file = [name, student]
        .map((part) => part.replaceAll(/[^\p{L}\p{N}]+/gu, "-"))
        .filter(Boolean)
        .join("-");
      download(new Blob([text], { type: "application/json" }), `${file || "assignment"}.json`);
      setSaid("The file is saved. Hand it in where your teacher collects answers; you can save it again later.");
    } catch (error) {
      setSaid(`The file cannot be made: ${messageOf(error)}`);
    }
    setBusy(false);
  };
  return (
    <section className="assigned-end" aria-label="Hand it in">
      {question !== "" && (
        <label className="assigned-question">
          <span translate="no">{question}</span>
          <textarea
            rows={5}
            value={answer}
            maxLength={LONGEST_ANSWER}
            onChange={({ target }) => {
              setAnswer(target.value);
              setKept(keepAnswer(assignment, target.value));
            }}
          />
          {!isKept && <span className="error">{NOT_KEPT}</span>}
        </label>
      )}
      <p>
        <button type="button" className="btn primary" disabled={busy || student === ""} onClick={() => void give()}>
          Hand in: save one file
        </button>
      </p>
      <p className="note" role="status">
        {said === "" ? (student === "" ? "Write your name or code first." : SENT_NOWHERE) : said}
      </p>
    </section>
  );
}

const SENT_NOWHERE =
  "The file holds your answers to all lessons of this assignment, also half of them. Nothing is sent: you hand it in.";

const NOT_KEPT = "This browser keeps nothing: save the file before you close the page.";

function Nothing() {
  return (
    <main className="place assigned" id="assigned" tabIndex={-1}>
      <h1>This link asks for no lesson</h1>
      <p>
        Its part <code>lessons=</code> is missing or damaged. Ask who gave it to you for the whole link, or take{" "}
        <a href={hrefOf("")}>the course</a>.
      </p>
    </main>
  );
}

interface Props {
  readonly place: PagePlace;
  readonly handIn: HandIn;
}

export function AssignedPlace({ place, handIn }: Props) {
  const { assignment } = readAssignment(place.query);
  const { name, from, due, own, lessons: asked } = assignment;
  const [student, setStudent] = useState(() => keptStudent().trim());
  const whose = own && student !== "" ? student : null;
  const { lessons, problem } = useLessons(
    asked.map(({ slug }) => slug),
    whose,
  );
  if (asked.length === 0) return <Nothing />;
  return (
    <main className="place assigned" id="assigned" tabIndex={-1}>
      <p className="eyebrow">{from === "" ? "An assignment" : `An assignment from ${from}`}</p>
      {name === "" ? <h1>What you are asked to do</h1> : <h1 translate="no">{name}</h1>}
      <p className="lede">
        {countText(assignment, lessons)}
        {due !== "" && (
          <b>
            . Due <span translate="no">{due}</span>
          </b>
        )}
      </p>
      <Student own={own} onStudent={setStudent} />
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <ol className="assigned-lessons">
        {asked.map((one) => (
          <LessonRow key={one.slug} isOpen={!own || student !== ""} {...{ assignment, one, lessons, place }} />
        ))}
      </ol>
      <End key={place.query} {...{ assignment, student, handIn }} />
    </main>
  );
}
