/** The left side of the desk: an assignment is built by clicking, and handed out. */
import { useId, useState } from "react";
import { isAssignmentName, LONGEST_NAME } from "../../lessons/hand-in/assignment-name.ts";
import { LONGEST, readAssignment } from "../../lessons/hand-in/assignment.ts";
import type { Assignment } from "../../lessons/hand-in/assignment.ts";
import { hrefOf } from "../setup/link-table.ts";
import { readPlace } from "../setup/location.ts";
import { ChosenLessons } from "./ChosenLessons.tsx";
import { countText } from "../assigned/count.ts";
import { HandOut } from "./HandOut.tsx";
import { Held } from "./Held.tsx";
import { draftBefore } from "./kept-draft.ts";
import { TriedNumbers } from "./TriedNumbers.tsx";
import { useLessons } from "../assigned/use-lessons.ts";

interface Props {
  readonly assignment: Assignment;
  readonly onChange: (assignment: Assignment) => void;
}

type Text = "from" | "due" | "question";

/** The name while it is typed: one that a link cannot carry is not taken, and a sentence says why. */
function NameField({ name, onName }: { readonly name: string; readonly onName: (name: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState(name);
  const [known, setKnown] = useState(name);
  if (known !== name) {
    setKnown(name); // another assignment lies on the desk
    if (typed.trim() !== name) setTyped(name);
  }
  const text = typed.trim();
  const isFine = text === "" || isAssignmentName(text);
  return (
    <>
      <input
        className="desk-title"
        aria-label="Name of the assignment"
        aria-invalid={!isFine}
        aria-describedby={`${id}-problem`}
        placeholder="Name of the assignment"
        value={typed}
        maxLength={LONGEST_NAME}
        autoComplete="off"
        onChange={({ target }) => {
          setTyped(target.value);
          const next = target.value.trim();
          if (next === "" || isAssignmentName(next)) onName(next);
        }}
      />
      <p className="error" id={`${id}-problem`} role="alert">
        {!isFine && "A name begins with a letter or a digit, and has letters, digits, blanks and punctuation."}
      </p>
    </>
  );
}

/** Opens the link of an assignment on the desk, to change it. */
function OpenLink() {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const open = (): void => {
    const { path, query } = readPlace(text.slice(Math.max(0, text.indexOf("#"))));
    const { assignment } = readAssignment(query);
    if (!/^\/(do|desk|lesson)(\/|$)/.test(path) || assignment.lessons.length === 0) {
      setProblem("This is no link of an assignment. Such a link has #/do?lessons=… in it.");
      return;
    }
    setProblem("");
    setText("");
    window.location.hash = `#/desk?${query}`;
  };
  return (
    <form
      className="desk-open"
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <label>
        The link of an assignment
        <input value={text} autoComplete="off" onChange={({ target }) => setText(target.value)} />
      </label>
      <button type="submit" className="btn small">
        Open it here
      </button>
      <p className="error" role="alert">
        {problem}
      </p>
    </form>
  );
}

/** Ready plans, an assignment that was handed out, the one before: other ways to begin. */
function Others() {
  const before = draftBefore();
  const { name } = readAssignment(before).assignment;
  return (
    <details className="desk-others">
      <summary>Plans, the guide, a link to open</summary>
      <p>
        <a href={hrefOf("desk", ["plans"])}>Ready plans: a lecture, two weeks, a term</a>
      </p>
      <p>
        <a href={hrefOf("desk", ["guide"])}>The teacher’s guide: all answers, and what wrong ones show</a>
      </p>
      {before !== "" && (
        <p>
          <a href={`#/desk?${before}`}>The one before: {name === "" ? "without a name" : name}</a>
        </p>
      )}
      <OpenLink />
    </details>
  );
}

export function Builder({ assignment, onChange }: Props) {
  const id = useId();
  const { lessons, problem } = useLessons(assignment.lessons.map(({ slug }) => slug));
  const put = (next: Partial<Assignment>): void => onChange({ ...assignment, ...next });
  const textOf = (key: Text) => ({
    id: `${id}-${key}`,
    value: assignment[key],
    maxLength: LONGEST[key],
    autoComplete: "off",
    onChange: ({ target }: { readonly target: { readonly value: string } }) => put({ [key]: target.value }),
  });
  return (
    <section className="desk-build" aria-label="The assignment">
      <h2>
        Assignment <span>{countText(assignment, lessons)}</span>
      </h2>
      <NameField name={assignment.name} onName={(name) => put({ name })} />
      <ChosenLessons asked={assignment.lessons} lessons={lessons} onChange={(asked) => put({ lessons: asked })} />
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <Others />
      <h2>
        What students find <span>a step keeps what it needs</span>
      </h2>
      <Held assignment={assignment} lessons={lessons} onChange={put} />
      <h2>
        <label htmlFor={`${id}-question`}>Your own question</label> <span>answered in words</span>
      </h2>
      <textarea rows={2} {...textOf("question")} />
      <p className="desk-line">
        <label htmlFor={`${id}-from`}>From</label>
        <input placeholder="You, or your course" {...textOf("from")} />
      </p>
      <p className="desk-line">
        <label htmlFor={`${id}-due`}>Due</label>
        <input placeholder="Tuesday, 8 December, 18:00" {...textOf("due")} />
      </p>
      <label className="desk-own">
        <input type="checkbox" checked={assignment.own} onChange={() => put({ own: !assignment.own })} />
        <span>
          Own numbers for each student <span className="note">{assignment.own ? OWN : "all have the same"}</span>
        </span>
      </label>
      {assignment.own && assignment.lessons.length > 0 && <TriedNumbers {...{ assignment, lessons }} />}
      <HandOut assignment={assignment} />
    </section>
  );
}

const OWN = "drawn from their name or code";
