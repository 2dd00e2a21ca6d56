import { useEffect, useState } from "react";
import { findLesson } from "../../lessons/course.ts";
import { aboutLesson } from "../../lessons/about.ts";
import { hrefOf } from "../setup/link-table.ts";
import { answeringHref } from "../setup/questions/answering-link.ts";
import { QUESTIONS } from "../setup/questions/index.ts";

/** The first step of each lesson whose stage shows the experiment; empty until they have come. */
function useLessons(experiment: string): readonly { readonly slug: string; readonly step: number }[] {
  const [all, setAll] = useState<readonly { slug: string; step: number; experiment: string }[]>([]);
  useEffect(() => {
    const none = (): void => undefined; // without a network the page has no list of lessons
    import("virtual:lesson-words").then((m) => setAll(m.lessonWords), none);
  }, []);
  const here = all.filter((one) => one.experiment === experiment);
  return here.filter(({ slug }, i) => here.findIndex((one) => one.slug === slug) === i);
}

/** The questions that an experiment answers, and the lessons that show it. */
export function Uses({ experiment }: { readonly experiment: string }) {
  const lessons = useLessons(experiment);
  const asked = QUESTIONS.flatMap((question) => {
    const run = question.runs.find((one) => one.experiment === experiment);
    return run === undefined ? [] : [{ question, run }];
  });
  return (
    <>
      {asked.length > 0 && (
        <>
          <h2>Questions it answers</h2>
          <ul>
            {asked.map(({ question, run }) => (
              <li key={question.id}>
                <a href={answeringHref(run, question.id)}>{question.asked}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      {lessons.length > 0 && (
        <>
          <h2>Lessons</h2>
          <ul>
            {lessons.map(({ slug, step }) => (
              <li key={slug}>
                <a href={hrefOf("lesson", [slug], { step: step === 1 ? null : String(step) })}>
                  {aboutLesson(slug).number} {findLesson(slug)?.lesson.title}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
