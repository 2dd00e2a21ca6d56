/** Parts of a lesson that are fetched after its page, and its paper with them: no other part states its numbers. */
import { createContext, Suspense, useContext, useState } from "react";
import type { ComponentType, FunctionComponent } from "react";
import { usePaperHere } from "../lab/paper-here.ts";
import { useLesson } from "./context.ts";

/** Whether the lesson is on the screen. Until then it waits for all of its first text, so that no part of it moves. */
export const Arrived = createContext(false);

/** A part that waits for the lesson's paper. */
function stating<P extends object>(part: ComponentType<P>): FunctionComponent<P> {
  const Part = part as FunctionComponent<P>;
  return function Stating(props) {
    usePaperHere(useLesson().lesson.paper);
    return <Part {...props} />;
  };
}

/** A part below or beside the text: its place stays empty until the part is fetched. */
export function later<P extends object>(part: ComponentType<P>): FunctionComponent<P> {
  const Part = stating(part);
  return function Later(props) {
    return (
      <Suspense fallback={<span hidden aria-busy="true" />}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** A part within the text. A lesson that opens with it waits for it; a lesson that is on the screen does not. */
export function inText<P extends object>(part: ComponentType<P>): FunctionComponent<P> {
  const Part = stating(part);
  const Alone = later(part);
  return function InText(props) {
    const [alone] = useState(useContext(Arrived)); // as it was met: it stays where it is
    return alone ? <Alone {...props} /> : <Part {...props} />;
  };
}
