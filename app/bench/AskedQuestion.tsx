import { useState } from "react";
import type { ReactNode } from "react";
import { quote } from "../../engine/faults/quote.ts";
import { findLesson } from "../../lessons/course.ts";
import { useBench } from "../lab/context.ts";
import { hrefOf } from "../setup/link-table.ts";
import { answeringHref } from "../setup/questions/answering-link.ts";
import { QUESTIONS } from "../setup/questions/index.ts";
import { answerOf, changeText, isOfToday, nextOf } from "../setup/questions/reading.ts";
import type { AnsweringRun, Question } from "../setup/questions/types.ts";
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { counted } from "../words/numbers.ts";
import "../styles/asked-question.css";

/** Whether a run of a question is the one on the bench: nothing that it sets is changed. */
const isShown = ({ experiment, set, faults = [] }: AnsweringRun, setup: Setup): boolean =>
  experiment === setup.experiment &&
  Object.entries(set).every(([key, value]) => setup.parameters[key] === value) &&
  faults.length === setup.faults.length;

/** The run of the list that the bench shows. Where several fit, it is the one that sets the most parameters. */
function shownRun(runs: readonly AnsweringRun[], setup: Setup): AnsweringRun | undefined {
  const fitting = runs.filter((run) => isShown(run, setup));
  return fitting.toSorted((a, b) => Object.keys(b.set).length - Object.keys(a.set).length)[0];
}

interface Props {
  readonly id: string;
  /** The reader puts it away. */
  readonly onAway: () => void;
}

/** The question that the link to this bench answers, its answer, and its runs: the one that stands is marked. */
export function AskedQuestion({ id, onAway }: Props) {
  const setup = useBench((state) => state.setup);
  const question = QUESTIONS.find((one) => one.id === id);
  if (question === undefined) {
    return (
      <p className="asked-question note">
        The link names a question, {quote(id)}, that is none of{" "}
        <a href={hrefOf("reference", ["questions"])}>those here</a>.
      </p>
    );
  }
  if (!question.runs.some(({ experiment }) => experiment === setup.experiment)) return null;
  const { asked, runs, same, open, lesson } = question;
  const here = shownRun(runs, setup);
  const found = lesson === undefined ? undefined : findLesson(lesson)?.lesson;
  const lists = [
    { label: "Runs of today", runs: runs.filter(isOfToday) },
    { label: "Older runs", runs: runs.filter((run) => !isOfToday(run)) },
  ];
  return (
    <section className="asked-question" aria-labelledby="asked-question">
      <div className="asked-head">
        <h2 id="asked-question">{asked}</h2>
        <button type="button" className="btn small bare" onClick={onAway} aria-label="Close the question">
          Close
        </button>
      </div>
      <p>{answerOf(question)}</p>
      {here !== undefined && <NowChange question={question} here={here} />}
      <Others count={runs.length - (here === undefined ? 0 : 1)}>
        {lists.map((list) => (
          <Runs key={list.label} {...list} id={id} here={here} />
        ))}
        <p className="note">
          {same} {open}{" "}
          {found !== undefined && (
            <>
              The lesson: <a href={hrefOf("lesson", [found.slug])}>{found.title}</a>
            </>
          )}
        </p>
      </Others>
    </section>
  );
}

/** Folded: the figure of the run that stands is what one came for. */
function Others({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {counted(count, "more run")} on this, and what they have in common
      </button>
      {isOpen && children}
    </>
  );
}

interface RunsProps {
  readonly label: string;
  readonly runs: readonly AnsweringRun[];
  readonly id: string;
  readonly here: AnsweringRun | undefined;
}

function Runs({ label, runs, id, here }: RunsProps) {
  if (runs.length === 0) return null;
  return (
    <ul className="row" aria-label={label}>
      <li className="of">{label}</li>
      {runs.map((run) => (
        <li key={run.says}>
          {run === here ? <b aria-current="true">{run.says}</b> : <a href={answeringHref(run, id)}>{run.says}</a>}
        </li>
      ))}
    </ul>
  );
}

/** What to turn next: the way to the next run of the question, in the words of the form. */
function NowChange({ question, here }: { readonly question: Question; readonly here: AnsweringRun }) {
  const next = nextOf(question, here);
  if (next === null) return <p>Now change this: the parameters are below, and packets can be pulled.</p>;
  const { params } = experimentOf(here);
  return (
    <p>
      Now change this: <a href={answeringHref(next, question.id)}>{changeText(here, next, params) ?? next.says}</a>.
    </p>
  );
}
