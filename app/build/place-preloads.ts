/**
 * The files of a place are fetched with the page's own script, not after it has run: a few lines in the page's head
 * read the place from the address and name its files to the browser. Where the place runs calls they also start the
 * worker that runs them, so that it is ready before the page is drawn (app/workers/engine-client.ts takes it over).
 * Without these lines nothing is missing, it only comes later.
 */
import { join } from "node:path";
import { CATALOGUE } from "../../engine/experiments/catalogue.ts";
import { CATALOGUE as PAPERS } from "../../engine/papers/catalogue.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { familyOf } from "../../engine/experiments/family.ts";
import { LESSONS } from "../../lessons/course.ts";
import { NEEDS } from "../../lessons/needs.ts";
import type { LessonNeeds } from "../../lessons/types.ts";
import { REFERENCE_SECTIONS as SECTIONS } from "../setup/reference-sections.ts";
import { REFERENCE_FILES } from "./reference-files.ts";
import type { HtmlTagDescriptor, Plugin } from "vite";

/** The part of the bundler's output that this file reads. */
interface Chunk {
  readonly type: "chunk";
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

type Bundle = Readonly<Record<string, Chunk | { readonly type: "asset" }>>;

const BENCH = "app/bench/BenchPlace.tsx";
const familyFile = (family: string): string => `engine/experiments/${family}/describe.ts`;
const paperFile = (paper: string): string => `engine/papers/${paper}/index.ts`;
/** The paper that the papers open with. */
const FIRST_PAPER = itemAt(PAPERS, 0, "paper").id;
/** The family whose experiment the bench opens with. */
const FIRST = "firefly";
const LESSON = "app/lesson/LessonPlayer.tsx";
/** The first lesson begins on a rung of the ladder. */
const FIRST_BESIDES = ["app/timeline/ladder/parts.ts"];
/** Every lesson but the first opens with questions about those before, and with numbers of its paper. */
const NOT_FIRST = ["app/lesson/questions/Memory.tsx", "app/lesson/text/Numbers.tsx"];

/** What a lesson of the course comes with. */
function needsOf(slug: string): LessonNeeds {
  const found = NEEDS[slug];
  if (found === undefined) throw new Error(`place preloads: the course has no lesson ${slug}`);
  return found;
}
const familyOfLesson = (slug: string): string => itemAt(needsOf(slug).families, 0, "family of a lesson");
/** The first lesson states no number of its paper as it opens. */
const besidesOf = (slug: string, place: number): readonly string[] => {
  return place === 0 ? FIRST_BESIDES : [...needsOf(slug).papers.map(paperFile), ...NOT_FIRST];
};

const SLUGS = LESSONS.map(({ slug }) => slug);
const BENCH_FAMILIES = [...new Set(CATALOGUE.map(({ id }) => familyOf(id)))];

/** The beginning of an address whose place runs calls, and the family of experiments that it begins with. */
const ENGINES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SLUGS.map((slug) => [`lesson/${slug}`, familyOfLesson(slug)])),
  bench: FIRST,
  numbers: "services",
  ...Object.fromEntries(BENCH_FAMILIES.map((family) => [`bench/${family}`, family])),
};

/** The files of a paper's pages: its data, its prose, and its numbers beside ours. */
const papersOf = (paper: string): readonly string[] => [
  "app/papers/PapersPlace.tsx",
  paperFile(paper),
  ...["claims", "errata", "corrections"].map((part) => `engine/papers/${paper}/${part}.json`),
  `\0virtual:reproduction/${paper}`,
];

/** The files of the bench for a family: its experiments, their paper, and its model's values. */
function benchOf(family: string): readonly string[] {
  const papers = CATALOGUE.filter(({ id }) => familyOf(id) === family).flatMap(({ paper }) => paper ?? []);
  const answers = [...new Set(papers)].flatMap((paper) => [paperFile(paper), `\0virtual:model-values/${paper}`]);
  return [BENCH, familyFile(family), "app/lab/modelling.ts", ...answers];
}

type Section = (typeof SECTIONS)[number];
const referenceOf = (section: Section): readonly string[] => [
  "app/reference/ReferencePlace.tsx",
  REFERENCE_FILES[section],
];

/** The beginning of an address, and the modules that its place begins with. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  "": ["app/course/CourseHome.tsx"],
  write: ["app/write/WritePlace.tsx"],
  concept: ["app/concept/ConceptPlace.tsx"],
  do: ["app/assigned/AssignedPlace.tsx"],
  desk: ["app/desk/DeskPlace.tsx"],
  numbers: ["app/numbers/NumbersPlace.tsx"],
  capture: ["app/capture/CapturePlace.tsx"],
  traces: ["app/spans/TracesPlace.tsx"],
  lesson: [LESSON],
  ...Object.fromEntries(
    SLUGS.map((slug, place) => [
      `lesson/${slug}`,
      [
        LESSON,
        `lessons/${slug}/lesson.ts`,
        `lessons/${slug}/text.mdx`,
        familyFile(familyOfLesson(slug)),
        ...besidesOf(slug, place),
      ],
    ]),
  ),
  bench: benchOf(FIRST),
  ...Object.fromEntries(BENCH_FAMILIES.map((family) => [`bench/${family}`, benchOf(family)])),
  papers: papersOf(FIRST_PAPER),
  ...Object.fromEntries(PAPERS.map(({ id }) => [`papers/${id}`, papersOf(id)])),
  reference: referenceOf("experiments"), // the first section
  ...Object.fromEntries(SECTIONS.map((section) => [`reference/${section}`, referenceOf(section)])),
};

/** A chunk's own files and those of all that it imports at once. */
function filesOf(bundle: Bundle, fileName: string, found: Set<string> = new Set()): Set<string> {
  const chunk = bundle[fileName];
  if (chunk?.type !== "chunk" || found.has(fileName)) return found;
  found.add(fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
  for (const imported of chunk.imports) filesOf(bundle, imported, found);
  return found;
}

/** For each place the files that the page's own script does not bring. Throws where a place begins nowhere. */
export function placeFiles(bundle: Bundle, root: string): Readonly<Record<string, readonly string[]>> {
  const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
  const main = chunks.find(({ isEntry }) => isEntry);
  const own = main === undefined ? new Set<string>() : filesOf(bundle, main.fileName);
  const begins = (module: string): string => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (chunk === undefined) throw new Error(`place preloads: no chunk has ${module}`);
    return chunk.fileName;
  };
  const idOf = (module: string): string => (module.startsWith("\0") ? module : join(root, module));
  return Object.fromEntries(
    Object.entries(PLACES).map(([place, modules]) => {
      const files = new Set(modules.flatMap((module) => [...filesOf(bundle, begins(idOf(module)))]));
      return [place, [...files].filter((file) => !own.has(file))];
    }),
  );
}

const ITALIC = /^assets\/serif-italic-(?!rest)[\w-]+\.woff2$/;

/** The face of the line under a paper's title, which comes to take another line where it arrives late. */
const italicOf = (bundle: Bundle): readonly string[] => Object.keys(bundle).filter((file) => ITALIC.test(file));

const WORKER_FILE = /^assets\/engine\.worker-[\w-]+\.js$/;

/** The file of the worker that runs experiments. Throws where there is not exactly one. */
export function workerFile(bundle: Bundle): string {
  const found = Object.keys(bundle).filter((file) => WORKER_FILE.test(file));
  const [file] = found;
  if (file === undefined || found.length > 1)
    throw new Error(`place preloads: the worker’s files are "${found.join()}"`);
  return file;
}

/** Runs in the page's head, before anything else of ours. A worker that cannot be started is forgotten. */
const script = (files: Readonly<Record<string, readonly string[]>>, worker: string): string =>
  `{const f=${JSON.stringify(files)},e=${JSON.stringify(ENGINES)},` +
  `[,p="",q]=location.hash.toLowerCase().split(/[/?]/),a=p+"/"+q,` +
  `n=e[a]??e[p];if(n&&origin!=="null")try{const w=new Worker("./${worker}",{type:"module",name:"run"});` +
  `w.onerror=()=>{self.earlyEngine=void 0};w.postMessage({id:0,name:"load",args:[n],functions:[]});` +
  `self.earlyEngine=w}catch{}` +
  `for(const h of f[a]??f[p]??f[""]){const l=document.createElement("link"),k={css:"style",ff2:"font"}[h.slice(-3)];` +
  `l.rel=k?"preload":"modulepreload";if(k)l.as=k;l.crossOrigin="";l.href="./"+h;document.head.append(l)}}`;

/** @param root the project's folder */
export function placePreloads(root: string): Plugin {
  return {
    name: "roundtrip-place-preloads",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }): HtmlTagDescriptor[] {
        const files = placeFiles(bundle ?? {}, root);
        const named = Object.fromEntries(
          Object.entries(files).map(([place, own]) => {
            return [place, /^papers\b/.test(place) ? [...own, ...italicOf(bundle ?? {})] : own];
          }),
        );
        return [{ tag: "script", children: script(named, workerFile(bundle ?? {})), injectTo: "head" }];
      },
    },
  };
}
