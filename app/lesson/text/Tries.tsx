/** Things to try, and what shows after that. */
import type { ReactNode } from "react";
import { PHONE, useMedia } from "../../controls/media.ts";
import { useBench } from "../../lab/context.ts";
import { hrefOf } from "../../setup/link-table.ts";
import { isUncovered, useLesson, useRecord } from "../context.ts";
import { OnDesk } from "../on-desk.tsx";
import { isStop, ownTries, useTried } from "../own-tries.ts";
import { isAt } from "../stage-state.ts";

/** The try whose button was pressed, as long as the stage shows what the button made of it; null for none. */
function usePressed(): string | null {
  const { state, tried } = useLesson();
  const there = useBench((bench) => isAt(state, bench));
  return there ? tried : null;
}

/**
 * A button that shows something on the stage that no hand can make there; what it shows may then be spoken of. The
 * other tries stand at the stage (StageForm.tsx).
 */
export function Try({ id }: { readonly id: string }) {
  const { lesson, step, show } = useLesson();
  const [record] = useRecord();
  const tried = usePressed();
  const found = step.tries?.find((one) => one.id === id);
  if (found === undefined || ownTries(step).length > 0 || isStop(step, id)) return null;
  // A twin would show all of the call.
  if (found.stage.twin !== undefined && !isUncovered(step, record)) {
    const asks = lesson.steps.findIndex(({ predict }) => predict?.id === step.cover?.until) + 1;
    return (
      <>
        <button type="button" className="btn small try" disabled>
          {found.label}
        </button>{" "}
        <a href={hrefOf("lesson", [lesson.slug], { step: String(asks) })}>Guess first: step {asks}</a>{" "}
      </>
    );
  }
  return (
    <button type="button" className="btn small try" aria-pressed={tried === id} onClick={() => show(found.stage, id)}>
      {found.label}
    </button>
  );
}

/**
 * Prose that would give something away before its prediction is committed or its button pressed. What is said of a try
 * bears the name of its button, and stands only while the stage shows it.
 */
export function After({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const { step } = useLesson();
  const [record] = useRecord();
  const pressed = usePressed();
  const tried = useTried();
  const phone = useMedia(PHONE);
  const found = step.tries?.find((one) => one.id === id);
  if (found === undefined) return <div role="status">{record.predictions[id] !== undefined && children}</div>;
  const isOwn = ownTries(step).length > 0;
  const said = (
    <div role="status" className="after-try">
      {(isOwn ? tried : (pressed ?? tried)) === id && (
        <>
          <h3>{found.label}</h3>
          {children}
        </>
      )}
    </div>
  );
  // On a phone the text is far from the stage: what is said of a run stands with its choice.
  return isOwn && phone ? <OnDesk>{said}</OnDesk> : said;
}
