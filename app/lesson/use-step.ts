/** The reader's place in a lesson: step and stage follow the address, and the address follows the reader. */
import { useEffect, useRef, useState } from "react";
import { quote } from "../../engine/faults/quote.ts";
import type { Lesson, Step } from "../../lessons/types.ts";
import type { BenchState, BenchStore } from "../lab/store.ts";
import { notify, setUp } from "../lab/store.ts";
import { withKeys } from "../setup/link-table.ts";
import { currentPlace, hashOf, leadTo, replacePlace } from "../setup/location.ts";
import type { PagePlace } from "../setup/location.ts";
import { writeLink } from "../setup/write-link.ts";
import { saysOfStage, stagePlace, stepIndex, stepPlace, stepText } from "./lesson-link.ts";
import { isAt } from "./stage-state.ts";
import type { StageDirector } from "./stage-state.ts";

/** Index of the step that the address asks for, the first with a notice where there is none; and the way to another. */
export function useStepIndex(
  { slug, steps }: Lesson,
  store: BenchStore,
  place: PagePlace,
): readonly [number, (index: number) => void] {
  const asked = stepIndex(place, steps.length);
  const first = asked ?? 0;
  const [index, setIndex] = useState(first);
  const text = stepText(place);
  useEffect(() => {
    setIndex(first);
    if (asked !== null) return;
    const problem = `step = ${quote(text ?? "")} is not in this lesson: 1 to ${steps.length}. Step 1 is shown.`;
    notify(store, { kind: "problem", text: problem });
    // A new address is all that counts; the lesson and its store stay the same while it is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text]);
  const goTo = (next: number): void => {
    if (next < 0 || next >= steps.length) return;
    setIndex(next);
    // A step of the history, so that the browser's Back leads here.
    window.location.hash = hashOf(stepPlace(slug, next, place));
  };
  return [index, goTo];
}

interface OnStage {
  readonly lesson: Lesson;
  readonly step: Step;
  readonly store: BenchStore;
  readonly director: StageDirector;
  readonly place: PagePlace;
}

/** Puts the stage in the state that a link gives it, and keeps the address at what the reader makes of it. */
export function useStageLink({ lesson, step, store, director, place }: OnStage): void {
  const followed = useRef(place);
  const index = lesson.steps.indexOf(step);
  useEffect(() => {
    const fresh = followed.current !== place;
    followed.current = place;
    if (stepIndex(place, lesson.steps.length) !== index) return; // the reader went on; the address comes after
    if (!saysOfStage(place)) {
      if (fresh && !isAt(step.stage, store.getState())) director.goTo(step.stage);
      return;
    }
    let gone = false;
    const say = (text: string): void => notify(store, { kind: "problem", text });
    const follow = async (): Promise<void> => {
      const { readStage } = await import("./read-lesson-link.ts");
      const { setup, problems } = await readStage(place, step.stage);
      if (gone) return;
      setUp(store, "link", setup);
      problems.forEach(say);
    };
    follow().catch(() => {
      if (!gone) say("What the link changes could not be fetched, so the step is as it was. Open the link again.");
    });
    return () => {
      gone = true;
    };
  }, [lesson, step, index, store, director, place]);
  useEffect(() => {
    // The head's *Bench* opens what stands on the stage.
    const lead = ({ setup }: Pick<BenchState, "setup">): void =>
      leadTo("bench", withKeys<"bench">(writeLink(setup), { lesson: lesson.slug, step: String(index + 1) }));
    lead(store.getState());
    return store.subscribe(lead);
  }, [lesson, index, store]);
  useEffect(() => {
    const base = stepPlace(lesson.slug, index, place);
    return store.subscribe((state, before) => {
      if (state.setup === before.setup) return;
      const now = currentPlace();
      if (now.path !== base.path || stepIndex(now, lesson.steps.length) !== index) return;
      replacePlace(stagePlace(base, step.stage, state.setup));
    });
  }, [lesson, step, index, store, place]);
}
