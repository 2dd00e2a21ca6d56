/**
 * Fetches the texts of a language, in a page that is not in English: before the page is drawn what every page has, then
 * those of its places.
 */
import type { LessonText } from "../../lessons/lesson-files.ts";
import { translateLessons } from "../../lessons/translation.ts";
import { elementInLanguage } from "./elements.ts";
import { addTexts, speak, translated } from "./look-up.ts";
import { speakAs } from "./text.ts";
import type { Compiled } from "./compile.ts";

const FILES = import.meta.glob<Compiled>("../../lessons/languages/*/site/*.json", { import: "default" });

/** Of lessons: what their data say, and their prose. */
const STRINGS = import.meta.glob<Readonly<Record<string, string>>>("../../lessons/languages/*/lessons/*.json", {
  import: "default",
});
const PROSE = import.meta.glob<LessonText>("../../lessons/languages/*/lessons/*.mdx", { import: "default" });

let code = ""; // "de"

/** A file of the language’s lessons; null where it has none, or it does not come: the lesson is in English then. */
const ofLesson = <T>(
  files: Readonly<Record<string, () => Promise<T>>>,
  slug: string,
  ending: string,
): Promise<T | null> =>
  files[`../../lessons/languages/${code}/lessons/${slug}.${ending}`]?.().catch(() => null) ?? Promise.resolve(null);

const fetched = new Map<string, Promise<void>>();

/** Adds a file of the language's texts; nothing where the language has no such file. */
function textsIn(name: string): Promise<void> {
  const before = fetched.get(name);
  if (before !== undefined) return before;
  const file = FILES[`../../lessons/languages/${code}/site/${name}.json`];
  // Without a network the page stays in English there.
  const coming = file === undefined ? Promise.resolve() : file().then(addTexts, () => undefined);
  fetched.set(name, coming);
  return coming;
}

/** What each place says beside what every page says: the files of site/ that it needs. */
const OF_PLACES: Readonly<Record<string, readonly string[]>> = {
  "": ["course"],
  lesson: ["lesson", "stage"],
  bench: ["stage", "bench"],
  write: ["stage", "bench", "write"],
  numbers: ["stage", "bench", "numbers"],
  desk: ["course", "lesson", "stage", "desk"],
  do: ["course", "lesson", "desk", "do"],
  reference: ["stage", "bench", "reference"],
};

/** What a place says only where its reader opens more: it comes behind, and the place does not wait for it. */
const BEHIND: Readonly<Record<string, readonly string[]>> = { lesson: ["bench"] };

const ofPlaces = new Map<string, Promise<unknown>>();

/** The texts of a place, by its name: the same promise each time. It never rejects. */
function textsOf(place: string): Promise<unknown> {
  const coming =
    ofPlaces.get(place) ??
    Promise.all((OF_PLACES[place] ?? ["stage", place]).map(textsIn)).finally(() => {
      for (const name of BEHIND[place] ?? []) void textsIn(name);
    });
  ofPlaces.set(place, coming);
  return coming;
}

/** Lets the page speak a language, and fetches the texts of the page and of a place. Never rejects. */
export async function speakLanguage(language: string, locale: string, place: string): Promise<void> {
  code = language;
  speakAs({ locale, text: translated, props: elementInLanguage, texts: textsOf });
  if (code.startsWith("x-")) {
    const { longText } = await import("./trial.ts");
    speak(locale, code === "x-long" ? longText : null);
    return;
  }
  speak(locale);
  translateLessons({
    strings: (slug) => ofLesson(STRINGS, slug, "json"),
    text: (slug) => ofLesson(PROSE, slug, "mdx"),
  });
  await Promise.all([textsIn("page"), textsOf(place)]);
}
