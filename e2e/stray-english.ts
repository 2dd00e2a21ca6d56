/**
 * English that is left on a page in another language. A word is English where texts of the site have it and the
 * language translates it in most of them; small words that only English has are English always.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

const LANGUAGES = fileURLToPath(new URL("../lessons/languages", import.meta.url));

/** Words that no other language of the site has. */
const SMALL: ReadonlySet<string> = new Set([
  ...["the", "of", "and", "are", "with", "which", "this", "that", "what", "its", "your", "it", "for", "to", "from"],
  ...["by", "has", "have", "each", "than", "when", "where", "who", "is", "at", "or"],
]);

/** How many of the English texts with a word keep it in their translation, where the word is no translation itself. */
const MOSTLY_KEPT = 0.5;

/** Places that show what no reader reads as a sentence of the site: addresses, program texts, lines of faults. */
const NO_TEXT = "code, pre, kbd, samp, textarea, script, style, [translate=no]";

type Texts = Readonly<Record<string, string>>;

/** Everything that a language has translated: English text -> translation. */
function textsOf(language: string): readonly (readonly [english: string, translation: string])[] {
  const folder = join(LANGUAGES, language);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json") && !file.endsWith("language.json"))
    .flatMap((file) => Object.entries(JSON.parse(readFileSync(join(folder, file), "utf8")) as Texts))
    .filter(([, translation]) => translation !== "");
}

/** What stands in a text as it is written elsewhere: formulas, words of a link, names of keys, lines of faults. */
const AS_WRITTEN = [
  /<iframe [^>]*>|https?:\/\/\S+/g,
  /[:：] ?[\w\s().,]*[×÷−+][\w\s().,×÷−+]*。?$/g,
  /"[^"]*"/g,
  // Components of MultiRPC's model, operations of an example, procedures and parameters of lessons.
  /\b(?:un)?pack\b|\bask (?:front|leaf)\b|\b(?:room|exam|announce|say)\b/g,
  // The field's word beside its translation, "Weitergabe (relay)", and what a paper says, „slightly“.
  /[(（][a-z][a-z -]*[)）]/g,
  /[„“][a-z][a-z ]*[“”]/g,
  /\b(?:Home|End|Enter|Space|Page Up|Page Down|Delete|Escape|Tab|min)\b/g,
  /\b(?:drop|delay|duplicate|reorder|corrupt)\s\w+#\d+(?:\s(?:send|by)\s[\d.]+\w*)*/g,
  // A model's function with its arguments, and cells of a rule book.
  /\b\w+\(\w+=[^)]*\)/g,
  /(?:\b[a-z]+, ){5,}[a-z]+/g,
  // A type of XDR.
  /\bshort\b/g,
  /\blose [\d.]+%(?: of \w+ packets)?/g,
  /\b(?:crash|restart|slow|pause|lose|cut)\s[\w%]+(?:\s(?:at|by|for)\s[\d.]+\w*)+/g,
];

/** A notice about a link has the words of links in lists: "it has run, call, crowd". */
const isNotice = (text: string): boolean => text.includes('"');
const LISTED = /(?<![\w(])[\w/#.…-]+(?:, [\w/#.…-]+)+(?: or \w+)?|\b\w+ = (?=")/g;

/** Codes of protocols and of languages of interfaces: BUSY, VAR OUT. */
const isCode = (word: string): boolean => /^[A-Z]{2,}$/.test(word);

/** Words in Latin letters that stand alone: no part of an identifier, an address or a name with figures. */
const wordsOf = (text: string): readonly string[] =>
  AS_WRITTEN.reduce((left, written) => left.replaceAll(written, " "), text).match(
    /(?<![\w./#@{}=-])[A-Za-z]{2,}(?:['’][a-z]+)?(?![\w/@{}=#]|\.\w)/g,
  ) ?? [];

/** Words of German that English writes alike. */
const ALIKE: Readonly<Record<string, string>> = {
  de:
    "administrator block callback chance cut double export hand handles import imports integer leader link " +
    "marshalling maximum minimum moment name parallel phase position radio routine short spring start switch test " +
    "tests tick ticks trace zoom",
};

/** Tells of a word of a page whether it is English that the language would translate. */
function englishWords(language: string): (word: string) => boolean {
  const alike = new Set(ALIKE[language]?.split(" "));
  const english = new Map<string, number>();
  const kept = new Map<string, number>();
  const own = new Map<string, number>();
  const names = new Set<string>(); // "Receiver": a name that a paper gives, and that the language keeps
  const count = (all: Map<string, number>, word: string): void => void all.set(word, (all.get(word) ?? 0) + 1);
  for (const [text, translation] of textsOf(language)) {
    if (text === translation && /^[A-Z][a-z]+$/.test(text)) names.add(text);
    const [before, after] = [text, translation].map((one) => new Set(wordsOf(one).map((word) => word.toLowerCase())));
    for (const word of before ?? []) {
      count(english, word);
      if (after?.has(word) === true) count(kept, word);
    }
    for (const word of after ?? []) if (before?.has(word) === false) count(own, word);
  }
  return (word) => {
    const plain = word.toLowerCase();
    if (SMALL.has(word)) return true;
    if (isCode(word) || alike.has(plain) || names.has(word)) return false;
    if ((own.get(plain) ?? 0) > 1) return false;
    const all = english.get(plain) ?? 0;
    return all > 0 && (kept.get(plain) ?? 0) / all < MOSTLY_KEPT;
  };
}

/** Below this a translation is no sentence, and stands in others by chance. */
const LEAST_CHOSEN = 6;

/** What stands between the values of a translation; nothing where a value has several forms. */
const betweenValues = (translation: string): readonly string[] =>
  /\{\w+,/.test(translation) ? [] : translation.split(/\{\w+\}/).map((piece) => piece.replace(/[.。]$/u, ""));

/** Translations with words that look like English: who translated them has left these in by choice. */
function chosenIn(language: string, isEnglish: (word: string) => boolean): readonly string[] {
  const all = textsOf(language).flatMap(([text, translation]) =>
    text === translation ? [] : betweenValues(translation).filter((piece) => piece.length >= LEAST_CHOSEN),
  );
  return [...new Set(all)].filter((one) => wordsOf(one).some(isEnglish)).toSorted((a, b) => b.length - a.length);
}

/** Tells the English words of a text that a page in a language shows. */
export function strayWords(language: string): (text: string) => readonly string[] {
  const isEnglish = englishWords(language);
  const chosen = chosenIn(language, isEnglish);
  return (text) => {
    const left = isNotice(text) ? text.replaceAll(LISTED, " ") : text;
    if (!wordsOf(left).some(isEnglish)) return [];
    return wordsOf(chosen.reduce((rest, one) => rest.replaceAll(one, " "), left)).filter(isEnglish);
  };
}

/** From here on the page keeps the words that it paints on a canvas. */
export async function keepPainted(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { prototype } = CanvasRenderingContext2D;
    const painted = new Set<string>();
    const paint = Reflect.get(prototype, "fillText") as (...all: readonly unknown[]) => void;
    prototype.fillText = function (text, ...rest) {
      painted.add(text);
      paint.call(this, text, ...rest);
    };
    Object.assign(window, { painted });
  });
}

/** All that the page says: texts that are seen, names that are heard, words painted since the last question. */
export const saidOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate((noText) => {
    const { painted = new Set<string>() } = window as unknown as { painted?: Set<string> };
    const said = new Set([document.title, ...painted]);
    painted.clear();
    const isRead = (element: Element): boolean =>
      element.closest(noText) === null && (element.closest("select") ?? element).checkVisibility();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode())
      if (node.parentElement !== null && isRead(node.parentElement)) said.add(node.textContent ?? "");
    const heard = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title", "alt"];
    for (const name of [...heard, "placeholder"])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (isRead(element)) said.add(element.getAttribute(name) ?? "");
    return [...said].map((text) => text.trim().replace(/\s+/g, " ")).filter((text) => text !== "");
  }, NO_TEXT);

/** Fills the empty fields of a part and chooses what is first of several. */
export async function answerIn(page: Page, part: string): Promise<void> {
  for (const field of await page.locator(part).locator("input[type=text]:enabled, textarea:enabled").all())
    if ((await field.isVisible()) && (await field.inputValue()) === "") await field.fill("2", { force: true });
  await page.evaluate((part) => {
    for (const one of document.querySelectorAll<HTMLInputElement>(`${part} input[type=radio]:enabled`))
      if (document.querySelector(`input[name="${one.name}"]:checked`) === null) one.click();
  }, part);
}

/** Presses the next thing that matches and was not pressed before; false where there is none. */
export const pressNext = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((selector) => {
    const kept = window as unknown as { pressed?: Set<string> };
    const pressed = (kept.pressed ??= new Set());
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      const name = `${location.hash.split("?")[0]} ${element.textContent} ${element.getAttribute("aria-label")}`;
      if (pressed.has(name) || !element.checkVisibility()) continue;
      pressed.add(name);
      element.click();
      return true;
    }
    return false;
  }, selector);
