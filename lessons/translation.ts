/**
 * Lessons in another language. The page says where their translations come from; without one, as in the headless lab,
 * all lessons are in English.
 */
import type { LessonText } from "./lesson-files.ts";

/** English text -> its translation. */
type Strings = Readonly<Record<string, string>>;

interface Translations {
  /** What a lesson's data say; null where they are not translated. */
  readonly strings: (slug: string) => Promise<Strings | null>;
  /** The prose of a lesson; null where it is not translated. */
  readonly text: (slug: string) => Promise<LessonText | null>;
}

let translations: Translations | null = null;

/** From here on lessons are opened in another language, as far as they are translated. */
export const translateLessons = (ones: Translations): void => void (translations = ones);

/** Properties that hold names for the program: a name may look like a text. */
const NAMES: ReadonlySet<string> = new Set([
  ...["id", "slug", "experiment", "measure", "tags", "kind", "set", "faults"],
  ...["of", "row", "ruler"],
]);

/** Data with every text that has a translation in its place. */
export function withStrings<T>(data: T, strings: Strings): T {
  if (typeof data === "string") return (Object.hasOwn(strings, data) ? strings[data] || data : data) as T;
  if (Array.isArray(data)) return data.map((one: unknown) => withStrings(one, strings)) as T;
  if (typeof data !== "object" || data === null) return data;
  const entries = Object.entries(data).map(([name, value]) => [
    name,
    NAMES.has(name) ? (value as unknown) : withStrings(value as unknown, strings),
  ]);
  return Object.fromEntries(entries) as T;
}

/** A lesson’s data, or its questions from memory, in the language of the page. */
export async function inLanguage<T>(slug: string, data: T): Promise<T> {
  const strings = (await translations?.strings(slug)) ?? null;
  return strings === null ? data : withStrings(data, strings);
}

/** The prose of a lesson in the language of the page; null where that has none. */
export const proseInLanguage = async (slug: string): Promise<LessonText | null> =>
  (await translations?.text(slug)) ?? null;
