/**
 * What a lock or a hidden part does to the steps of a lesson, from the lesson’s own data: what a checkpoint keeps open,
 * and what a reader can no longer do.
 */
import type { Assignment } from "../../lessons/hand-in/assignment.ts";
import type { Lesson, Step } from "../../lessons/types.ts";
import { experimentNamed } from "../../lessons/named.ts";
import { locksOf } from "../setup/presentation.ts";
import type { PartName } from "../setup/presentation.ts";
import { openFields, shownFigures } from "../setup/step-locks.ts";

export interface LockEffect {
  readonly step: number; // from 1
  /** "open" stays open for a checkpoint, "buttons" can be changed by the step’s buttons alone, "lost" not at all. */
  readonly kind: "open" | "buttons" | "lost";
  readonly what: string; // "the faults", "Threads", "its specification", "its hero figure"
}

type Held = Pick<Assignment, "lock" | "hide">;

const nameOf = (step: Step, key: string): string => {
  if (key === "faults") return "the faults";
  const of = step.checkpoint?.parts.find(({ free }) => free.includes(key))?.experiment ?? step.stage.experiment;
  return experimentNamed(of).params[key]?.label ?? key;
};

/** What a step’s runs differ in, beside a checkpoint: its reader changes that by hand or by the step’s buttons. */
function changedIn({ stage, tries = [] }: Step): readonly string[] {
  const runs = [stage, ...tries.map((one) => ({ ...stage, ...one.stage }))];
  const keys = new Set(runs.flatMap(({ set = {} }) => Object.keys(set)));
  const differs = (valueOf: (run: (typeof runs)[number]) => unknown): boolean => new Set(runs.map(valueOf)).size > 1;
  return [
    ...[...keys].filter((key) => differs(({ set = {} }) => set[key])),
    ...(differs(({ faults = [] }) => faults.join("\n")) ? ["faults"] : []),
  ];
}

/** Figures in which a reader writes: what stands there is a parameter. */
const WRITTEN_IN = { specification: "its specification", rules: "its rules" } as const;

function ofStep(step: Step, number: number, { lock, hide }: Held): readonly LockEffect[] {
  const open = openFields(step);
  const [locked, closed] = [locksOf({ lock, open: [] }), locksOf({ lock, open })];
  const hides = (part: PartName): boolean => hide.includes(part);
  const isHeld = (key: string): boolean => locked(key) || hides(key === "faults" ? "faults" : "parameters");
  const effect = (kind: LockEffect["kind"], what: string): LockEffect => ({ step: number, kind, what });
  const { hero } = step.stage;
  const isHeroGone = !shownFigures(step, step.stage, hides).includes(hero);
  const changed = changedIn(step).filter((key) => isHeld(key) && !open.includes(key));
  const written = hero === "specification" || hero === "rules" ? WRITTEN_IN[hero] : null;
  return [
    ...open.filter(isHeld).map((key) => effect("open", nameOf(step, key))),
    ...(isHeroGone ? [effect("lost", "the figure that it is about")] : []),
    ...(step.push !== undefined && (closed("parameters") || hides("parameters"))
      ? [effect("lost", "the bars that its reader pushes")]
      : []),
    ...(written !== null && !isHeroGone && closed(hero) ? [effect("lost", `a change of ${written}`)] : []),
    ...(changed.length > 0 ? [effect("buttons", changed.map((key) => nameOf(step, key)).join(", "))] : []),
  ];
}

/** What the locks and hidden parts of an assignment do to the steps that it asks for. */
export const lockEffects = ({ steps }: Lesson, asked: (step: number) => boolean, held: Held): readonly LockEffect[] =>
  steps.flatMap((step, i) => (asked(i + 1) ? ofStep(step, i + 1, held) : []));
