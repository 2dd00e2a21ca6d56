/** Why a cell shows what it shows: what the file says, what its run gives, and the way to that run. */
import type { ReactNode } from "react";
import type { Answer } from "../../../lessons/hand-in/check-report.ts";
import { setText } from "../../../lessons/hand-in/shown.ts";
import { asItStands } from "../../../lessons/judge.ts";
import type { BoundResult, JudgeRun } from "../../../lessons/judge.ts";
import { MISCONCEPTIONS } from "../../../lessons/misconceptions.ts";
import type { Lesson } from "../../../lessons/types.ts";
import { setupHref } from "../../setup/bench-links.ts";
import { boundText, goalText } from "../../words/bound-text.ts";
import { counted } from "../../words/numbers.ts";
import { signOf } from "./cell-words.ts";
import { answersAt, predictionOf } from "../class/rows.ts";
import type { AnswerColumn, StudentRow, ShownReport } from "../class/rows.ts";
import { useProofs } from "./use-proofs.ts";
import type { PartProof } from "./use-proofs.ts";

interface PartProps {
  readonly column: AnswerColumn;
  readonly shown: ShownReport;
  readonly answer: Answer;
  readonly proof: PartProof | undefined;
}

const boundsText = (lesson: Lesson, bounds: readonly BoundResult[]): string =>
  bounds
    .map(({ condition, value, unit }) => {
      const says = setText(lesson, condition.says);
      return `${says}: ${boundText(value, unit)}, wanted ${goalText(condition, unit)}`;
    })
    .join("; ");

const runHref = ({ experiment, parameters, seed, faults }: JudgeRun): string =>
  setupHref({ experiment, parameters, seed, faults });

function CheckedPart({ column: { lesson, step, id }, shown, answer, proof }: PartProps) {
  const name = answer.id.slice(id.length + 1);
  const part = lesson.steps[step - 1]?.checkpoint?.parts.find((one) => one.id === name);
  const given = shown.data.checks[answer.id];
  if (part === undefined || given === undefined) return <p>Nothing was submitted.</p>;
  const settings = Object.entries({
    ...asItStands(lesson.steps[step - 1]?.stage ?? missing(), part).set,
    ...given.set,
  });
  const set = [...settings.map(([key, value]) => `${key} = ${value}`), ...given.faults].join("; ");
  const judgement = proof?.judgement ?? null;
  const [run] = (judgement?.bounds ?? []).filter(({ run: { search } }) => search === undefined);
  const tries = given.failures + (given.passed ? 1 : 0);
  return (
    <>
      <p>
        <b>{setText(lesson, part.title)}</b> The file says:{" "}
        {given.passed ? "passed" : given.told ? "told" : "not passed"}, after {counted(tries, "submit")}
        {given.hints > 0 && `, with ${counted(given.hints, "hint")}`}
        {given.hash !== null && set !== "" && `, with ${set}`}.
      </p>
      {answer.why !== undefined && <p className="no">{answer.why}</p>}
      {judgement !== null && (
        <p>
          This page ran it: {judgement.passed ? "it passes" : "it does not pass"}:{" "}
          {boundsText(lesson, judgement.bounds.slice(0, 4))}.
        </p>
      )}
      {run !== undefined && (
        <p>
          <a href={runHref(run.run)}>Open this run</a>
        </p>
      )}
    </>
  );
}

function missing(): never {
  throw new Error("desk: the step of a column is not in its lesson.");
}

/** The sentence that a student wrote or picked first after a prediction. */
const saidAfter = ({ answers }: ShownReport, step: number): string =>
  answers.find((one) => one.kind === "explanation" && one.step >= step && one.given !== "")?.given ?? "";

function Predicted({ column, shown, student }: { column: AnswerColumn; shown: ShownReport; student: string }) {
  const prediction = predictionOf(column);
  const [answer] = answersAt(shown, column);
  if (prediction === null || answer === undefined) return null;
  const said = saidAfter(shown, column.step);
  const belief = answer.beliefs.map((one) => `“${MISCONCEPTIONS[one]}”`).join(" and ");
  return (
    <>
      <p>{setText(column.lesson, prediction.question)}</p>
      {answer.why !== undefined && <p className="no">{answer.why}</p>}
      {answer.state !== "not yet" && answer.why === undefined && (
        <p>
          Predicted first: <b>{answer.state === "no idea" ? "no idea" : answer.given}</b>. The truth:{" "}
          <b>{answer.truth}</b>
          {answer.state === "same" ? ", as near as the question wants." : "."}
          {answer.tries > 1 && ` There were ${answer.tries} tries.`}
        </p>
      )}
      {belief !== "" && (
        <p>
          Belief behind it: <b>{belief}</b>.
        </p>
      )}
      {said !== "" && (
        <p>
          In {student}’s words: “{said}”
        </p>
      )}
    </>
  );
}

interface Props {
  readonly row: StudentRow;
  readonly column: AnswerColumn;
}

export function Details({ row, column }: Props) {
  const { student, reports } = row;
  const shown = reports.get(column.lesson.slug);
  const proofs = useProofs(shown, column);
  const title = (rest: string): ReactNode => (
    <h3>
      {student}, {column.number}, step {column.step}
      {column.kind === "checkpoint" ? ", checkpoint" : ""}: {rest}
    </h3>
  );
  if (shown === undefined) {
    return <div className="ans-details">{title("there is no file of this lesson")}</div>;
  }
  const answers = answersAt(shown, column);
  const open = answers.every(({ state }) => state === "not yet");
  return (
    <div className="ans-details" role="status">
      {title(column.kind === "checkpoint" ? signOf(answers).said : open ? "no prediction yet" : column.gist)}
      {column.kind === "prediction" ? (
        <Predicted column={column} shown={shown} student={student} />
      ) : (
        answers.map((answer) => (
          <CheckedPart
            key={answer.id}
            column={column}
            shown={shown}
            answer={answer}
            proof={proofs?.find(({ part }) => answer.id === `${column.id}/${part.id}`)}
          />
        ))
      )}
      <p className="note">
        {shown.report.file}. {open && `${student} is at ${row.at}. `}
        {shown.report.reasons.filter((reason) => answers.every(({ why }) => why !== reason)).join(" ")}
      </p>
    </div>
  );
}
