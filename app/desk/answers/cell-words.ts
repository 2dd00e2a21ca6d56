/** What a cell of the table says: in its own few signs, and to a screen reader. */
import type { Answer, State } from "../../../lessons/hand-in/check-report.ts";
import { stateOf } from "../class/rows.ts";
import type { AnswerColumn } from "../class/rows.ts";

interface Sign {
  readonly shown: string;
  readonly tone: "yes" | "no" | "na";
  readonly said: string;
}

const NOT_YET: Sign = { shown: "– not yet", tone: "na", said: "not begun" };

const SIGNS: Partial<Readonly<Record<State, Sign>>> = {
  passed: { shown: "✓ same", tone: "yes", said: "passed, and the run agrees" },
  "does not match": { shown: "✗ differs", tone: "no", said: "does not match its run" },
  "not passed": { shown: "– not passed", tone: "na", said: "not passed yet, and the run agrees" },
  told: { shown: "told", tone: "na", said: "the solution was shown" },
};

export const signOf = (answers: readonly Answer[]): Sign => SIGNS[stateOf(answers)] ?? NOT_YET;

/** "Ana, 4.1 step 2, Three are dead: predicted 61 s, the truth is 185 s". */
export function cellLabel(
  student: string,
  { number, step, gist, kind }: AnswerColumn,
  answers: readonly Answer[],
): string {
  const where = `${student}, ${number} step ${step}, ${gist}`;
  const [first] = answers;
  if (kind === "checkpoint") return `${where}, checkpoint: ${signOf(answers).said}`;
  if (first === undefined || first.state === "not yet") return `${where}: no prediction yet`;
  if (first.state === "does not match") return `${where}: the prediction does not match`;
  const guess = first.state === "no idea" ? "no idea" : `predicted ${first.given}`;
  return `${where}: ${guess}, the truth is ${first.truth}`;
}
