/** Whether each student’s own numbers can be solved: tried on request, for invented codes or those of the class. */
import { useState } from "react";
import { aboutLesson } from "../../lessons/about.ts";
import type { Assignment } from "../../lessons/hand-in/assignment.ts";
import { codeOf } from "../../lessons/variants/variant.ts";
import type { LessonsHere } from "../assigned/use-lessons.ts";
import { LONGEST_STUDENT } from "../record/student.ts";
import { counted } from "../words/numbers.ts";
import { useTried } from "./use-tried.ts";
import type { Trial } from "./use-tried.ts";

const INVENTED = Array.from({ length: 30 }, (_, i) => `student ${i + 1}`);
const MOST_CODES = 500;
const SHOWN = 5; // checkpoints that do not fit; more are counted

/** A line each; however a student types a name, it counts once. */
function codesIn(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => line.trim().slice(0, LONGEST_STUDENT));
  return [...new Map(lines.filter((line) => line !== "").map((line) => [codeOf(line), line])).values()];
}

function Result({ trial }: { readonly trial: Trial }) {
  if (trial.tag === "failed") return <p className="error">The trial ended: {trial.why}</p>;
  if (trial.tag !== "tried") return null;
  const { students, parts, unfit } = trial;
  if (parts === 0) return <p>The steps that are asked for have no checkpoint, so there is nothing to try.</p>;
  if (unfit.length === 0) return <p>Tried for {counted(students, "student")}: every checkpoint can be solved.</p>;
  return (
    <>
      <p>Tried for {counted(students, "student")}. Not fit to hand out:</p>
      <ul>
        {unfit.slice(0, SHOWN).map(({ slug, code, problem }) => (
          <li key={`${slug} ${code}`}>
            {aboutLesson(slug).number}, {code}: {problem}
          </li>
        ))}
      </ul>
      {unfit.length > SHOWN && <p>And {unfit.length - SHOWN} more.</p>}
    </>
  );
}

interface Props {
  readonly assignment: Assignment;
  readonly lessons: LessonsHere;
}

export function TriedNumbers({ assignment, lessons }: Props) {
  const [text, setText] = useState("");
  const { trial, begin, stop } = useTried(assignment.lessons, lessons);
  const given = codesIn(text);
  const codes = given.length === 0 ? INVENTED : given.slice(0, MOST_CODES);
  return (
    <div className="desk-tried">
      {trial.tag === "running" ? (
        <p>
          <progress value={trial.done} max={trial.of} aria-label="Numbers are tried" />{" "}
          <button type="button" className="btn small" onClick={stop}>
            Stop
          </button>
        </p>
      ) : (
        <p>
          <button type="button" className="btn small" disabled={begin === null} onClick={() => void begin?.(codes)}>
            Try the numbers of {counted(codes.length, "student")}
          </button>
        </p>
      )}
      <div role="status">
        <Result trial={trial} />
      </div>
      <details>
        <summary>Codes of your class</summary>
        <label>
          A name or code on each line; without any, {INVENTED.length} invented ones are tried
          <textarea rows={3} value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        {given.length > MOST_CODES && (
          <p className="error">
            {given.length} codes; the first {MOST_CODES} are tried.
          </p>
        )}
      </details>
    </div>
  );
}
