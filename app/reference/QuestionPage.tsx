import { findLesson } from "../../lessons/course.ts";
import { useDescription } from "../controls/use-description.ts";
import { PlainTable } from "../controls/PlainTable.tsx";
import { hrefOf } from "../setup/link-table.ts";
import { withUnit } from "../words/units.ts";
import { answeringHref } from "../setup/questions/answering-link.ts";
import { answerOf } from "../setup/questions/reading.ts";
import { QUESTIONS } from "../setup/questions/index.ts";
import type { Paged } from "./pages.ts";
import type { AnsweringRun } from "../setup/questions/types.ts";

const COLUMNS = [
  { head: "Run", cells: "left words" },
  { head: "It measures", cells: "left words" },
] as const;

/** "Replies lost: 10", each measure of a run in a line of its own. */
function Measures({ experiment, shows }: AnsweringRun) {
  const { measures } = useDescription(experiment);
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

/** A question that engineers bring, and the runs that answer it. */
export function QuestionPage({ page }: Paged) {
  const question = QUESTIONS.find((one) => one.id === page.entry);
  if (question === undefined) throw new RangeError(`reference: there is no question ${JSON.stringify(page.entry)}.`);
  const { id, asked, runs, same, open, lesson } = question;
  const found = lesson === undefined ? undefined : findLesson(lesson)?.lesson;
  return (
    <section className="asked">
      <p>{answerOf(question)}</p>
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
      {same !== undefined && <p className="second">{same}</p>}
      {open !== undefined && <p className="second">{open}</p>}
      {found !== undefined && (
        <p className="second">
          Lesson: <a href={hrefOf("lesson", [found.slug])}>{found.title}</a>
        </p>
      )}
      <p className="conditions">
        Each run answers on the bench, where you can change it. Where a run is on machines of 1984 to 2009, take causes
        and ratios home, and no microsecond.
      </p>
    </section>
  );
}
