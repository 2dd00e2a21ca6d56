/** The teacher’s guide: behind a door, because it holds the answers. */
import { useState } from "react";
import { aboutLesson } from "../../lessons/about.ts";
import { COURSE, findLesson } from "../../lessons/course.ts";
import type { Lesson } from "../../lessons/types.ts";
import { useLessons } from "../assigned/use-lessons.ts";
import { hrefOf } from "../setup/link-table.ts";
import { guideItems } from "./guide.ts";
import type { GuideItem } from "./guide.ts";

/** Who has opened the door once reads on from lesson to lesson, until the page is loaded again. */
let isOpened = false;

function Door({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <>
      <p>
        The guide holds the answers to all questions of the lessons. Who wants to find them out goes back to{" "}
        <a href={hrefOf("")}>the course</a>.
      </p>
      <p>
        <button type="button" className="btn" onClick={onOpen}>
          I teach: show the answers
        </button>
      </p>
    </>
  );
}

function Item({ item }: { readonly item: GuideItem }) {
  const { kind, question, expected, wrong } = item;
  return (
    <div className="guide-item">
      <p>
        <b>{kind}.</b> {question}
      </p>
      {expected.map((text) => (
        <p key={text} className="guide-expected">
          {text}
        </p>
      ))}
      {wrong.length > 0 && (
        <ul aria-label="Wrong answers">
          {wrong.map(({ answer, belief }, i) => (
            <li key={i}>
              {answer}
              {belief !== "" && <span className="note"> shows: {belief}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function OfLesson({ lesson }: { readonly lesson: Lesson }) {
  const { question, minutes, number } = aboutLesson(lesson.slug);
  return (
    <article className="guide-lesson">
      <h2>
        {number} {lesson.title}
      </h2>
      <p>
        {minutes} minutes, {lesson.steps.length} steps. Open with: <b>{question}</b>
      </p>
      <p className="guide-paper">
        On paper: <a href={hrefOf("desk", ["handout", lesson.slug])}>a handout with room for answers</a>,{" "}
        <a href={hrefOf("desk", ["slides", lesson.slug])}>slides</a>, and this page with the answers.
      </p>
      <p>At the end a student can:</p>
      <ul>
        {lesson.can.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {lesson.steps.map((step, i) => {
        const items = guideItems(lesson, step);
        return (
          items.length > 0 && (
            <section key={step.id} aria-label={`Step ${i + 1}`}>
              <h3>
                <a href={hrefOf("lesson", [lesson.slug], { step: i === 0 ? null : String(i + 1) })}>
                  Step {i + 1}: {step.gist}
                </a>
              </h3>
              {items.map((item) => (
                <Item key={item.kind} item={item} />
              ))}
            </section>
          )
        );
      })}
    </article>
  );
}

function Contents({ at }: { readonly at: string | null }) {
  return (
    <nav className="guide-contents" aria-label="Lessons of the guide">
      {COURSE.map(({ id, title, lessons }) => (
        <section key={id}>
          <h2>{title}</h2>
          <ul>
            {lessons.map(({ slug, title: name }) => (
              <li key={slug}>
                <a href={hrefOf("desk", ["guide", slug])} aria-current={slug === at ? "page" : undefined}>
                  {aboutLesson(slug).number} {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

export function Guide({ slug }: { readonly slug: string | null }) {
  const [isOpen, setOpen] = useState(isOpened);
  const known = slug !== null && findLesson(slug) !== undefined ? slug : null;
  const { lessons, problem } = useLessons(isOpen && known !== null ? [known] : []);
  const lesson = known === null ? undefined : lessons.get(known);
  const open = (): void => {
    isOpened = true;
    setOpen(true);
  };
  return (
    <main className="place desk-page" id="desk" tabIndex={-1}>
      <h1>The teacher’s guide</h1>
      {!isOpen && <Door onOpen={open} />}
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {isOpen && (
        <div className="guide">
          <Contents at={known} />
          {known === null ? (
            <p>Choose a lesson. Its page has all answers, and prints as it stands.</p>
          ) : lesson === undefined ? (
            problem === null && <p aria-busy="true">The lesson is on its way.</p>
          ) : (
            <OfLesson lesson={lesson} />
          )}
        </div>
      )}
    </main>
  );
}
