import { Suspense, useDeferredValue, useEffect, useState } from "react";
import { useStore } from "zustand";
import { findLesson } from "../../lessons/course.ts";
import { usePresentation } from "../setup/presentation.ts";
import { fetched } from "../controls/fetched.tsx";
import { Notices } from "../controls/Notices.tsx";
import type { PagePlace } from "../setup/location.ts";
import { Bench } from "./Bench.tsx";
import { Context } from "../lab/context.ts";
import { useExperimentsHere } from "./experiments-here.ts";
import { listedAt } from "../setup/link.ts";
import { usePaperHere } from "../lab/paper-here.ts";
import { benchAt, followTo, forgetQuestion } from "./session.ts";
import { experimentOf } from "../setup/setup.ts";
import { dismiss } from "../lab/store.ts";
import { useLock } from "../lab/use-lock.ts";
import { hrefOf } from "../setup/link-table.ts";
import "../styles/parameters.css";
import "../styles/answers.css";
import "../styles/bench.css";
import "../styles/low.css";
import "../styles/presentation.css";

// Of links that answer a question.
const AskedQuestion = fetched("The question", () => import("./AskedQuestion.tsx").then((m) => m.AskedQuestion));

/** The way back, where the link says which step of which lesson the run belongs to. */
function FromLesson() {
  const { lesson, step } = usePresentation();
  if (lesson === null) return null;
  const title = findLesson(lesson)?.lesson.title ?? lesson;
  return (
    <p className="from-lesson">
      {step === null ? "From the lesson " : `From step ${step} of the lesson `}
      <a href={hrefOf("lesson", [lesson], { step: step === null ? null : String(step) })}>{title}</a>
    </p>
  );
}

/** The bench as a place of the site. Another one stays on the screen until what a link leads to is here. */
export function BenchPlace({ place: followed }: { readonly place: PagePlace }) {
  const place = useDeferredValue(followed);
  useExperimentsHere(place);
  usePaperHere(listedAt(place).paper);
  const bench = benchAt(place);
  usePaperHere(useStore(bench.store, ({ setup }) => experimentOf(setup).paper));
  const notices = useStore(bench.store, (state) => state.notices);
  useEffect(() => followTo(bench, place), [bench, place]);
  const presentation = usePresentation();
  const { asked } = presentation;
  const [away, setAway] = useState<PagePlace | null>(null); // the link whose question was put away
  const putAway = (): void => {
    setAway(place);
    forgetQuestion(bench);
    document.querySelector<HTMLElement>("main")?.focus(); // the button with the focus goes
  };
  useLock(bench.store, presentation);
  return (
    <Context value={bench}>
      <Notices notices={notices} onDismiss={(gone) => dismiss(bench.store, gone)} />
      <FromLesson />
      <Suspense>{asked !== null && away !== place && <AskedQuestion id={asked} onAway={putAway} />}</Suspense>
      <Bench />
    </Context>
  );
}
