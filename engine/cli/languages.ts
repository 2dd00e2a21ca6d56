/**
 * `npm run languages`: what the catalogues of the languages lack. `npm run languages -- de` lists it text by text, and
 * `npm run languages -- de across-the-wire` writes what a lesson’s prose lacks as paragraphs to fill in. Exit code 1
 * where a catalogue has a mistake: a value that the English text has not, a brace that is not closed.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { filled, valuesIn } from "../../app/language/message.ts";
import { LESSONS } from "../../lessons/course.ts";
import { parseText } from "../../lessons/parse-text.ts";
import { paired, paragraphsIn, translationsIn } from "../../lessons/translated-prose.ts";
import { root } from "./bootstrap.mjs";
import { pageTexts } from "./page-texts.ts";

const LANGUAGES = "lessons/languages";

/** A file of site/ -> the sources whose texts it has. A text stands in the first that needs it. */
const SITE: Readonly<Record<string, readonly string[]>> = {
  page: [
    "app/App.tsx",
    "app/shell",
    "app/controls",
    "app/offline",
    "app/record",
    "app/words/keys",
    "app/words/outcomes.ts",
  ],
  course: ["app/course", "lessons/catalogue-about.ts", "lessons/catalogue.ts"],
  lesson: ["app/lesson"],
  stage: [
    ...[
      "app/timeline",
      "app/trace",
      "app/figure",
      "app/waterfall",
      "app/chart",
      "app/lab",
      "app/export",
      "app/machine",
    ],
    ...["app/state", "app/twin", "engine/systems", "engine/experiments"],
  ],
  bench: ["app/bench", "app/campus", "app/model", "app/setup"],
  papers: ["app/papers"],
  reference: ["app/reference", "app/words/glossary.ts"],
  concept: ["app/concept"],
  write: ["app/write"],
  numbers: ["app/numbers"],
  desk: ["app/desk", "app/handout"],
  do: ["app/assigned", "app/hand"],
  capture: ["app/capture"],
  traces: ["app/spans"],
};

type Strings = Readonly<Record<string, string>>;

const stringsIn = (path: string): Strings =>
  existsSync(join(root, path)) ? (JSON.parse(readFileSync(join(root, path), "utf8")) as Strings) : {};

const inBraces = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(", ");

/** Mistakes in a catalogue, each as a sentence. */
export function mistakesIn(path: string, strings: Strings, plurals: Intl.PluralRules): readonly string[] {
  return Object.entries(strings).flatMap(([english, translation]) => {
    const text = english.replace(/^\w+\|/, "");
    try {
      const [has, names] = [valuesIn(text), valuesIn(translation)];
      filled(translation, Object.fromEntries(names.map((name) => [name, "2"])), plurals);
      const unknown = names.filter((name) => !has.includes(name));
      return unknown.length === 0
        ? []
        : [`${path}: "${english}" has no value ${inBraces(unknown)}. It has ${inBraces(has) || "none"}.`];
    } catch (error) {
      return [`${path}: "${english}": ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}

interface Lacking {
  readonly of: string;
  readonly whole: number;
  readonly missing: readonly string[];
}

function siteLacks(code: string): readonly Lacking[] {
  const files = Object.keys(SITE).map((name) => stringsIn(`${LANGUAGES}/${code}/site/${name}.json`));
  const has = new Set(files.flatMap((strings) => Object.keys(strings).filter((text) => strings[text] !== "")));
  const seen = new Set<string>();
  return Object.entries(SITE).map(([of, sources]) => {
    const texts = [...new Set(sources.flatMap((source) => pageTexts(root, source).map(({ text }) => text)))];
    const own = texts.filter((text) => !seen.has(text));
    for (const text of own) seen.add(text);
    return { of, whole: own.length, missing: own.filter((text) => !has.has(text)) };
  });
}

interface LessonLack {
  readonly slug: string;
  /** Paragraphs without a translation, each below its key. */
  readonly missing: readonly string[];
  readonly older: number;
  readonly whole: number;
}

async function lessonLack(code: string, slug: string): Promise<LessonLack> {
  const english = readFileSync(join(root, "lessons", slug, "text.mdx"), "utf8");
  const path = join(root, LANGUAGES, code, "lessons", `${slug}.mdx`);
  const translation = existsSync(path) ? readFileSync(path, "utf8") : "";
  const all = paired(paragraphsIn(english, await parseText(english)), translationsIn(translation));
  const missing = all.filter((one) => one.translation === null || one.translation === "" || one.isOlder);
  return {
    slug,
    missing: missing.map((one) => `{/* ${one.english.key} */}\n\n${one.english.text}\n`),
    older: all.filter(({ isOlder }) => isOlder).length,
    whole: all.length,
  };
}

/** What a language lacks, in lines. */
async function report(code: string, isLong: boolean): Promise<readonly string[]> {
  const site = siteLacks(code).flatMap(({ of, whole, missing }) => [
    `${code} ${of}: ${whole - missing.length} of ${whole} texts`,
    ...(isLong ? missing.map((text) => `  ${text}`) : []),
  ]);
  const lessons = await Promise.all(LESSONS.map(({ slug }) => lessonLack(code, slug)));
  const begun = lessons.filter(({ whole, missing, older }) => missing.length - older < whole);
  return [
    ...site,
    ...begun.map(
      ({ slug, whole, missing, older }) =>
        `${code} lesson ${slug}: ${whole - missing.length} of ${whole} paragraphs, ${older} older than English`,
    ),
    `${code}: ${begun.length} of ${lessons.length} lessons begun`,
  ];
}

/** The languages that there are, by their folders. */
export const languageCodes = (): readonly string[] => readdirSync(join(root, LANGUAGES)).toSorted();

/** All mistakes in the catalogues of a language. */
export function catalogueMistakes(code: string): readonly string[] {
  const plurals = new Intl.PluralRules(code);
  return ["site", "lessons"].flatMap((folder) => {
    const path = `${LANGUAGES}/${code}/${folder}`;
    if (!existsSync(join(root, path))) return [];
    const files = readdirSync(join(root, path)).filter((file) => file.endsWith(".json"));
    return files.flatMap((file) => mistakesIn(`${path}/${file}`, stringsIn(`${path}/${file}`), plurals));
  });
}

async function main([code, slug]: readonly string[]): Promise<number> {
  const codes = languageCodes();
  if (code !== undefined && !codes.includes(code)) {
    console.error(`languages: there is no folder ${LANGUAGES}/${code}. There are ${codes.join(", ")}.`);
    return 2;
  }
  if (code !== undefined && slug !== undefined) {
    if (!LESSONS.some((one) => one.slug === slug)) {
      console.error(
        `languages: the course has no lesson "${slug}". It has ${LESSONS.map((one) => one.slug).join(", ")}.`,
      );
      return 2;
    }
    console.log((await lessonLack(code, slug)).missing.join("\n"));
    return 0;
  }
  for (const one of code === undefined ? codes : [code])
    for (const line of await report(one, code !== undefined)) console.log(line);
  const mistakes = codes.flatMap(catalogueMistakes);
  for (const mistake of mistakes) console.error(mistake);
  return mistakes.length === 0 ? 0 : 1;
}

if (process.argv[1]?.endsWith("languages.ts") === true) process.exitCode = await main(process.argv.slice(2));
