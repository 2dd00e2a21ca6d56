/** Questions from memory: two as a lesson opens, with what was missed two lessons ago; five as its part ends. */
import { use, useEffect, useRef, useState, useTransition } from "react";
import { present } from "../../../engine/kernel/items.ts";
import { findLesson, partEndingWith } from "../../../lessons/course.ts";
import { chosenFor, lessonOf, mixedOf } from "../../../lessons/schedule.ts";
import { openRecall } from "../../../lessons/recalls.ts";
import type { Remembered } from "../../../lessons/recalls.ts";
import type { QuestionName, Wanted } from "../../../lessons/schedule.ts";
import { answers } from "../../record/answers.ts";
import type { MemoryRecord } from "../../record/record.ts";
import { Lessons, useLesson, useRecord } from "../context.ts";
import { answered, askingsOf, poolOf, wantedFor, withAsked } from "../record/memory.ts";
import type { Pool, RecallQuestion as MemoryQuestion } from "../record/memory.ts";
import { Question } from "./Options.tsx";
import { hrefOf } from "../../setup/link-table.ts";

const titleOf = (slug: string): string => findLesson(slug)?.lesson.title ?? slug;

const fetched = new Map<string, Promise<Remembered | null>>();

/** The questions about a lesson; null where it is not written. They are asked for once, and again where that fails. */
function recallOf(slug: string): Promise<Remembered | null> {
  const recall = fetched.get(slug) ?? openRecall(slug);
  fetched.set(slug, recall);
  recall.catch(() => fetched.delete(slug));
  return recall;
}

/** The questions about some lessons; the component waits for them. Throws where they do not come. */
function usePool(slugs: readonly string[]): Pool {
  const coming = slugs.map(recallOf); // all are on their way before one is waited for
  return poolOf(coming.map((one) => use(one)).filter((one) => one !== null));
}

interface DeckProps {
  readonly title: string;
  readonly questions: readonly MemoryQuestion[];
  readonly memory: MemoryRecord;
  readonly onAnswer: (question: MemoryQuestion, option: string) => void;
}

/** One question after the other; their marks lead to each of them. */
function Deck({ title, questions, memory, onAnswer }: DeckProps) {
  const context = useLesson();
  const open = questions.findIndex(({ name }) => memory.given[name] === undefined);
  const [chosen, setChosen] = useState<number | null>(null);
  const section = useRef<HTMLElement>(null);
  const at = chosen ?? (open < 0 ? questions.length - 1 : open);
  const question = questions[at];
  if (question === undefined) return null;
  const { name, lesson, recall } = question;
  const done = questions.filter((one) => memory.given[one.name] !== undefined);
  const hits = done.filter((one) => memory.given[one.name]?.right === true).length;
  const mine = memory.given[name];
  const more = mine !== undefined && at + 1 < questions.length;
  const goTo = (next: number): void => {
    setChosen(next);
    section.current?.focus({ preventScroll: true }); // the button that was pressed may be gone
  };
  return (
    <section className="retrieval" aria-label={title} ref={section} tabIndex={-1}>
      <h3>
        {title}, {at + 1} of {questions.length}: about {titleOf(lesson.slug)}
      </h3>
      <Lessons value={{ ...context, lesson }}>
        <Question
          key={name}
          question={recall.question}
          options={recall.options}
          chosen={mine?.option ?? null}
          onChoose={(option) => {
            setChosen(at);
            onAnswer(question, option);
          }}
        />
      </Lessons>
      <div className="row asked-row">
        {at > 0 && (
          <button type="button" className="btn small bare" onClick={() => goTo(at - 1)}>
            Question before
          </button>
        )}
        {more && (
          <button type="button" className="btn small" onClick={() => goTo(at + 1)}>
            Next question
          </button>
        )}
      </div>
      {done.length === questions.length && (
        <p className="note" role="status">
          You answered {hits} of {questions.length} right from memory.
          {hits < questions.length && " The others come again two lessons later."}
        </p>
      )}
    </section>
  );
}

/** The questions that stand in the record, or those that are to be asked now, which are put there. */
function useAsked(
  part: "opening" | "ending",
  slugs: readonly string[],
  choose: (pool: Pool) => readonly QuestionName[],
) {
  const [record, change] = useRecord();
  const { asked } = record[part];
  const pool = usePool(slugs);
  const names = asked.length > 0 ? asked : choose(pool);
  useEffect(() => {
    if (asked.length === 0 && names.length > 0) change((before) => withAsked(before, part, names));
  });
  return present(names, (name) => pool.find(name));
}

interface AskProps {
  readonly part: "opening" | "ending";
  readonly title: string;
  readonly slugs: readonly string[];
  readonly choose: (pool: Pool) => readonly QuestionName[];
}

function Ask({ part, title, slugs, choose }: AskProps) {
  const [record, change] = useRecord();
  const questions = useAsked(part, slugs, choose);
  if (questions.length === 0) return null;
  return (
    <Deck
      title={title}
      questions={questions}
      memory={record[part]}
      onAnswer={(question, option) => change((before) => answered(before, part, question, option))}
    />
  );
}

/** The lessons that are asked about as a lesson opens: those of its record, or those that are wanted now. */
function askedAbout(asked: readonly QuestionName[], wanted: readonly Wanted[]): readonly string[] {
  const slugs = wanted.map((one) => (one.tag === "of" ? one.lesson : lessonOf(one.question)));
  return [...new Set(asked.length > 0 ? asked.map(lessonOf) : slugs)];
}

/** Fetches the questions with which a lesson opens, so that they come with its text. Rejects where one fails. */
export async function openingAhead(slug: string): Promise<void> {
  const { lessons } = answers.getState();
  const asked = lessons[slug]?.opening.asked ?? [];
  await Promise.all(askedAbout(asked, wantedFor(slug, lessons, false)).map(recallOf));
}

interface OpeningProps {
  /** Before the story stand only questions that are asked; where none is, a note below the story offers them. */
  readonly below: boolean;
}

/** Questions as a lesson opens: about the lesson before it, the one five back, and questions that the reader missed. */
export function Opening({ below }: OpeningProps) {
  const { slug } = useLesson().lesson;
  const [record] = useRecord();
  const [all, setAll] = useState(false);
  const [, startAsking] = useTransition();
  const lessons = answers((state) => state.lessons);
  const wanted = wantedFor(slug, lessons, all);
  const { asked } = record.opening;
  const isAsked = asked.length > 0 || wanted.length > 0;
  const [asks] = useState(isAsked); // the questions stay where they came
  if (asks === below) return null;
  if (!isAsked) {
    const [first] = wantedFor(slug, lessons, true);
    if (first === undefined) return null; // no lesson that is written comes before
    const about = first.tag === "of" ? first.lesson : lessonOf(first.question);
    return (
      <p className="retrieval note">
        A lesson opens with two questions from memory. You have not done{" "}
        <a href={hrefOf("lesson", [about])}>{titleOf(about)}</a> in this browser.{" "}
        <button type="button" className="link" onClick={() => startAsking(() => setAll(true))}>
          Ask anyway
        </button>
      </p>
    );
  }
  return (
    <Ask
      part="opening"
      title="From memory"
      slugs={askedAbout(asked, wanted)}
      choose={(pool) => chosenFor(wanted, pool.names, askingsOf(lessons))}
    />
  );
}

/** Questions as a part of the course ends: five, mixed from its lessons. Nothing where the part goes on. */
export function Ending() {
  const { slug } = useLesson().lesson;
  const part = partEndingWith(slug);
  if (part === null) return null;
  return (
    <Ask
      part="ending"
      title={`The end of ${part.title}: questions from memory`}
      slugs={part.lessons.map((one) => one.slug)}
      choose={(pool) => mixedOf(pool.names, askingsOf(answers.getState().lessons))}
    />
  );
}
