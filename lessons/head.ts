/**
 * Checks what the files of lessons and parts say of themselves, before anything else reads them. `npm run catalogues`
 * asks: a lesson with a problem is left out of the course, which goes on without it.
 */
import { closestWord } from "../engine/faults/closest-word.ts";
import type { LessonHead, PartHead } from "./types.ts";

const FOLDER = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MOST_MINUTES = 60;

/** A value as a message shows it: "ten" in quotes, nothing as nothing. */
const shown = (value: unknown): string =>
  value === undefined ? "left out" : typeof value === "function" ? "a function" : JSON.stringify(value);

/** "want one of cedar, firefly", with the word that was probably meant before them. */
function wantOne(value: unknown, known: readonly string[]): string {
  const meant = typeof value === "string" ? closestWord(value, known) : undefined;
  const all = known.length === 0 ? "nothing: there is none yet" : `one of ${known.join(", ")}`;
  return meant === undefined ? all : `${meant}? (${all})`;
}

type Check = readonly [isRight: (value: unknown) => boolean, want: string];

const TEXT: Check = [(value) => typeof value === "string" && value.trim() !== "", "some words"];
const NUMBER: Check = [(value) => typeof value === "number" && Number.isFinite(value), "a number, such as 1 or 2.5"];
const MINUTES: Check = [
  (value) => typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MOST_MINUTES,
  `a whole number from 1 to ${MOST_MINUTES}`,
];
const TEXTS: Check = [(value) => Array.isArray(value) && value.length > 0 && value.every(TEXT[0]), "some texts"];
const TABLE: Check = [(value) => typeof value === "object" && value !== null && !Array.isArray(value), "a table"];
const STEPS: Check = [
  (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one: unknown) => typeof one === "object" && one !== null && "stage" in one),
  "steps, each with a stage",
];
const orNull = ([isRight, want]: Check): Check => [(value) => value === null || isRight(value), `${want}, or null`];
const orNothing = ([isRight, want]: Check): Check => [(value) => value === undefined || isRight(value), want];

const LESSON: Readonly<
  Record<Exclude<keyof LessonHead, "slug" | "part" | "paper"> | "can" | "numbers" | "steps", Check>
> = {
  place: NUMBER,
  title: TEXT,
  question: TEXT,
  minutes: MINUTES,
  buildsOn: orNothing([(value) => Array.isArray(value) && value.every(TEXT[0]), "slugs of earlier lessons"]),
  can: TEXTS,
  numbers: TABLE,
  steps: STEPS,
};

const PART: Readonly<Record<keyof PartHead, Check>> = {
  place: NUMBER,
  title: TEXT,
  authors: orNull(TEXT),
  year: orNull(NUMBER),
};

function problemsIn(value: object, checks: Readonly<Record<string, Check>>): readonly string[] {
  const given = value as Readonly<Record<string, unknown>>;
  return Object.entries(checks).flatMap(([key, [isRight, want]]) =>
    isRight(given[key]) ? [] : [`its ${key} is ${shown(given[key])}, want ${want}.`],
  );
}

/** What is wrong with a part of the course; nothing where it is right. */
export function partProblems(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) {
    return ['it exports no "part", want: export const part: PartHead = { place, title, authors, year };'];
  }
  return problemsIn(part, PART);
}

interface Known {
  readonly folder: string;
  readonly parts: readonly string[];
  readonly papers: readonly string[];
}

/** What is wrong with what a lesson says of itself; nothing where it is right. */
export function headProblems(lesson: unknown, { folder, parts, papers }: Known): readonly string[] {
  if (!FOLDER.test(folder)) return [`its folder is called "${folder}", want small letters, digits and single hyphens.`];
  if (typeof lesson !== "object" || lesson === null) {
    return ['it exports no "lesson", want: export const lesson: Lesson = { slug, part, place, … };'];
  }
  const { slug, part, paper } = lesson as Readonly<Record<string, unknown>>;
  const isPart = typeof part === "string" && parts.includes(part);
  const isPaper = paper === null || (typeof paper === "string" && papers.includes(paper));
  return [
    ...(slug === folder ? [] : [`its slug is ${shown(slug)}, want "${folder}", as its folder is called.`]),
    ...(isPart
      ? []
      : [`its part is ${shown(part)}, want ${wantOne(part, parts)}. A new part is a file lessons/parts/NAME.ts.`]),
    ...(isPaper ? [] : [`its paper is ${shown(paper)}, want ${wantOne(paper, papers)}, or null for none.`]),
    ...problemsIn(lesson, LESSON),
  ];
}

/**
 * The order of lessons or of parts: by their places. Where two have one place, by their names.
 * @param say is given the name of one that has another’s place, and the problem
 */
export function inPlaces<One extends { readonly name: string; readonly place: number }>(
  all: readonly One[],
  say: (name: string, problem: string) => void,
): readonly One[] {
  const sorted = all.toSorted((a, b) => a.place - b.place || (a.name < b.name ? -1 : 1));
  for (const [i, { name, place }] of sorted.entries()) {
    const before = sorted[i - 1];
    if (before?.place !== place) continue;
    say(name, `its place ${place} is that of ${before.name}, too; want another number (${place + 0.5} comes next).`);
  }
  return sorted;
}

/** What a lesson says to build on and cannot: lessons of later places, and lessons that are not there. */
export function buildsOnProblems({ slug, buildsOn = [] }: LessonHead, order: readonly string[]): readonly string[] {
  const earlier = order.slice(0, order.indexOf(slug));
  return buildsOn
    .filter((one) => !earlier.includes(one))
    .map((one) =>
      order.includes(one)
        ? `it builds on "${one}", which comes later; want an earlier lesson, or give this one a later place.`
        : `it builds on "${one}", want ${wantOne(one, earlier)}.`,
    );
}
