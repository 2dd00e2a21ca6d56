/** The course home: what it is about, a call that fails and comes back, and the whole course as a path. */
import { Suspense } from "react";
import type { CourseLesson, Part } from "../../lessons/course.ts";
import { COURSE, LESSONS } from "../../lessons/course.ts";
import { aboutLesson, aboutPart } from "../../lessons/about.ts";
import { answers } from "../record/answers.ts";
import type { Answers } from "../record/record.ts";
import { nextLesson } from "./next-lesson.ts";
import { Opening } from "./opening/Opening.tsx";
import { firstViewDrawn } from "../controls/at-rest.ts";
import { fetched } from "../controls/fetched.tsx";
import { hrefOf } from "../setup/link-table.ts";
import { wayTo } from "../setup/location.ts";
import { listed } from "../words/sentences.ts";
import "./course.css";

const PartFigure = fetched("The figure of a part", async () => {
  await firstViewDrawn();
  return (await import("./PartFigure.tsx")).PartFigure;
});

type Progress = "done" | "begun" | "not begun";

function progressOf(lessons: Answers["lessons"], slug: string): Progress {
  const record = lessons[slug];
  if (record === undefined || record.seen.length === 0) return "not begun";
  return record.finished ? "done" : "begun";
}

/** Full, half or empty, and always with the word. */
function ProgressMark({ progress }: { readonly progress: Progress }) {
  return (
    <svg className="st" width="14" height="14" viewBox="0 0 14 14" role="img" aria-label={progress}>
      <circle cx="7" cy="7" r="5.5" className={progress === "not begun" ? "edge" : "ink"} />
      {progress === "begun" && <path d="M7 1.5a5.5 5.5 0 0 1 0 11z" className="fill" />}
      {progress === "done" && <circle cx="7" cy="7" r="5.5" className="fill" />}
    </svg>
  );
}

const titleOf = (slug: string): string => LESSONS.find((one) => one.slug === slug)?.title ?? slug;

function Row({ lesson, progress }: { readonly lesson: CourseLesson; readonly progress: Progress }) {
  const { slug, title } = lesson;
  const { question, minutes, buildsOn } = aboutLesson(slug);
  return (
    <li>
      <span className="n">{LESSONS.indexOf(lesson) + 1}</span>
      <div>
        <a href={hrefOf("lesson", [slug])}>{title}</a>
        <span className="q">{question}</span>
        {buildsOn.length > 0 && <span className="q">Builds on {listed(buildsOn.map(titleOf))}.</span>}
      </div>
      <span className="min">{`${minutes}\u202fmin`}</span>
      <ProgressMark progress={progress} />
    </li>
  );
}

/** The questions from memory that a part ends with, in the last of its lessons. */
function EndRow({ part, lessons }: { readonly part: Part; readonly lessons: Answers["lessons"] }) {
  const last = part.lessons.at(-1);
  if (last === undefined) return null;
  const { asked = [], given = {} } = lessons[last.slug]?.ending ?? {};
  const answered = asked.filter((name) => given[name] !== undefined).length;
  const state = asked.length === 0 ? "" : `: ${answered} of ${asked.length} answered`;
  return (
    <li className="part-end">
      <span className="n" />
      <span className="q">
        Review: {part.lessons.length > 1 ? "five questions" : "questions"} from memory at the end of {last.title}
        {state}.
      </span>
    </li>
  );
}

/** The part whose lesson lets the reader write rules. */
const WRITES = "sweepstakes";

function PartRow({ part, lessons }: { readonly part: Part; readonly lessons: Answers["lessons"] }) {
  const { authors, year } = aboutPart(part.id);
  return (
    <section className="part" aria-label={part.title}>
      <div className="who">
        <h3>{part.title}</h3>
        {authors !== null && (
          <p>
            {authors}
            {year !== null && `, ${year}`}
          </p>
        )}
      </div>
      <div className="fig">
        <Suspense>
          <PartFigure part={part.id} />
        </Suspense>
      </div>
      <div className="lessons">
        <ol>
          {part.lessons.map((lesson) => (
            <Row key={lesson.slug} lesson={lesson} progress={progressOf(lessons, lesson.slug)} />
          ))}
          <EndRow part={part} lessons={lessons} />
        </ol>
        {part.id === WRITES && (
          <p className="q">
            <a href={hrefOf("write")}>Write the rule</a>: your own client and server, which a search attacks.
          </p>
        )}
      </div>
    </section>
  );
}

/** Begin, or continue where the reader stopped. */
function Begin({ lessons }: { readonly lessons: Answers["lessons"] }) {
  const next = nextLesson(lessons);
  if (next === null) {
    return (
      <a className="btn primary" href={wayTo("bench")}>
        All lessons are done. Open the bench
      </a>
    );
  }
  const { lesson, step } = next;
  const href = hrefOf("lesson", [lesson.slug], { step: step === null || step === 1 ? null : String(step) });
  const text =
    step === null
      ? `Begin: ${lesson.title}, ${aboutLesson(lesson.slug).minutes}\u202fmin`
      : `Continue: ${lesson.title}, step ${step}`;
  return (
    <a className="btn primary" href={href}>
      {text}
    </a>
  );
}

const MINUTES = LESSONS.map(({ slug }) => aboutLesson(slug).minutes);

export function CourseHome() {
  const lessons = answers((state) => state.lessons);
  return (
    <main className="home" id="course" tabIndex={-1}>
      <section className="home-head">
        <div className="headline">
          <h1>A procedure call leaves the machine. What does it take to bring it back?</h1>
          <p className="note">Free. It runs in this browser: nothing to install, no account, and nothing is sent.</p>
        </div>
        <div className="lede">
          <p>
            Every app calls other machines. See what happens when the answer does not come: {LESSONS.length} lessons on
            remote procedure calls, {Math.min(...MINUTES)} to {Math.max(...MINUTES)} minutes each.
          </p>
          <Begin lessons={lessons} />
        </div>
      </section>
      <Opening />
      <div className="toc">
        <h2>The course</h2>
        <p className="note">
          {LESSONS.length} lessons in {COURSE.length} parts. Do you come with a question of your own?{" "}
          <a href={hrefOf("reference", ["questions"])}>Find the run that answers it</a>,{" "}
          <a href={hrefOf("numbers")}>run your own numbers</a>, open <a href={hrefOf("capture")}>a capture</a> or{" "}
          <a href={hrefOf("traces")}>a trace</a>. Before the first lesson you may write down{" "}
          <a href={hrefOf("concept")}>what you believe</a>, and look after the course at what became of it.
        </p>
        {COURSE.map((part) => (
          <PartRow key={part.id} part={part} lessons={lessons} />
        ))}
      </div>
    </main>
  );
}
