/**
 * How a link wants its place shown, beside what it shows: `embed=1` without the site around it, `embed=lesson` a
 * lesson with its text and questions, `parent=` the page that may direct such a lesson, `hide=` without some of its
 * parts, `lock=` with some that the reader cannot change, the assignment that a lesson is opened from, and from the
 * bench the lesson and the step that it belongs to, or the question that it answers.
 */
import { createContext, useContext } from "react";
import { LESSONS } from "../../lessons/course.ts";
import { isAssignmentName } from "../../lessons/hand-in/assignment-name.ts";
import { lastOf, lastText, withKeys } from "./link-table.ts";
import { placeName } from "./location.ts";
import type { PagePlace } from "./location.ts";

export interface Presentation {
  readonly embed: boolean; // without the site around it
  readonly withText: boolean; // of an embedded lesson: its text and questions beside the stage
  readonly parent: string | null; // origin of the page that may direct an embedded lesson
  readonly hide: readonly string[]; // parts, and parameters by their names
  readonly lock: readonly string[]; // what the reader sees and cannot change: see LOCKS; parameters by their names
  readonly open: readonly string[]; // of what `lock` names: what the step’s checkpoint asks the reader to set
  readonly lesson: string | null; // slug of the lesson that a link to the bench belongs to
  readonly step: number | null; // of that lesson, from 1
  readonly assignment: string | null; // a teacher’s name for what is asked; reports of the lesson carry it
  readonly work: Work; // what else the teacher asks
  readonly own: string | null; // name or code of the student whose numbers the lesson has
  readonly asked: string | null; // id of the question that a link to the bench answers; it may be none that there is
}

/** The rest of an assignment as a link has it: assignment.ts reads it where it is wanted. */
const WORK_KEYS = ["from", "lessons", "question", "due", "numbers"] as const;
type Work = Readonly<Partial<Record<(typeof WORK_KEYS)[number], string>>>;

export const PLAIN: Presentation = {
  embed: false,
  withText: false,
  parent: null,
  hide: [],
  lock: [],
  open: [],
  lesson: null,
  step: null,
  assignment: null,
  work: {},
  own: null,
  asked: null,
};

/** "https://school.example:8443" as it is written, or null: http and https have origins that a browser can check. */
function originOf(text: string | null): string | null {
  if (text === null || !/^https?:\/\//.test(text) || !URL.canParse(text)) return null;
  const { origin } = new URL(text);
  return origin === text ? origin : null;
}

/** The form of a question’s id: the questions themselves come later. */
const QUESTION_ID = /^[a-z][a-z-]{1,39}$/;

/** A name or a code: no control characters, and none that turn the text around. */
const STUDENT = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{P}\p{S} ]{0,79}$/u;

/** Parts that a link can hide, and where they are. */
export const PARTS = {
  experiment: ["bench"],
  parameters: ["bench", "lesson"],
  faults: ["bench", "lesson"],
  answers: ["bench"],
  model: ["bench"],
  timeline: ["bench", "lesson"],
  waterfall: ["bench", "lesson"],
  chart: ["bench", "lesson"],
  use: ["lesson"],
  inspector: ["bench", "lesson"],
  events: ["bench"],
  hints: ["lesson"],
  pin: ["bench", "lesson"],
  link: ["bench", "lesson"],
  export: ["bench", "lesson"],
} as const satisfies Readonly<Record<string, readonly ("bench" | "lesson")[]>>;
export type PartName = keyof typeof PARTS;

/** A link can lock these beside single parameters: all of them, the fault script, the choice of an experiment. */
export const LOCKS = ["experiment", "parameters", "faults"] as const;

export const HIDE_MOST = 40; // more names than there are; a longer list is damaged

const isReadable = (slug: string): boolean => LESSONS.some((lesson) => lesson.slug === slug);

/**
 * How a link wants its place shown. What cannot be meant counts as not said; a name to hide that nothing has hides
 * nothing. address-problems.ts says what is wrong with a link. Of a key that stands twice the last counts.
 */
export function presentationOf(place: PagePlace): Presentation {
  const name = placeName(place);
  const here = name === "do" ? "lesson" : name; // an assignment is shown as its lessons are
  if (here !== "bench" && here !== "lesson") return PLAIN;
  const query = new URLSearchParams(place.query);
  const namesIn = (key: "hide" | "lock"): readonly string[] => {
    const names = lastText(query, key)
      .split(",")
      .map((name) => name.trim());
    return [...new Set(names.slice(0, HIDE_MOST).filter((name) => name !== ""))];
  };
  const embed = lastOf(query, "embed");
  const withText = here === "lesson" && embed === "lesson";
  const shared = { ...PLAIN, embed: embed === "1" || withText, withText, hide: namesIn("hide"), lock: namesIn("lock") };
  // Its step is read by the lesson.
  if (here === "lesson") {
    const given = lastText(query, "assignment");
    const parent = withText ? originOf(lastOf(query, "parent")) : null;
    const work = WORK_KEYS.flatMap((key) => {
      const value = lastOf(query, key);
      return value === null ? [] : [[key, value]];
    });
    const assignment = isAssignmentName(given) ? given : null;
    const student = lastText(query, "own").trim();
    const own = STUDENT.test(student) ? student : null;
    return { ...shared, parent, assignment, work: Object.fromEntries(work) as Work, own };
  }
  const [slug, step] = [lastOf(query, "lesson"), lastText(query, "step")];
  const lesson = slug !== null && isReadable(slug) ? slug : null;
  const question = lastOf(query, "asked");
  return {
    ...shared,
    lesson,
    step: lesson !== null && /^[1-9]\d?$/.test(step) ? Number(step) : null,
    asked: question !== null && QUESTION_ID.test(question) ? question : null,
  };
}

/** The place with these presentation in its link. */
export function withPresentation(
  place: PagePlace,
  { embed, withText, parent, hide, lock, lesson, step, asked, assignment, work, own }: Partial<Presentation>,
): PagePlace {
  const { path, query } = withKeys<"bench" | "lesson">(place, {
    assignment: assignment ?? null,
    ...work,
    own: own ?? null,
    lesson: lesson ?? null,
    step: step === null || step === undefined ? null : String(step),
    asked: asked ?? null,
    hide: hide === undefined || hide.length === 0 ? null : hide.join(","),
    lock: lock === undefined || lock.length === 0 ? null : lock.join(","),
    embed: withText === true ? "lesson" : embed === true ? "1" : null,
    parent: parent ?? null,
  });
  return { path, query: query.replaceAll("%2C", ",") };
}

/** Whether the assignment of a link gives each student numbers of their own. */
export const asksForOwn = ({ work }: Pick<Presentation, "work">): boolean => work.numbers === "own";

/**
 * The student whose numbers a lesson has: whom the link names, or else the reader where the assignment wants it. Null
 * for the lesson’s own numbers.
 * @param student the reader’s name or code, "" where none is known
 */
export function ownStudent(presentation: Pick<Presentation, "own" | "work">, student: string): string | null {
  const known = asksForOwn(presentation) ? student.trim() : "";
  return presentation.own ?? (known === "" ? null : known);
}

/** The same place, not embedded. */
export function withoutEmbed({ path, query }: PagePlace): PagePlace {
  const given = new URLSearchParams(query);
  given.delete("embed");
  given.delete("parent");
  return { path, query: given.toString().replaceAll("%2C", ",") };
}

export const PresentationContext = createContext<Presentation>(PLAIN);

export const usePresentation = (): Presentation => useContext(PresentationContext);

/** Whether a link locks the fault script, the choice of an experiment, or a parameter: by its name, or with all. */
export const locksOf =
  ({ lock, open }: Pick<Presentation, "lock" | "open">) =>
  (what: string): boolean => {
    const isWhole = LOCKS.some((one) => one === what);
    return !open.includes(what) && (lock.includes(what) || (!isWhole && lock.includes("parameters")));
  };

export const useLocks = (): ((what: string) => boolean) => locksOf(usePresentation());

/** Whether the link hides a part of the page. */
export function useHides(): (part: PartName) => boolean {
  const { hide } = usePresentation();
  return (part) => hide.includes(part);
}
