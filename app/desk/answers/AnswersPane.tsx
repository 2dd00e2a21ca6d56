/** The answers of a class: files that students handed in, read on this page only. */
import type { Assignment } from "../../../lessons/hand-in/assignment.ts";

interface Props {
  readonly assignment: Assignment; // as it stands on the left side of the desk
}

export function AnswersPane({ assignment }: Props) {
  const of = assignment.name === "" ? "" : ` of “${assignment.name}”`;
  return (
    <div className="desk-none">
      <h2>The answers{of} come here</h2>
      <p>Students hand in a file. No file is read yet: hand the assignment out first.</p>
    </div>
  );
}
