/**
 * The link of a lesson: "#/lesson/more-threads?step=3&threads=2&fault=drop+result%231". The step, and what the reader
 * changed on its stage; what the step has itself is left out, so that a link holds all and says no more.
 */
import { ASSIGNMENT_KEYS } from "../../lessons/hand-in/assignment-name.ts";
import type { StageState } from "../../lessons/types.ts";
import type { Setup } from "../setup/setup.ts";
import { lastOf, placeAt } from "../setup/link-table.ts";
import type { PagePlace } from "../setup/location.ts";
import { presentationOf, withPresentation } from "../setup/presentation.ts";
import { setupOf } from "./stage-state.ts";

/** Keys that say nothing of the stage. */
const NOT_OF_THE_STAGE: ReadonlySet<string> = new Set(["step", "embed", "parent", ...ASSIGNMENT_KEYS, "own"]);

/** Whether a link changes what its step shows; then it is read (read-lesson-link.ts). */
export const saysOfStage = ({ query }: PagePlace): boolean =>
  [...new URLSearchParams(query).keys()].some((key) => !NOT_OF_THE_STAGE.has(key));

/** The step of a link as it stands there; null where it names none. */
export const stepText = ({ query }: PagePlace): string | null => lastOf(new URLSearchParams(query), "step");

/** Index of the step that a link asks for; null where the lesson has no such step. */
export function stepIndex(place: PagePlace, count: number): number | null {
  const text = stepText(place);
  if (text === null) return 0;
  const index = /^\d{1,3}$/.test(text) ? Number(text) - 1 : -1;
  return index >= 0 && index < count ? index : null;
}

/** The place of a step, in the presentation of the place before. */
export function stepPlace(slug: string, index: number, from: PagePlace): PagePlace {
  const { embed, withText, parent, hide, lock, assignment, work, own } = presentationOf(from);
  const step = index === 0 ? null : String(index + 1);
  const presentation = { embed, withText, parent, hide, lock, assignment, work, own };
  return withPresentation(placeAt("lesson", [slug], { step }), presentation);
}

/** The place of a step with its stage as it is now. */
export function stagePlace(step: PagePlace, stage: StageState, setup: Setup): PagePlace {
  const own = setupOf(stage);
  const query = new URLSearchParams();
  if (setup.experiment !== own.experiment) query.set("experiment", setup.experiment);
  const base = setup.experiment === own.experiment ? own : setupOf({ ...stage, experiment: setup.experiment });
  for (const [key, value] of Object.entries(setup.parameters)) {
    if (base.parameters[key] !== value) query.set(key, String(value));
  }
  if (setup.seed !== own.seed) query.set("seed", String(setup.seed));
  const sameFaults = setup.faults.join("\n") === own.faults.join("\n");
  for (const fault of sameFaults ? [] : setup.faults) query.append("fault", fault);
  const changes = query.toString();
  if (changes === "") return step;
  return { path: step.path, query: step.query === "" ? changes : `${step.query}&${changes}` };
}
