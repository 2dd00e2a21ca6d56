/** Tries the numbers that students draw before an assignment is handed out: each checkpoint is solved by running. */
import { useEffect, useRef, useState } from "react";
import type { AskedLesson } from "../../lessons/hand-in/assignment.ts";
import { isAsked } from "../../lessons/hand-in/assignment.ts";
import { rememberingRuns } from "../../lessons/hand-in/known-runs.ts";
import type { Lesson } from "../../lessons/types.ts";
import { openOwn } from "../../lessons/variants/open-variant.ts";
import { tryVariants } from "../../lessons/variants/try-variants.ts";
import type { LessonsHere } from "../assigned/use-lessons.ts";
import { Cancelled } from "../workers/engine-client.ts";
import { messageOf } from "../words/message-of.ts";
import { Runners } from "./class/runners.ts";

/** A checkpoint that a student could not solve, or would find solved. */
interface Unfit {
  readonly slug: string;
  readonly code: string;
  readonly problem: string;
}

export type Trial =
  | { readonly tag: "none" }
  | { readonly tag: "running"; readonly done: number; readonly of: number } // lessons × codes
  | { readonly tag: "tried"; readonly students: number; readonly parts: number; readonly unfit: readonly Unfit[] }
  | { readonly tag: "failed"; readonly why: string };

/** The lesson with the checkpoints of its asked steps alone. */
const asAsked = (lesson: Lesson, asked: AskedLesson): Lesson => ({
  ...lesson,
  steps: lesson.steps.map((step, i) => {
    const { checkpoint: _, ...bare } = step;
    return isAsked(asked, i + 1) ? step : bare;
  }),
});

/** A trial ends where the assignment changes. `begin` is null while lessons are on their way: none may be left out. */
export function useTried(asked: readonly AskedLesson[], lessons: LessonsHere) {
  const [trial, setTrial] = useState<Trial>({ tag: "none" });
  const runners = useRef<Runners | null>(null);
  const stop = (): void => {
    runners.current?.end();
    runners.current = null;
    setTrial({ tag: "none" });
  };
  const wanted = JSON.stringify(asked);
  useEffect(() => stop, [wanted]);
  const tried = asked.flatMap((one) => {
    const lesson = lessons.get(one.slug);
    return lesson === undefined ? [] : [asAsked(lesson, one)];
  });
  const begin = async (codes: readonly string[]): Promise<void> => {
    stop();
    const mine = new Runners();
    runners.current = mine;
    const engine = rememberingRuns(mine.engine);
    let done = 0;
    const of = tried.length * codes.length;
    const tell = (): boolean => {
      const isMine = runners.current === mine;
      if (isMine) setTrial({ tag: "running", done: done++, of });
      return !isMine;
    };
    tell();
    try {
      const found = await Promise.all(
        tried.map(async (lesson) => {
          const run: Parameters<typeof tryVariants>[3] = async (made) => (await engine(made)).measures;
          const all = await tryVariants(lesson, await openOwn(lesson.slug), codes, run, tell);
          return all.map(({ code, problem }) => ({ slug: lesson.slug, code, problem }));
        }),
      );
      const all = found.flat();
      const unfit = all.flatMap(({ problem, ...one }) => (problem === null ? [] : [{ ...one, problem }]));
      if (runners.current === mine) setTrial({ tag: "tried", students: codes.length, parts: all.length, unfit });
    } catch (error) {
      if (!(error instanceof Cancelled) && runners.current === mine) setTrial({ tag: "failed", why: messageOf(error) });
    }
    mine.end();
  };
  return { trial, begin: tried.length === asked.length ? begin : null, stop };
}
