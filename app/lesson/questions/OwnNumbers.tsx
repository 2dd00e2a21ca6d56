/** Whose numbers a checkpoint has, where an assignment gives each student numbers of their own: said, or asked for. */
import { useId, useState } from "react";
import { asksForOwn, ownStudent, usePresentation } from "../../setup/presentation.ts";
import { keepStudent, LONGEST_STUDENT, useStudent } from "../../record/student.ts";

export function OwnNumbers() {
  const presentation = usePresentation();
  const student = useStudent();
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const own = ownStudent(presentation, student);
  if (own === null && !asksForOwn(presentation)) return null;
  if (own !== null && typed === null) {
    return (
      <p className="note">
        Your numbers: drawn from your code, {own}.{" "}
        {presentation.own === null && (
          <button type="button" className="btn small bare" onClick={() => setTyped(own)}>
            Change it
          </button>
        )}
      </p>
    );
  }
  return (
    <form
      className="row asked-row"
      onSubmit={(event) => {
        event.preventDefault();
        keepStudent((typed ?? "").trim());
        setTyped(null);
      }}
    >
      <label htmlFor={id}>Your name or code, from which your numbers are drawn:</label>
      <input
        id={id}
        value={typed ?? ""}
        maxLength={LONGEST_STUDENT}
        required
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit" className="btn small">
        Draw my numbers
      </button>
    </form>
  );
}
