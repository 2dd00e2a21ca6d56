/** The lessons of an assignment in their order, each with its steps as pressed numbers. */
import { useState } from "react";
import { aboutLesson } from "../../lessons/about.ts";
import { COURSE, findLesson } from "../../lessons/course.ts";
import { isAsked } from "../../lessons/hand-in/assignment.ts";
import type { AskedLesson } from "../../lessons/hand-in/assignment.ts";
import type { Lesson } from "../../lessons/types.ts";
import { needing, withNeeded } from "./step-needs.ts";
import type { LessonsHere } from "../assigned/use-lessons.ts";

interface Props {
  readonly asked: readonly AskedLesson[];
  readonly lessons: LessonsHere;
  readonly onChange: (asked: readonly AskedLesson[]) => void;
}

const titleOf = (slug: string): string => `${aboutLesson(slug).number} ${findLesson(slug)?.lesson.title ?? slug}`;

interface StepsProps {
  readonly lesson: Lesson;
  readonly asked: AskedLesson;
  readonly onChange: (asked: AskedLesson) => void;
}

/** A press takes a step in or out. A step that another one needs stays, and the line below says why. */
function Steps({ lesson, asked, onChange }: StepsProps) {
  const [said, setSaid] = useState("");
  const all = lesson.steps.map((_, i) => i + 1);
  const chosen = all.filter((step) => isAsked(asked, step));
  const press = (step: number): void => {
    const needs = needing(lesson, step, chosen);
    if (chosen.includes(step) && needs.length > 0) {
      const which = needs.length === 1 ? `Step ${needs.join("")} needs` : `Steps ${needs.join(" and ")} need`;
      setSaid(`${which} step ${step}: its prediction comes before their figure is uncovered.`);
      return;
    }
    if (chosen.length === 1 && chosen.includes(step)) {
      setSaid("A lesson keeps one step at least. Take the lesson out by ×.");
      return;
    }
    const next = chosen.includes(step) ? chosen.filter((one) => one !== step) : [...chosen, step];
    const steps = withNeeded(lesson, next);
    const taken = steps === "all" ? [] : steps.filter((one) => one !== step && !next.includes(one));
    setSaid(taken.length === 0 ? "" : `Step ${taken.join(", ")} comes with it: step ${step} needs its prediction.`);
    onChange({ ...asked, steps });
  };
  return (
    <div className="desk-steps">
      <div className="row" role="group" aria-label={`Steps of ${titleOf(lesson.slug)}`}>
        {lesson.steps.map(({ id, gist }, i) => (
          <button
            key={id}
            type="button"
            className="toggle"
            aria-pressed={chosen.includes(i + 1)}
            aria-label={`Step ${i + 1}: ${gist}`}
            title={gist}
            onClick={() => press(i + 1)}
          >
            {i + 1}
          </button>
        ))}
      </div>
      <p className="note" role="status">
        {said}
      </p>
    </div>
  );
}

export function ChosenLessons({ asked, lessons, onChange }: Props) {
  const [open, setOpen] = useState<readonly string[]>([]);
  const swap = (i: number): void =>
    onChange(asked.map((one, k) => (k === i ? (asked[i - 1] ?? one) : k === i - 1 ? (asked[i] ?? one) : one)));
  const toggle = (slug: string): void =>
    setOpen(open.includes(slug) ? open.filter((one) => one !== slug) : [...open, slug]);
  const countOf = ({ slug, steps }: AskedLesson): string => {
    const all = lessons.get(slug)?.steps.length;
    if (steps === "all") return all === undefined ? "all steps" : `all ${all}`;
    return all === undefined ? `${steps.length} steps` : `${steps.length} of ${all}`;
  };
  const rest = COURSE.map(({ title, lessons: of }) => ({
    title,
    lessons: of.filter(({ slug }) => !asked.some((one) => one.slug === slug)),
  })).filter((part) => part.lessons.length > 0);
  return (
    <>
      <ul className="desk-lessons">
        {asked.map((one, i) => {
          const { slug } = one;
          const [lesson, title, isOpen] = [lessons.get(slug), titleOf(slug), open.includes(slug)];
          return (
            <li key={slug}>
              <button type="button" className="desk-name" aria-expanded={isOpen} onClick={() => toggle(slug)}>
                {title} <span>{countOf(one)}</span>
              </button>
              <button type="button" aria-label={`Move ${title} up`} disabled={i === 0} onClick={() => swap(i)}>
                ↑
              </button>
              <button
                type="button"
                aria-label={`Take ${title} out`}
                onClick={() => onChange(asked.filter((other) => other !== one))}
              >
                ×
              </button>
              {isOpen && lesson !== undefined && (
                <Steps
                  lesson={lesson}
                  asked={one}
                  onChange={(next) => onChange(asked.map((other) => (other === one ? next : other)))}
                />
              )}
            </li>
          );
        })}
      </ul>
      {rest.length > 0 && (
        <select
          aria-label="Add a lesson"
          value=""
          onChange={({ target }) => onChange([...asked, { slug: target.value, steps: "all" }])}
        >
          <option value="">Add a lesson …</option>
          {rest.map((part) => (
            <optgroup key={part.title} label={part.title}>
              {part.lessons.map(({ slug }) => (
                <option key={slug} value={slug}>
                  {titleOf(slug)}, {aboutLesson(slug).minutes} min
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </>
  );
}
