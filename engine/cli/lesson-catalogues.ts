/**
 * The lists of the course, which `npm run catalogues` writes from the folders of lessons/.
 *
 * A lesson is a folder with a lesson.ts that exports `lesson`, a text.mdx and a recall.ts that exports `recall`. A part
 * of the course is a file of lessons/parts/ that exports `part`. A lesson in which something is wrong is left out, and
 * the course goes on without it: each mistake is a sentence in TO_MEND, which the lab and the build say, and for which
 * the tests fail.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { familiesOf, papersOf } from "../../lessons/families.ts";
import { buildsOnProblems, headProblems, inPlaces, partProblems } from "../../lessons/head.ts";
import { findingText } from "../../lessons/lint-text.ts";
import { lintLesson } from "../../lessons/lint.ts";
import { parseText } from "../../lessons/parse-text.ts";
import type { Lesson, LessonNeeds, PartHead, Recall } from "../../lessons/types.ts";
import "../experiments/descriptions.ts";
import { CATALOGUE as PAPERS } from "../papers/catalogue.ts";
import "../papers/index.ts";
import { root } from "./bootstrap.mjs";
import { formatted, HEAD, isFixture } from "./catalogue-parts.ts";
import { oneLine } from "./usage.ts";

const LESSONS = "lessons";
const PARTS = "lessons/parts";
/** Folders beside the lessons. */
const NO_LESSONS: readonly string[] = ["parts", "hand-in", "languages", "variants"];
const FILES = ["lesson.ts", "text.mdx", "recall.ts"] as const;

interface Reader {
  readonly home: string; // the project's folder
  /** Is given a mistake in a lesson or a part, as a sentence. */
  readonly say: (sentence: string) => void;
}

interface ReadLesson extends LessonNeeds {
  readonly name: string; // of its folder
  readonly place: number;
  readonly lesson: Lesson;
}

interface ReadPart extends PartHead {
  readonly name: string; // of its file
}

/** What an error says, with the line of the file where it happened. */
function failure(home: string, path: string, error: unknown): string {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const { line, column } = error as { readonly line?: number; readonly column?: number };
  const own = new RegExp(`${path.replaceAll(/[.\\]/g, "\\$&")}(:\\d+:\\d+)`).exec(`${message}\n${stack}`)?.[1];
  const at = typeof line === "number" ? `:${line}:${column ?? 1}` : (own ?? "");
  const said = oneLine(message)
    .replace(/^Transform failed with \d+ errors?: */, "")
    .replaceAll(home, "")
    .replaceAll(`${path}${at}: ERROR: `, "");
  return `${path}${at}: it cannot be read: ${said.replace(/[.]$/, "")}.`;
}

/** What a file exports by a name; null where it cannot be read, which is said. */
async function exportOf(
  { home, say }: Reader,
  path: string,
  name: string,
): Promise<{ readonly value: unknown } | null> {
  try {
    const module: unknown = await import(pathToFileURL(join(home, path)).href);
    return { value: (module as Readonly<Record<string, unknown>>)[name] };
  } catch (error) {
    say(failure(home, path, error));
    return null;
  }
}

async function readPart(reader: Reader, name: string): Promise<readonly ReadPart[]> {
  const path = `${PARTS}/${name}.ts`;
  const found = await exportOf(reader, path, "part");
  if (found === null) return [];
  const problems = partProblems(found.value);
  for (const problem of problems) reader.say(`${path}: ${problem}`);
  return problems.length > 0 ? [] : [{ ...(found.value as PartHead), name }];
}

/** What the checks of lint.ts find. Data of another shape than theirs are found out by where the checks fail. */
function lintFindings(path: string, ...lesson: Parameters<typeof lintLesson>): readonly string[] {
  try {
    return [...new Set(lintLesson(...lesson).map(findingText))];
  } catch (error) {
    const what = oneLine(error instanceof Error ? error.message : String(error));
    const todo = "The type check names the line: npm test -- --only types.";
    return [`${path}: its data have not the types of lessons/types.ts (${what}). ${todo}`];
  }
}

/**
 * A lesson that can be shown; none where something is wrong with it, which is said.
 * @param parts that there are, also those with a mistake of their own
 */
async function readLesson(reader: Reader, name: string, parts: readonly string[]): Promise<readonly ReadLesson[]> {
  const { home, say } = reader;
  const folder = `${LESSONS}/${name}`;
  const path = `${folder}/lesson.ts`;
  const missing = FILES.filter((file) => !existsSync(join(home, folder, file)));
  if (missing.length > 0) {
    say(`${folder}: there is no ${missing.join(" and no ")}. A lesson is a folder with ${FILES.join(", ")}.`);
    return [];
  }
  const [data, recall] = [
    await exportOf(reader, path, "lesson"),
    await exportOf(reader, `${folder}/recall.ts`, "recall"),
  ];
  const text = readFileSync(join(home, folder, "text.mdx"), "utf8");
  const tree = await parseText(text).catch((error: unknown) => say(failure(home, `${folder}/text.mdx`, error)));
  if (data === null || recall === null || tree === undefined) return [];
  const known = { folder: name, parts, papers: PAPERS.map(({ id }) => id) };
  const problems = headProblems(data.value, known).map((problem) => `${path}: ${problem}`);
  if (!Array.isArray(recall.value)) {
    problems.push(`${folder}/recall.ts: it exports no "recall", want: export const recall: readonly Recall[] = [ … ];`);
  }
  const lesson = data.value as Lesson;
  const found = problems.length > 0 ? problems : lintFindings(path, lesson, recall.value as readonly Recall[], tree);
  for (const sentence of found) say(sentence);
  const { place } = lesson;
  return found.length > 0
    ? []
    : [{ name, place, lesson, papers: papersOf(lesson), families: familiesOf(lesson, tree) }];
}

interface Course {
  readonly parts: readonly (ReadPart & { readonly lessons: readonly ReadLesson[] })[];
  readonly toMend: readonly string[];
}

/** Parts and lessons in their order, and what is to be mended in them. */
async function readCourse(home: string): Promise<Course> {
  const toMend: string[] = [];
  const reader: Reader = { home, say: (sentence) => void toMend.push(sentence) };
  const entries = readdirSync(join(home, LESSONS), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const folders = entries.map(({ name }) => name).filter((name) => !NO_LESSONS.includes(name) && !isFixture(name));
  const files = readdirSync(join(home, PARTS)).filter((file) => file.endsWith(".ts") && !isFixture(file));
  const names = files.sort().map((file) => file.replace(/\.ts$/, ""));
  const parts: ReadPart[] = [];
  for (const name of names) parts.push(...(await readPart(reader, name)));
  const read: ReadLesson[] = [];
  for (const name of folders.sort()) read.push(...(await readLesson(reader, name, names)));
  return { parts: inOrder(reader, parts, read), toMend };
}

/** The parts that have lessons, with these, all in their order. */
function inOrder({ say }: Reader, parts: readonly ReadPart[], read: readonly ReadLesson[]): Course["parts"] {
  const ordered = inPlaces(parts, (name, problem) => say(`${PARTS}/${name}.ts: ${problem}`)).map((part) => {
    const own = read.filter(({ lesson }) => lesson.part === part.name);
    return { ...part, lessons: inPlaces(own, (name, problem) => say(`${LESSONS}/${name}/lesson.ts: ${problem}`)) };
  });
  const lessons = ordered.flatMap((part) => part.lessons);
  const order = lessons.map(({ name }) => name);
  for (const { name, lesson } of lessons) {
    for (const problem of buildsOnProblems(lesson, order)) say(`${LESSONS}/${name}/lesson.ts: ${problem}`);
  }
  return ordered.filter((part) => part.lessons.length > 0);
}

/** The parts with their lessons, as the page lists them, and what is to be mended. */
const catalogueText = ({ parts, toMend }: Course): string => `${HEAD}
import type { Part } from "./types.ts";

/** The parts of the course and their lessons, in their order. */
export const COURSE: readonly Part[] = ${JSON.stringify(
  parts.map(({ name: id, title, lessons }) => {
    return { id, title, lessons: lessons.map(({ lesson }) => ({ slug: lesson.slug, title: lesson.title })) };
  }),
)};

/** What is to be mended in lessons, a sentence a mistake. The course goes on without a lesson that has one. */
export const TO_MEND: readonly string[] = ${JSON.stringify(toMend)};`;

/** What else the course’s first page says of them. */
function aboutText({ parts }: Course): string {
  const order = parts.flatMap(({ lessons }) => lessons.map(({ name }) => name));
  const about = (rows: readonly (readonly [string, object])[]): string => JSON.stringify(Object.fromEntries(rows));
  const aboutParts = parts.map(({ name, authors, year }) => [name, { authors, year }] as const);
  const aboutLessons = parts.flatMap(({ lessons }, i) =>
    lessons.map(({ name, lesson: { question, minutes, buildsOn = [] } }, j) => {
      const before = buildsOn.filter((one) => order.includes(one));
      return [name, { number: `${i + 1}.${j + 1}`, question, minutes, buildsOn: before }] as const;
    }),
  );
  return `${HEAD}
import type { LessonAbout, PartAbout } from "./types.ts";

/** By the part’s file. */
export const PARTS_ABOUT: Readonly<Record<string, PartAbout>> = ${about(aboutParts)};

/** By the lesson’s slug. */
export const LESSONS_ABOUT: Readonly<Record<string, LessonAbout>> = ${about(aboutLessons)};`;
}

/** All lists of the course. @param home the project’s folder; a test has its own */
export async function lessonFiles(home = root): Promise<Readonly<Record<string, string>>> {
  const course = await readCourse(home);
  const lessons = course.parts.flatMap((part) => part.lessons);
  const each = (text: (one: ReadLesson, i: number) => string, separator = "\n"): string =>
    lessons.map(text).join(separator);
  const needs = `${HEAD}
import type { LessonNeeds } from "./types.ts";

/** What the page fetches with each lesson, by its slug. */
export const NEEDS: Readonly<Record<string, LessonNeeds>> = ${JSON.stringify(
    Object.fromEntries(lessons.map(({ name, papers, families }) => [name, { papers, families }])),
  )};`;
  const files = `${HEAD}
import type { LessonFiles } from "./lesson-files.ts";

/** The data and the prose of each lesson, by its slug. */
export const FILES: Readonly<Record<string, LessonFiles>> = {
${each(
  ({ name }) => `"${name}": {
  data: () => import("./${name}/lesson.ts"),
  text: () => import("./${name}/text.mdx"),
},`,
)}
};`;
  const recalls = `${HEAD}
import type { Recall } from "./types.ts";

/** The questions from memory about each lesson, by its slug. */
export const RECALLS: Readonly<Record<string, () => Promise<{ readonly recall: readonly Recall[] }>>> = {
${each(({ name }) => `"${name}": () => import("./${name}/recall.ts"),`)}
};`;
  const all = `${HEAD}
${each(({ name }, i) => `import { lesson as lesson${i + 1} } from "./${name}/lesson.ts";`)}
import type { Lesson } from "./types.ts";

/** The data of all lessons, in the order of the course: for what is made of them when the site is built. */
export const ALL_LESSONS: readonly Lesson[] = [${each((_, i) => `lesson${i + 1}`, ", ")}];`;
  return {
    [`${LESSONS}/catalogue.ts`]: catalogueText(course),
    [`${LESSONS}/catalogue-about.ts`]: aboutText(course),
    [`${LESSONS}/needs.ts`]: needs,
    [`${LESSONS}/files.ts`]: files,
    [`${LESSONS}/recall-files.ts`]: recalls,
    [`${LESSONS}/all.ts`]: all,
  };
}

/** The build writes these alone, so that no lesson stops it. It says what is to be mended, and goes on. */
if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of Object.entries(await lessonFiles())) {
    writeFileSync(join(root, path), await formatted(path, text));
  }
  const { TO_MEND } = await import("../../lessons/catalogue.ts");
  for (const sentence of TO_MEND) console.error(sentence);
}
