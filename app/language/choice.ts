/**
 * The language of the page: that of the link (`lang=de`), else the one that the reader chose before, else the first of
 * the browser's that there is. A language is a folder of lessons/languages/; English is what all texts are written in.
 */

/** What the language.json of a language says. */
interface Language {
  readonly name: string; // in itself: "Deutsch"
  readonly locale: string; // for numbers and lists: "de-DE"
  readonly direction: "ltr" | "rtl";
}

const FILES = import.meta.glob<Language>("../../lessons/languages/*/language.json", { eager: true, import: "default" });

/** The languages that only show whether a page can stand long words, or a script from right to left. */
const TRIALS: Readonly<Record<string, Language>> = {
  "x-long": { name: "Łöñĝ", locale: "en-US", direction: "ltr" },
  "x-mirrored": { name: "Mirrored", locale: "en-US", direction: "rtl" },
};

const ENGLISH = "en";

/** By what stands in links and in `<html lang>`. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  [ENGLISH]: { name: "English", locale: "en-US", direction: "ltr" },
  ...Object.fromEntries(Object.entries(FILES).map(([file, one]) => [file.split("/").at(-2) ?? "", one])),
};

const KEPT = "roundtrip-language";

const isKnown = (code: string): boolean => Object.hasOwn(LANGUAGES, code) || Object.hasOwn(TRIALS, code);

/** The value of `lang` in an address; null where it has none. Of several the last counts. */
const linked = (hash: string): string | null =>
  new URLSearchParams(hash.slice(hash.indexOf("?") + 1 || hash.length)).getAll("lang").at(-1) ?? null;

let unknown: string | null = null;

/** The `lang` of the link that the page began with, where the site has no such language; else null. */
export const unknownLanguage = (): string | null => unknown;

/** The reader has read what the page says of it. */
export const forgetUnknownLanguage = (): void => void (unknown = null);

/** The code of the language that the reader chose before; null where the browser has kept none. */
export function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** Keeps the choice of a language, where the browser keeps anything. */
export function keep(code: string): void {
  try {
    localStorage.setItem(KEPT, code);
  } catch {
    // A browser that keeps nothing: the link still says it.
  }
}

/** "zh" for "zh-Hans-CN", where there is such a folder. */
const ofBrowser = (): string | undefined =>
  navigator.languages.flatMap((tag) => [tag, ...tag.split("-", 1)]).find((code) => Object.hasOwn(LANGUAGES, code));

function chosen(hash: string): string {
  const asked = linked(hash);
  if (asked !== null && isKnown(asked)) {
    if (!Object.hasOwn(TRIALS, asked)) keep(asked);
    return asked;
  }
  const before = kept();
  return before !== null && isKnown(before) ? before : (ofBrowser() ?? ENGLISH);
}

let code = ENGLISH;

/** "de". */
export const currentLanguage = (): string => code;

const languageNamed = (name: string): Language => {
  const found = LANGUAGES[name] ?? TRIALS[name];
  if (found === undefined) throw new Error(`language: there is no ${name}.`);
  return found;
};

/**
 * Chooses the language of the page, once, before anything is drawn, and fetches its texts for a place. Where these do
 * not come, the page is in English.
 */
export async function startLanguage(place: string): Promise<void> {
  const { hash } = window.location;
  const asked = linked(hash);
  unknown = asked === null || isKnown(asked) ? null : asked;
  code = chosen(hash);
  window.addEventListener("hashchange", ({ newURL }) => {
    const asked = linked(new URL(newURL).hash);
    if (asked !== null && isKnown(asked) && asked !== code) window.location.reload(); // what is drawn has its texts
  });
  if (code === ENGLISH) return;
  const { documentElement } = document;
  documentElement.lang = Object.hasOwn(TRIALS, code) ? ENGLISH : code;
  const { direction, locale } = languageNamed(code);
  documentElement.dir = direction;
  await import("./load.ts").then((m) => m.speakLanguage(code, locale, place)).catch(reportError);
}
