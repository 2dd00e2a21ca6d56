/** Stands for a figure that would give the answer away, and leads to the question; a curve is drawn in its place. */
import type { Figure } from "../../../lessons/types.ts";
import { useMedia } from "../../controls/media.ts";
import { hrefOf } from "../../setup/link-table.ts";
import { usePresentation } from "../../setup/presentation.ts";
import { guessStep, useLesson } from "../context.ts";

interface Props {
  readonly figure: Figure;
  readonly name: string;
}

export function Covered({ figure, name }: Props) {
  const { embed: framed, withText } = usePresentation();
  const embed = framed && !withText; // then the question stands elsewhere
  const { lesson, step, onPaper } = useLesson();
  const wide = useMedia("(min-width: 721px)");
  const asks = guessStep(lesson, step);
  const here = lesson.steps[asks - 1] === step;
  const drawn = step.predict?.kind === "curve" || step.predict?.kind === "crossing";
  if (here && drawn && figure === "chart" && wide && !embed) return <div className="paper" ref={onPaper} />;
  return (
    <div className="covered">
      <p>
        {name} is covered. {embed && "Guess first, in the lesson."}
        {!embed && here && (
          <button type="button" className="link" onClick={focusQuestion}>
            Guess first
          </button>
        )}
        {!embed && !here && (
          <a href={hrefOf("lesson", [lesson.slug], { step: String(asks) })}>Guess first: step {asks}</a>
        )}
      </p>
    </div>
  );
}

/** Below a call that is shown in part: what uncovers the rest. */
export function CoveredRest() {
  const { lesson, step } = useLesson();
  const asks = guessStep(lesson, step);
  return (
    <p className="note covered-rest">
      {lesson.steps[asks - 1] === step
        ? "The rest of the call is covered until you commit."
        : `The rest of the call is covered until you guess, in step ${asks}.`}
    </p>
  );
}

const focusQuestion = (): void => document.querySelector<HTMLElement>(".predict :is(input, [role='slider'])")?.focus();
