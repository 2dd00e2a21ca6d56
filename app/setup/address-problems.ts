/**
 * What is wrong with an address: what its place does not read, and what of its presentation (presentation.ts) cannot
 * be meant. The page fetches this with the first address that says more than its place.
 */
import { PARAMETER_NAMES } from "../../engine/experiments/families.ts";
import { quote } from "../../engine/faults/quote.ts";
import { LESSONS } from "../../lessons/course.ts";
import { readAssignment } from "../../lessons/hand-in/assignment.ts";
import { LINKS, lastOf, restOf } from "./link-table.ts";
import { placeName } from "./location.ts";
import type { PagePlace } from "./location.ts";
import { HIDE_MOST, LOCKS, presentationOf, PARTS } from "./presentation.ts";
import { repeatedKeys } from "./repeated-keys.ts";

const PARAMETERS: ReadonlySet<string> = new Set(PARAMETER_NAMES);

/** Whether a place reads a key: one of its own, or a parameter of some experiment. */
export const isRead = (name: keyof typeof LINKS, key: string): boolean => {
  const { keys, parameters } = LINKS[name];
  return keys.some((one) => one === key) || (parameters && PARAMETERS.has(key));
};

/** A sentence for each thing that a place other than the bench does not read. Never throws. */
export function unusedIn(place: PagePlace): readonly string[] {
  const name = placeName(place);
  if (name === null || name === "bench") return []; // no place at all, or one that says all itself
  const { keys, many, parameters } = LINKS[name];
  const query = new URLSearchParams(place.query);
  const rest = restOf(place);
  const unknown = new Set([...query.keys()].filter((key) => !isRead(name, key)));
  const all = [...keys, ...(parameters ? ["the parameters of its experiment"] : [])];
  const known = all.length === 0 ? "this place takes no keys" : `this place takes ${all.join(", ")}`;
  return [
    ...(rest === ""
      ? []
      : [`The end of the address, ${quote(rest)}, names no place. You see the place that comes before it.`]),
    ...[...unknown].map((key) => `${quote(key)} = ${quote(query.get(key) ?? "")} is not used: ${known}.`),
    ...repeatedKeys(query, new Set([...unknown, ...many])),
  ];
}

type Here = "bench" | "lesson";

const partsOf = (here: Here): readonly string[] =>
  Object.entries(PARTS).flatMap(([part, at]) => (at.some((one) => one === here) ? [part] : []));

/** Whether a name is that of something that a link can hide here: a part, a parameter or the seed. */
const isHidable = (name: string, here: Here): boolean =>
  partsOf(here).includes(name) || name === "seed" || PARAMETERS.has(name);

function hideProblems(text: string, here: Here): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = new Set(names.slice(0, HIDE_MOST).filter((name) => !isHidable(name, here)));
  const allowed = `${partsOf(here).join(", ")}, or a parameter by its name`;
  return [
    ...[...unknown].map(
      (name) => `hide = ${quote(name)} is not a part that this page can hide: ${allowed}. It is left out.`,
    ),
    ...(names.length > HIDE_MOST
      ? [`hide = ${quote(text)} names ${names.length} parts; the first ${HIDE_MOST} are read.`]
      : []),
  ];
}

/** A sentence for each name of a list that is nothing to lock. */
export function lockProblems(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  const isLockable = (name: string): boolean =>
    LOCKS.some((one) => one === name) || name === "seed" || PARAMETERS.has(name);
  const unknown = new Set(names.slice(0, HIDE_MOST).filter((name) => !isLockable(name)));
  const allowed = `${LOCKS.join(", ")}, seed, or a parameter by its name`;
  return [...unknown].map(
    (name) => `lock = ${quote(name)} is nothing that this page can lock: ${allowed}. It is left out.`,
  );
}

function lessonProblem(text: string): string {
  const readable = LESSONS.map(({ slug }) => slug);
  return `lesson = ${quote(text)} is not a lesson that is ready: ${readable.join(", ")}. It is left out.`;
}

const stepProblem = (text: string): string =>
  /^[1-9]\d?$/.test(text)
    ? `step = ${quote(text)} needs a lesson. It is left out.`
    : `step = ${quote(text)} is not allowed: a whole number from 1. It is left out.`;

const parentProblem = (text: string, withText: boolean): string =>
  withText
    ? `parent = ${quote(text)} is not allowed: an origin, such as https://school.example. No page directs the lesson.`
    : `parent = ${quote(text)} needs embed = "lesson". It is left out.`;

const questionProblem = (text: string): string =>
  `asked = ${quote(text)} is not allowed: the name of a question, such as incast. It is left out.`;

const studentProblem = (text: string): string =>
  `own = ${quote(text)} is not allowed: a name or a code of up to 80 characters, with a letter or digit first. ` +
  "The lesson has its own numbers.";

/** A sentence for each thing that a link says of how its place is shown and that cannot be meant. */
export function presentationProblems(place: PagePlace): readonly string[] {
  const name = placeName(place);
  const here = name === "do" || name === "desk" ? "lesson" : name;
  if (here !== "bench" && here !== "lesson") return [];
  const query = new URLSearchParams(place.query);
  const [embed, hide, lock] = [lastOf(query, "embed"), lastOf(query, "hide"), lastOf(query, "lock")];
  const [slug, number] = here === "bench" ? [lastOf(query, "lesson"), lastOf(query, "step")] : [null, null];
  const question = here === "bench" ? lastOf(query, "asked") : null;
  const parent = here === "lesson" ? lastOf(query, "parent") : null;
  const { embed: isEmbedded, withText, parent: origin, lesson, step, asked, own } = presentationOf(place);
  const student = name === "lesson" ? lastOf(query, "own") : null;
  const embeds = here === "lesson" ? "1 for the stage, lesson for all of it" : "1";
  return [
    ...(embed !== null && !isEmbedded
      ? [`embed = ${quote(embed)} is not allowed: ${embeds}. The whole page is shown.`]
      : []),
    ...(parent !== null && origin === null ? [parentProblem(parent, withText)] : []),
    ...(hide === null ? [] : hideProblems(hide, here)),
    ...(lock === null ? [] : lockProblems(lock)),
    ...(slug !== null && lesson === null ? [lessonProblem(slug)] : []),
    ...(number !== null && step === null ? [stepProblem(number)] : []),
    ...(question !== null && asked === null ? [questionProblem(question)] : []),
    ...(here === "lesson" ? readAssignment(place.query).problems : []),
    ...(student !== null && own === null ? [studentProblem(student)] : []),
  ];
}

/** Everything that is wrong with an address. Never throws. */
export const addressProblems = (place: PagePlace): readonly string[] => [
  ...unusedIn(place),
  ...presentationProblems(place),
];
