/** A lesson of the course that is not written yet: its question, the tables that it will speak of, the nearest run. */
import { useEffect, useState } from "react";
import { CATALOGUE } from "../../engine/experiments/catalogue.ts";
import { loadPaper } from "../../engine/papers/load.ts";
import type { Table } from "../../engine/papers/types.ts";
import { findLesson, LESSONS } from "../../lessons/course.ts";
import type { PlannedLesson as Planned } from "../../lessons/planned.ts";
import { PLANNED } from "../../lessons/planned.ts";
import { questionOf } from "../../lessons/questions.ts";
import { hrefOf } from "../setup/link-table.ts";
import { hashOf } from "../setup/location.ts";
import { tableHref } from "../setup/paper-links.ts";

/** The bench with the nearest run. */
function runHref({ run: { experiment, set, faults } }: Planned): string {
  const query = new URLSearchParams(Object.entries(set).map(([key, value]) => [key, String(value)]));
  for (const line of faults) query.append("fault", line);
  return hashOf({ path: `/bench/${experiment}`, query: query.toString() });
}

/** The tables with their titles, once the paper has come. */
function useTables({ paper, tables }: Planned): readonly Table[] {
  const [found, setFound] = useState<readonly Table[]>([]);
  useEffect(() => {
    let gone = false;
    if (paper !== null)
      loadPaper(paper).then(
        (one) => void (gone || setFound(one.tables.filter(({ id }) => tables.includes(id)))),
        () => undefined, // the page stands without them
      );
    return () => {
      gone = true;
    };
  }, [paper, tables]);
  return found;
}

export function PlannedLesson({ slug }: { readonly slug: string }) {
  const planned = PLANNED[slug];
  if (planned === undefined) throw new Error(`course: lesson "${slug}" is neither written nor planned.`);
  const tables = useTables(planned);
  const { paper } = planned;
  const title = CATALOGUE.find(({ id }) => id === planned.run.experiment)?.title ?? planned.run.experiment;
  const next = LESSONS.find(({ written }) => written);
  return (
    <main className="lesson-missing">
      <h1>{findLesson(slug)?.lesson.title}</h1>
      <p>This lesson is planned. It will ask: “{questionOf(slug)}”</p>
      <h2>Until then</h2>
      <ul>
        <li>
          <a href={runHref(planned)}>{title}, on the bench</a>: {planned.run.shows}
        </li>
        {paper !== null &&
          tables.map(({ id, title: name, source }) => (
            <li key={id}>
              <a href={tableHref(paper, id)}>{name}</a>: {source} of the paper, beside our runs.
            </li>
          ))}
        {next !== undefined && (
          <li>
            <a href={hrefOf("lesson", [next.slug])}>{next.title}</a>: the first lesson that is ready.
          </li>
        )}
      </ul>
      <p>
        <a href={hrefOf("")}>The course</a>
      </p>
    </main>
  );
}
