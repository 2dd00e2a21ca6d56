/** Opens lessons: data and prose, fetched when they are wanted, with what needs.ts says that comes with them. */
import { loadFamily } from "../engine/experiments/load.ts";
import { loadPaper } from "../engine/papers/load.ts";
import { FILES } from "./files.ts";
import type { LessonFiles, LessonText } from "./lesson-files.ts";
import { NEEDS } from "./needs.ts";
import { inLanguage, proseInLanguage } from "./translation.ts";
import type { Lesson } from "./types.ts";

export interface OpenLesson {
  readonly lesson: Lesson;
  readonly Text: LessonText;
}

/** The files of a lesson, and what comes with them; null where the course has no such lesson. */
function filesOf(slug: string) {
  const [files, needs] = [Object.hasOwn(FILES, slug) ? FILES[slug] : undefined, NEEDS[slug]];
  return files === undefined || needs === undefined ? null : { ...files, ...needs };
}

const loadFamilies = (families: readonly string[]): Promise<unknown> => Promise.all(families.map(loadFamily));

const loadPapers = (papers: readonly string[]): Promise<unknown> => Promise.all(papers.map(loadPaper));

/** The papers whose numbers a lesson states or its charts have; none where the course has no such lesson. */
export const papersOfLesson = (slug: string): readonly string[] => filesOf(slug)?.papers ?? [];

/** Loads these papers. */
export async function loadPapersOfLesson(slug: string): Promise<void> {
  await loadPapers(papersOfLesson(slug));
}

/** The prose in the language of the page, else in English. */
const proseOf = async (slug: string, { text }: LessonFiles): Promise<LessonText> =>
  (await proseInLanguage(slug)) ?? (await text()).default;

/** A lesson and its prose; null where the course has none. Its numbers need its paper besides. */
export async function openLesson(slug: string): Promise<OpenLesson | null> {
  const files = filesOf(slug);
  if (files === null) return null;
  const [{ lesson }, Text] = await Promise.all([files.data(), proseOf(slug, files), loadFamilies(files.families)]);
  return { lesson: await inLanguage(slug, lesson), Text };
}

/** A lesson with the numbers of one student, by name or code; with its own where that is null. */
async function numbersOf(lesson: Lesson, student: string | null): Promise<Lesson> {
  return student === null ? lesson : (await import("./variants/open-variant.ts")).openVariant(lesson, student);
}

/** A lesson and its prose, with the numbers of one student, by name or code; with its own where that is null. */
export async function openLessonOf(slug: string, student: string | null): Promise<OpenLesson | null> {
  const open = await openLesson(slug);
  return open === null ? null : { ...open, lesson: await numbersOf(open.lesson, student) };
}

/** A lesson without its prose, and its paper; null where the course has none. */
export async function openData(slug: string): Promise<Lesson | null> {
  const files = filesOf(slug);
  if (files === null) return null;
  const [{ lesson }] = await Promise.all([files.data(), loadPapers(files.papers), loadFamilies(files.families)]);
  return inLanguage(slug, lesson);
}

/** The same with the numbers of one student, by name or code; with the lesson’s own where that is null. */
export async function openDataOf(slug: string, student: string | null): Promise<Lesson | null> {
  const lesson = await openData(slug);
  return lesson === null ? null : numbersOf(lesson, student);
}
