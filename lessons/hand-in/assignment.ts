/**
 * What a teacher asks of a class, as data and as a link: lessons and their steps in order, what is locked and hidden, a
 * question to answer in words, a date. The link holds all of it, so no server keeps it:
 * "#/do?assignment=Week+6&lessons=exactly-once,callback.1-3.5&lock=faults&due=8+December".
 */
import { quote } from "../../engine/faults/quote.ts";
import { groupsIn } from "../../engine/kernel/items.ts";
import { LESSONS } from "../course.ts";
import { isAssignmentName, LONGEST_NAME } from "./assignment-name.ts";
import type { ASSIGNMENT_KEYS } from "./assignment-name.ts";

/** A lesson that is asked for, whole or some of its steps: numbers from 1, ascending, each once. */
export interface AskedLesson {
  readonly slug: string;
  readonly steps: "all" | readonly number[];
}

export interface Assignment {
  readonly name: string; // "" while it has none
  readonly from: string; // who asks: a teacher, a course; "" for nobody named
  readonly lessons: readonly AskedLesson[]; // in the order in which they are asked for, each once
  readonly lock: readonly string[]; // as `lock` of links: parts, and parameters by their names
  readonly hide: readonly string[]; // as `hide` of links
  readonly question: string; // the teacher’s own, answered in words; "" for none
  readonly due: string; // in the teacher’s words: "Tuesday, 8 December, 18:00"; "" for none
  readonly own: boolean; // each student has numbers of their own, drawn from their name or code
}

export const NOTHING_ASKED: Assignment = {
  ...{ name: "", from: "", lessons: [], lock: [], hide: [], question: "", due: "", own: false },
};

type Key = (typeof ASSIGNMENT_KEYS)[number];

/** Characters of each text. */
export const LONGEST = { from: 60, due: 60, question: 600 } as const;
const MOST_LESSONS = LESSONS.length;
export const LAST_STEP = 40; // no lesson has so many
const MOST_PARTS = 40; // that a link locks or hides

/** "1-3.5": runs of steps, with dots between. */
function stepsText(steps: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.[1] === step - 1) last[1] = step;
    else runs.push([step, step]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(".");
}

const lessonText = ({ slug, steps }: AskedLesson): string => (steps === "all" ? slug : `${slug}.${stepsText(steps)}`);

/** The value of each key; null where it is left out. */
export const assignmentKeys = (asked: Assignment): Readonly<Record<Key, string | null>> => {
  const textOf = (text: string): string | null => (text.trim() === "" ? null : text.trim());
  return {
    assignment: textOf(asked.name),
    from: textOf(asked.from),
    lessons: textOf(asked.lessons.map(lessonText).join(",")),
    lock: textOf(asked.lock.join(",")),
    hide: textOf(asked.hide.join(",")),
    question: textOf(asked.question),
    due: textOf(asked.due),
    numbers: asked.own ? "own" : null,
  };
};

/** The query of an assignment’s link, without "?"; what is at its default is left out. */
export function writeAssignment(asked: Assignment): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(assignmentKeys(asked))) if (value !== null) query.set(key, value);
  return query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}

/** The steps that a text names; null where it names none, or one that no lesson has. */
function readSteps(text: string): readonly number[] | null {
  const steps = new Set<number>();
  for (const run of text.split(".")) {
    const [, first, last = first] = groupsIn(/^(\d{1,2})(?:-(\d{1,2}))?$/, run);
    const [from, to] = [Number(first), Number(last)];
    if (!(from >= 1 && from <= to && to <= LAST_STEP)) return null;
    for (let step = from; step <= to; step++) steps.add(step);
  }
  return [...steps].sort((a, b) => a - b);
}

function readLessons(text: string, problems: string[]): readonly AskedLesson[] {
  const found = new Map<string, AskedLesson>();
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length > MOST_LESSONS)
    problems.push(`lessons = ${quote(text)} names ${parts.length} lessons; the first ${MOST_LESSONS} are read.`);
  for (const part of parts.slice(0, MOST_LESSONS)) {
    if (part === "") continue;
    const [slug = "", ...rest] = part.split(".");
    const steps = rest.length === 0 ? "all" : readSteps(rest.join("."));
    if (!LESSONS.some((lesson) => lesson.slug === slug))
      problems.push(`lessons = ${quote(part)} is no lesson: ${LESSONS.map((one) => one.slug).join(", ")}. Left out.`);
    else if (found.has(slug)) problems.push(`lessons = ${quote(part)} names its lesson again. The first one counts.`);
    else if (steps === null)
      problems.push(`lessons = ${quote(part)} names no steps: numbers from 1, such as ${slug}.1-3.5. Left out.`);
    else found.set(slug, { slug, steps });
  }
  return [...found.values()];
}

/** A text without what nobody sees, in one line unless it may have several, and no longer than allowed. */
function readText(key: Key, longest: number, text: string, problems: string[]): string {
  const clean = text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(key === "question" ? /[^\P{C}\n]/gu : /\p{C}/gu, "")
    .trim();
  if (clean.length <= longest) return clean;
  problems.push(`${key} = ${quote(clean)} has ${clean.length} characters; the first ${longest} are read.`);
  return clean
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}

/** Names of parts and parameters. Which there are, and what is none, the place of a link says. */
function readNames(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  return [...new Set(names.filter((name) => /^[a-zA-Z]\w{0,39}$/.test(name)))].slice(0, MOST_PARTS);
}

function readName(text: string, problems: string[]): string {
  const name = text.trim();
  if (name === "" || isAssignmentName(name)) return name;
  const allowed = `up to ${LONGEST_NAME} letters, digits, blanks and punctuation, with a letter or digit first`;
  problems.push(`assignment = ${quote(name)} is not allowed: ${allowed}. It is left out.`);
  return "";
}

function readOwn(text: string, problems: string[]): boolean {
  if (text === "" || text === "own") return text !== "";
  problems.push(`numbers = ${quote(text)} is not allowed: own. All students have the same.`);
  return false;
}

/**
 * The assignment of a link’s query, and a sentence for each value that cannot be meant. Of a key that stands twice the
 * last counts; keys that are not an assignment’s are not looked at.
 */
export function readAssignment(query: string): {
  readonly assignment: Assignment;
  readonly problems: readonly string[];
} {
  const given = new URLSearchParams(query);
  const problems: string[] = [];
  const last = (key: Key): string => given.getAll(key).at(-1) ?? "";
  const text = (key: keyof typeof LONGEST): string => readText(key, LONGEST[key], last(key), problems);
  const assignment = {
    name: readName(last("assignment"), problems),
    from: text("from"),
    lessons: readLessons(last("lessons"), problems),
    lock: readNames(last("lock")),
    hide: readNames(last("hide")),
    question: text("question"),
    due: text("due"),
    own: readOwn(last("numbers"), problems),
  };
  return { assignment, problems };
}

/** The steps of a lesson that an assignment asks for; all of them where it does not name the lesson. */
export const stepsAsked = ({ lessons }: Pick<Assignment, "lessons">, slug: string): AskedLesson["steps"] =>
  lessons.find((one) => one.slug === slug)?.steps ?? "all";

/** Whether a step of a lesson is asked for, from 1. */
export const isAsked = ({ steps }: AskedLesson, step: number): boolean => steps === "all" || steps.includes(step);
