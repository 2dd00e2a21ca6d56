/** Parts of a lesson that are fetched after its page, and its papers with them: no other part states their numbers. */
import { createContext, Suspense, useContext, useState } from "react";
import type { ComponentType, FunctionComponent } from "react";
import { fetched } from "../controls/fetched.tsx";
import type { Fetched } from "../controls/fetched.tsx";
import { withTexts } from "../language/text.ts";
import { papersOfLesson } from "../../lessons/index.ts";
import { usePapersHere } from "../lab/paper-here.ts";
import { useLesson } from "./context.ts";

/** Whether the lesson is on the screen. Until then it waits for all of its first text, so that no part of it moves. */
export const Arrived = createContext(false);

/** A part that waits for the lesson's papers. */
function stating<P extends object>(Part: ComponentType<P>): FunctionComponent<P> {
  return function Stating(props) {
    usePapersHere(papersOfLesson(useLesson().lesson.slug));
    return <Part {...props} />;
  };
}

/** A part whose place stays empty until it is fetched. */
function aside<P extends object>(Part: ComponentType<P>): FunctionComponent<P> {
  return function Aside(props) {
    return (
      <Suspense fallback={<span hidden aria-busy="true" />}>
        <Part {...props} />
      </Suspense>
    );
  };
}

type Load<P> = () => Promise<FunctionComponent<P>>;

/**
 * A part below or beside the text.
 * @param what as in `fetched`
 * @param texts the file of its texts (site-files.ts)
 */
export function later<P extends object>(what: string, load: Load<P>, texts = "panels"): Fetched<P> {
  const part = fetched(what, withTexts(load, texts));
  return Object.assign(aside(stating(part)), { ahead: part.ahead });
}

/**
 * A part within the text. A lesson that opens with it waits for it; a lesson that is on the screen does not.
 * @param texts the file of texts that it needs besides those of a lesson (site-files.ts)
 */
export function inText<P extends object>(what: string, load: Load<P>, texts?: string): Fetched<P> {
  const part = fetched(what, texts === undefined ? load : withTexts(load, texts));
  const Part = stating(part);
  const Alone = aside(Part);
  function InText(props: P) {
    const [alone] = useState(useContext(Arrived)); // as it was met: it stays where it is
    return alone ? <Alone {...props} /> : <Part {...props} />;
  }
  return Object.assign(InText, { ahead: part.ahead });
}
