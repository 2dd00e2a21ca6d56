/**
 * Fetches the texts of a language, in a page that is not in English: before the page is drawn those of its place, then
 * those of families of experiments and of parts that come later, each with its files.
 */
import { fetchBeside } from "../../engine/experiments/load.ts";
import type { LessonText } from "../../lessons/lesson-files.ts";
import { translateLessons } from "../../lessons/translation.ts";
import { elementInLanguage } from "./elements.ts";
import { fileOfFamily, WITH } from "./site-files.ts";
import { addOfLesson, addTexts, speak, translated } from "./look-up.ts";
import { speakAs } from "./text.ts";
import type { Compiled } from "./compile.ts";

const FILES = import.meta.glob<Compiled>("../../lessons/languages/*/site/**/*.json", { import: "default" });

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

const ofFiles = new Map<string, Promise<unknown>>();

/** The texts of a place or a part, with all that it comes with: the same promise each time. It never rejects. */
function textsOf(of: string): Promise<unknown> {
  const file = of === "" ? "course" : of; // the site begins with the course
  const coming = ofFiles.get(file) ?? Promise.all([...(WITH[file] ?? []), file].map(textsIn));
  ofFiles.set(file, coming);
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
    strings: async (slug) => {
      const strings = await ofLesson(STRINGS, slug, "json");
      if (strings !== null) addOfLesson(Object.values(strings));
      return strings;
    },
    text: (slug) => ofLesson(PROSE, slug, "mdx"),
  });
  fetchBeside((family) => textsOf(fileOfFamily(family)));
  await textsOf(place);
}
