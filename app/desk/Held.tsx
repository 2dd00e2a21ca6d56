/** What students find locked or hidden, and what becomes of the steps that need it. */
import { useState } from "react";
import { aboutLesson } from "../../lessons/about.ts";
import { isAsked } from "../../lessons/hand-in/assignment.ts";
import type { AskedLesson, Assignment } from "../../lessons/hand-in/assignment.ts";
import { lockEffects } from "./lock-effects.ts";
import type { LockEffect } from "./lock-effects.ts";
import { neededBy } from "./step-needs.ts";
import type { Lesson } from "../../lessons/types.ts";
import type { LessonsHere } from "../assigned/use-lessons.ts";

interface Row {
  readonly key: string;
  readonly title: string;
  readonly canLock: boolean;
  readonly canHide: boolean;
}

const ROWS: readonly Row[] = [
  { key: "parameters", title: "Parameters", canLock: true, canHide: true },
  { key: "faults", title: "Faults", canLock: true, canHide: true },
  { key: "hints", title: "Hints, solutions", canLock: false, canHide: true },
];

/** Fewer teachers ask for these: they stand behind a line. */
const RARE: readonly Row[] = [
  { key: "experiment", title: "Experiment", canLock: true, canHide: false },
  { key: "seed", title: "Seed", canLock: true, canHide: true },
  { key: "waterfall", title: "Where time goes", canLock: false, canHide: true },
  { key: "chart", title: "Chart", canLock: false, canHide: true },
  { key: "inspector", title: "Inspector", canLock: false, canHide: true },
  { key: "export", title: "Export", canLock: false, canHide: true },
];

interface Found extends LockEffect {
  readonly lesson: string; // its number, "1.2"
}

const whereOf = ({ lesson, step }: Found): string => `${lesson} step ${step}`;

/** "1.2 step 6 (the faults), 4.1 step 6 (Calls, Time limit)": the first steps, and how many more there are. */
const MOST = 3;
function listed(found: readonly Found[]): string {
  const steps = [...new Set(found.map(whereOf))];
  const whatOf = (where: string): string =>
    found.flatMap((one) => (whereOf(one) === where ? [one.what] : [])).join(", ");
  const first = steps.slice(0, MOST).map((where) => `${where} (${whatOf(where)})`);
  const more = steps.length - first.length;
  return more > 0 ? `${first.join(", ")}, and ${more} more` : first.join(", ");
}

function Warnings({ found }: { readonly found: readonly Found[] }) {
  const of = (kind: LockEffect["kind"]): readonly Found[] => found.filter((one) => one.kind === kind);
  const [open, lost, buttons] = [of("open"), of("lost"), of("buttons")];
  return (
    <div role="status">
      {lost.length > 0 && (
        <p className="desk-warn">
          <b>These steps cannot be done as they stand:</b> {listed(lost)}. Take them out, or what they need back in.
        </p>
      )}
      {open.length > 0 && (
        <p className="desk-warn">A checkpoint keeps what it asks for, and no more: {listed(open)}.</p>
      )}
      {buttons.length > 0 && (
        <p className="desk-warn">Only the buttons of the step still change it: {listed(buttons)}.</p>
      )}
    </div>
  );
}

/** Chosen steps whose figure stays covered, because the step with its prediction is not asked for. */
function unmet(lesson: Lesson, asked: AskedLesson): readonly LockEffect[] {
  return lesson.steps.flatMap((_, i): readonly LockEffect[] => {
    const needed = isAsked(asked, i + 1) ? neededBy(lesson, i + 1) : null;
    if (needed === null || isAsked(asked, needed)) return [];
    return [{ step: i + 1, kind: "lost", what: `step ${needed} has the prediction that uncovers it` }];
  });
}

interface Props {
  readonly assignment: Assignment;
  readonly lessons: LessonsHere;
  readonly onChange: (held: Pick<Assignment, "lock" | "hide">) => void;
}

export function Held({ assignment, lessons, onChange }: Props) {
  const { lock, hide } = assignment;
  const [isOpen, setOpen] = useState(false);
  const isSet = (key: string): boolean => lock.includes(key) || hide.includes(key);
  const known = [...ROWS, ...RARE];
  // A link may name single parameters.
  const others = [...new Set([...lock, ...hide])].filter((key) => !known.some((row) => row.key === key));
  const rare = isOpen ? RARE : RARE.filter(({ key }) => isSet(key));
  const single = others.map((key) => ({ key, title: key, canLock: true, canHide: true }));
  const rows = [...ROWS, ...rare, ...single];
  const toggled = (list: readonly string[], key: string): readonly string[] =>
    list.includes(key) ? list.filter((one) => one !== key) : [...list, key];
  const found = assignment.lessons.flatMap((asked) => {
    const lesson = lessons.get(asked.slug);
    if (lesson === undefined) return [];
    const effects = [...unmet(lesson, asked), ...lockEffects(lesson, (step) => isAsked(asked, step), assignment)];
    return effects.map((effect) => ({ ...effect, lesson: aboutLesson(asked.slug).number }));
  });
  const box = (of: "lock" | "hide", { key, title }: Row) => (
    <label>
      <input
        type="checkbox"
        aria-label={`${title}: ${of === "lock" ? "locked" : "hidden"}`}
        checked={assignment[of].includes(key)}
        onChange={() => onChange({ lock, hide, [of]: toggled(assignment[of], key) })}
      />
    </label>
  );
  return (
    <>
      <table className="desk-held">
        <thead>
          <tr>
            <td />
            <th scope="col">locked</th>
            <th scope="col">hidden</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.title}</th>
              <td>{row.canLock && box("lock", row)}</td>
              <td>{row.canHide && box("hide", row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        More parts
      </button>
      <Warnings found={found} />
    </>
  );
}
