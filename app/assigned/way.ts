/** The way through an assignment: its page, its lessons with all that the link says, and where one is among them. */
import { findLesson } from "../../lessons/course.ts";
import { isAsked, readAssignment, writeAssignment } from "../../lessons/hand-in/assignment.ts";
import type { AskedLesson, Assignment } from "../../lessons/hand-in/assignment.ts";
import { firstStep } from "../../lessons/hand-in/packaged.ts";
import { keptStudent } from "../record/student.ts";
import type { PagePlace } from "../setup/location.ts";
import { presentationOf } from "../setup/presentation.ts";

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("&");
/** How the frame that the place stands in wants it: the page around it stays the same. */
function embedOf(place: PagePlace): string {
  const { withText, parent } = presentationOf(place);
  const query = new URLSearchParams(withText ? { embed: "lesson", ...(parent === null ? {} : { parent }) } : {});
  return query.toString();
}

/** The link of the assignment’s own page, in the frame that it stands in. */
export const coverHref = (assignment: Assignment, from: PagePlace): string =>
  `#/do?${joined(embedOf(from), writeAssignment(assignment))}`;

/** The link of a lesson of it, at a step from 1, or at the first that is asked for. */
export function lessonHref(assignment: Assignment, asked: AskedLesson, from: PagePlace, step: number | null = null) {
  const at = step === null ? firstStep(asked) : step === 1 ? "" : `step=${step}`;
  const student = assignment.own ? new URLSearchParams({ own: keptStudent().trim() }).toString() : "";
  return `#/lesson/${asked.slug}?${joined(at, embedOf(from), writeAssignment(assignment), student)}`;
}

interface Neighbour {
  readonly href: string;
  readonly title: string;
}

/** A lesson as a part of an assignment. */
export interface Assigned {
  readonly assignment: Assignment;
  readonly place: number; // of the lesson among those that are asked for, from 1
  /** Whether a step is asked for, from 0. */
  readonly isAsked: (index: number) => boolean;
  /** Null in a package for a learning platform, which knows the way itself. */
  readonly cover: string | null;
  readonly before: Neighbour | null;
  readonly after: Neighbour | null;
}

/** Where a lesson stands in the assignment of its link; null where the link has none with this lesson. */
export function assignedIn(slug: string, place: PagePlace): Assigned | null {
  const { assignment } = readAssignment(place.query);
  const at = assignment.lessons.findIndex((one) => one.slug === slug);
  const asked = assignment.lessons[at];
  if (asked === undefined) return null;
  const { roundtripPackage: packaged } = globalThis as { readonly roundtripPackage?: { readonly kind: string } };
  const isFree = packaged === undefined || packaged.kind === "offline";
  const neighbour = (one: AskedLesson | undefined): Neighbour | null =>
    one === undefined || !isFree
      ? null
      : { href: lessonHref(assignment, one, place), title: findLesson(one.slug)?.lesson.title ?? one.slug };
  return {
    assignment,
    place: at + 1,
    isAsked: (index) => isAsked(asked, index + 1),
    cover: isFree ? coverHref(assignment, place) : null,
    before: neighbour(assignment.lessons[at - 1]),
    after: neighbour(assignment.lessons[at + 1]),
  };
}
