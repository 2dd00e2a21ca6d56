/**
 * `npm run languages`: what the catalogues of the languages lack. `npm run languages -- de` lists it text by text, and
 * `npm run languages -- de across-the-wire` writes what a lesson’s prose lacks as paragraphs to fill in. Exit code 1
 * where a catalogue has a mistake: a value that the English text has not, a brace that is not closed, a text in another
 * file than its place fetches, a paragraph without a number of the English one. `npm run languages -- sort` moves such
 * texts.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { filled, valuesIn } from "../../app/language/message.ts";
import { ALL_LESSONS } from "../../lessons/all.ts";
import { LESSONS } from "../../lessons/course.ts";
import { parseText } from "../../lessons/parse-text.ts";
import { paired, paragraphsIn, translationsIn } from "../../lessons/translated-prose.ts";
import { fileOfFamily, WITH } from "../../app/language/site-files.ts";
import { FAMILIES } from "../experiments/families.ts";
import { namedIn } from "../kernel/reads.ts";
import { root } from "./bootstrap.mjs";
import { importedBy, pageTexts, tableTexts, type PageText } from "./page-texts.ts";
import { staysEnglish } from "./stays-english.ts";

const LANGUAGES = "lessons/languages";

/** What the site says of all experiments wherever it lists them. */
const EXPERIMENTS = "engine/experiments/catalogue.ts";

/** The notes of numbers in lessons. */
const NOTES = "app/lesson/text/NumberNote.tsx";

/**
 * A file of site/ -> the sources whose texts it has: folders, but for what another file names of them. Sources that
 * describe or run a family of experiments belong to the file of the family.
 */
const SITE: Readonly<Record<string, readonly string[]>> = {
  page: [
    ...["app/App.tsx", "app/places.ts", "app/shell", "app/controls", "app/offline", "app/record", "app/words/keys"],
    ...["app/words/outcomes.ts", "lessons/catalogue.ts"],
  ],
  course: ["app/course", "lessons/catalogue-about.ts"],
  lesson: ["app/lesson", "lessons/types.ts"],
  stage: [
    ...["app/figure", "app/trace", "app/timeline", "app/lab/Progress.tsx", "app/lab/Stale.tsx"],
    ...["app/setup/setting-text.ts", "app/timeline/events/now.ts", "app/words/rungs.ts", "app/words/units.ts"],
  ],
  panels: [
    ...["app/chart", "app/crowd", "app/export", "app/hand", "app/lab", "app/machine", "app/model", "app/setup"],
    ...[
      "app/sound",
      "app/state",
      "app/timeline/events",
      "app/timeline/handle",
      "app/timeline/host",
      "app/timeline/search",
    ],
    ...["app/twin", "app/waterfall", "app/workers", "app/words/glossary.ts", "engine/explore", NOTES],
    ...["engine/experiments", "engine/faults", "engine/papers", "engine/protocols", "engine/stubs", "engine/systems"],
    "engine/wire",
  ],
  bench: [
    ...["app/bench", "app/campus", "app/setup/questions"],
    ...Object.keys(FAMILIES).map((family) => `engine/experiments/${family}`), // notes and tries
  ],
  papers: ["app/papers"],
  reference: ["app/reference", "engine/hardware"],
  concept: ["app/concept"],
  write: ["app/write"],
  numbers: ["app/numbers"],
  desk: ["app/desk", "app/handout"],
  do: ["app/assigned"],
  capture: ["app/capture", "engine/capture"],
  traces: ["app/spans", "engine/spans"],
  palette: ["app/shell/palette-words.ts"],
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

/** The family of experiments -> the sources that describe and run it. */
const ofFamilies = (): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    Object.keys(FAMILIES).map((family) => {
      const begins = ["describe", "run"].map((file) => `engine/experiments/${family}/${file}.ts`);
      return [fileOfFamily(family), importedBy(root, begins)];
    }),
  );

/** Sources whose words a family repeats where it has them. */
const OF_RUNS = /^engine\/(?:explore|faults|protocols|stubs|systems|wire)\//;

/** The files that several others share. */
const SHARED = ["page", "stage", "panels"];

/** The file where a text stands that these files need: one of them or a shared one, that is there with each of them. */
function homeOf(needing: ReadonlySet<string>): string {
  const isThere = (file: string): boolean =>
    [...needing].every((one) => one === file || WITH[one]?.includes(file) === true);
  const found = [...needing, ...SHARED].filter(isThere);
  return found.toSorted((a, b) => namedIn(WITH, b, "file").length - namedIn(WITH, a, "file").length)[0] ?? "page";
}

/** The file of site/ that names a source, or the folder next above it. */
function namedBy(source: string): string {
  const all = Object.entries(SITE).flatMap(([file, sources]) => sources.map((of) => ({ file, of })));
  const [next] = all
    .filter(({ of }) => source === of || source.startsWith(`${of}/`))
    .toSorted((a, b) => b.of.length - a.of.length);
  return next?.file ?? "page";
}

/** By what names the notes of lessons list the numbers that a word compares. */
function namesInNotes(): readonly PageText[] {
  const numbers = ALL_LESSONS.flatMap((lesson) => Object.values(lesson.numbers));
  const names = numbers.flatMap((number) => (number.kind === "word" ? Object.keys(number.of) : []));
  return names.filter((name) => /\b[a-z]{3,}\b/.test(name)).map((text) => ({ text, file: NOTES }));
}

/** Each text of the site’s sources that a language translates, and the file of site/ where its translation stands. */
export function homes(): ReadonlyMap<string, string> {
  const families = ofFamilies();
  const listed = new Set(pageTexts(root, EXPERIMENTS).map(({ text }) => text)); // a family repeats these
  const needing = new Map<string, Set<string>>();
  const ofRuns = new Map<string, Set<string>>();
  const ofSources = Object.values(SITE).flatMap((all) => all.flatMap((one) => pageTexts(root, one)));
  for (const { text, file } of [...ofSources, ...tableTexts(root), ...namesInNotes()]) {
    if (staysEnglish(text, file)) continue;
    const own = listed.has(text) ? [] : [...families].filter(([, all]) => all.has(file)).map(([family]) => family);
    const place = namedBy(file);
    // A panel tells of a run in the words of its family.
    const isOfRun = own.length === 0 && place === "panels" && OF_RUNS.test(file);
    const into = isOfRun ? ofRuns : needing;
    const files = into.get(text) ?? new Set();
    for (const one of own.length === 0 ? [place] : own) files.add(one);
    into.set(text, files);
  }
  return new Map([...ofRuns, ...needing].map(([text, files]) => [text, homeOf(files)]));
}

const siteFile = (code: string, name: string): string => `${LANGUAGES}/${code}/site/${name}.json`;

function siteLacks(code: string, home: ReadonlyMap<string, string>): readonly Lacking[] {
  return Object.keys(WITH).map((of) => {
    const strings = stringsIn(siteFile(code, of));
    const texts = [...home].filter(([, file]) => file === of).map(([text]) => text);
    return { of, whole: texts.length, missing: texts.filter((text) => (strings[text] ?? "") === "") };
  });
}

/** The elements of a paragraph with what the program reads of them, in an order of their own. */
const elementsIn = (text: string): string =>
  [...text.matchAll(/<([A-Z]\w*)((?:\s+\w+="[^"]*")*)/g)]
    .map(([, name = "", attributes = ""]) => `${name}${attributes.replaceAll(/\s+means="[^"]*"/g, "")}`)
    .map((element) => element.replaceAll(/\s+/g, " "))
    .toSorted()
    .join(", ");

/** Paragraphs of a lesson that in a language have other numbers and terms than in English; each as a sentence. */
export async function proseMistakes(slug: string): Promise<readonly string[]> {
  const text = readFileSync(join(root, "lessons", slug, "text.mdx"), "utf8");
  const english = paragraphsIn(text, await parseText(text));
  const paths = languageCodes().map((code) => `${LANGUAGES}/${code}/lessons/${slug}.mdx`);
  return paths
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) =>
      paired(english, translationsIn(readFileSync(join(root, path), "utf8"))).flatMap((one) => {
        if (one.translation === null || one.isOlder) return [];
        const [wanted, has] = [elementsIn(one.english.text), elementsIn(one.translation)];
        return wanted === has ? [] : [`${path}: ${one.english.key} has ${has || "none"}, want ${wanted || "none"}.`];
      }),
    );
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
async function report(code: string, isLong: boolean, home: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const site = siteLacks(code, home).flatMap(({ of, whole, missing }) => [
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

/** The catalogues of a language in a folder, by their paths. */
function cataloguesIn(path: string): readonly string[] {
  if (!existsSync(join(root, path))) return [];
  const files = readdirSync(join(root, path), { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".json")).map((file) => `${path}/${file.replaceAll("\\", "/")}`);
}

/** All mistakes in the catalogues of a language. */
export function catalogueMistakes(code: string): readonly string[] {
  const plurals = new Intl.PluralRules(code);
  return ["site", "lessons"].flatMap((folder) =>
    cataloguesIn(`${LANGUAGES}/${code}/${folder}`).flatMap((path) => mistakesIn(path, stringsIn(path), plurals)),
  );
}

/** The texts of a language that its files have, and not the one that their place fetches; each as a sentence. */
export function misplaced(code: string, home: ReadonlyMap<string, string>): readonly string[] {
  return strays(code, home).map(({ path, english, to }) => `${path}: "${english}" must stand in ${to}, too.`);
}

interface Stray {
  readonly path: string;
  readonly english: string;
  readonly to: string;
}

function strays(code: string, home: ReadonlyMap<string, string>): readonly Stray[] {
  const all = new Map(cataloguesIn(`${LANGUAGES}/${code}/site`).map((path) => [path, stringsIn(path)]));
  return [...all].flatMap(([path, strings]) =>
    Object.keys(strings).flatMap((english) => {
      const of = home.get(english.replace(/^\w+\|/, ""));
      const to = of === undefined ? path : siteFile(code, of);
      return Object.hasOwn(all.get(to) ?? {}, english) ? [] : [{ path, english, to }];
    }),
  );
}

/** Moves the texts of a language into the files that their places fetch. */
function sort(code: string, home: ReadonlyMap<string, string>): void {
  for (const { path, english, to } of strays(code, home)) {
    const { [english]: translation = "", ...rest } = stringsIn(path);
    mkdirSync(dirname(join(root, to)), { recursive: true });
    write(to, { ...stringsIn(to), [english]: translation });
    write(path, rest);
  }
}

const write = (path: string, strings: Strings): void =>
  writeFileSync(join(root, path), `${JSON.stringify(strings, null, 2)}\n`);

async function main([code, slug]: readonly string[]): Promise<number> {
  const codes = languageCodes();
  if (code === "sort") {
    const home = homes();
    for (const one of codes) sort(one, home);
    return 0;
  }
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
  const home = homes();
  for (const one of code === undefined ? codes : [code])
    for (const line of await report(one, code !== undefined, home)) console.log(line);
  const prose = await Promise.all(LESSONS.map(({ slug }) => proseMistakes(slug)));
  const mistakes = [...codes.flatMap((one) => [...catalogueMistakes(one), ...misplaced(one, home)]), ...prose.flat()];
  for (const mistake of mistakes) console.error(mistake);
  return mistakes.length === 0 ? 0 : 1;
}

if (process.argv[1]?.endsWith("languages.ts") === true) process.exitCode = await main(process.argv.slice(2));
