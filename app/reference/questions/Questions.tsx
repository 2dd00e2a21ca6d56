import { useEffect } from "react";
import { descriptions } from "../../../engine/experiments/descriptions.ts";
import { oneOf } from "../../../engine/experiments/load.ts";
import { findLesson } from "../../../lessons/course.ts";
import { PlainTable } from "../../controls/PlainTable.tsx";
import { hrefOf } from "../../setup/link-table.ts";
import { withUnit } from "../../words/units.ts";
import { answeringHref } from "../../setup/questions/answering-link.ts";
import { GROUPS } from "../../setup/questions/index.ts";
import type { AnsweringRun, Question } from "../../setup/questions/types.ts";

const COLUMNS = [
  { head: "Run", cells: "left words" },
  { head: "It measures", cells: "left words" },
] as const;

/** "Replies lost: 10", each measure of a run in a line of its own. */
function Measures({ experiment, shows }: AnsweringRun) {
  const { measures } = oneOf(descriptions, experiment);
  return Object.entries(shows).map(([key, value]) => {
    const info = measures[key];
    if (info === undefined) throw new Error(`questions: ${experiment} has no measure ${key}.`);
    return (
      <span key={key} className="measure">
        {info.label}: <strong>{withUnit(value, info.unit)}</strong>
      </span>
    );
  });
}

function Asked({ question: { id, asked, answer, runs, open, lesson }, pointed }: AskedProps) {
  const found = lesson === undefined ? undefined : findLesson(lesson)?.lesson;
  return (
    <section id={`question-${id}`} className={pointed ? "asked pointed" : "asked"} aria-labelledby={`asked-${id}`}>
      <h3 id={`asked-${id}`}>{asked}</h3>
      <p>{answer}</p>
      <PlainTable
        label={`Runs that answer: ${asked}`}
        columns={COLUMNS}
        rows={runs.map((run) => ({
          key: run.says,
          cells: [
            <a key="run" href={answeringHref(run, id)}>
              {run.says}
            </a>,
            <Measures key="measures" {...run} />,
          ],
        }))}
      />
      {open !== undefined && <p className="second">{open}</p>}
      {found !== undefined && (
        <p className="second">
          Lesson: <a href={hrefOf("lesson", [found.slug])}>{found.title}</a>
        </p>
      )}
    </section>
  );
}

interface AskedProps {
  readonly question: Question;
  readonly pointed: boolean;
}

/** Questions that engineers bring, and the runs that answer them. @param entry a question to bring into view */
export function Questions({ entry }: { readonly entry: string | null }) {
  useEffect(() => {
    if (entry !== null) document.getElementById(`question-${entry}`)?.scrollIntoView({ block: "start" });
  }, [entry]);
  return (
    <>
      <p className="conditions">
        Engineers ask these questions about remote calls. Each run answers on the bench, where you can change it. Runs
        on machines of today come first where there are some. The others are of 1984 to 2009: of those take causes and
        ratios home, and no microsecond.
      </p>
      {GROUPS.map(({ title, questions }) => (
        <section key={title}>
          <h2>{title}</h2>
          {questions.map((question) => (
            <Asked key={question.id} question={question} pointed={question.id === entry} />
          ))}
        </section>
      ))}
    </>
  );
}
