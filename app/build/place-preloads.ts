/**
 * What a place needs is fetched with the page's own script, not after it has run: a few lines in the page's head read
 * the place from the address and name its files to the browser. Without them nothing is missing, it only comes later.
 */
import { join } from "node:path";
import { CATALOGUE } from "../../engine/experiments/catalogue.ts";
import { familyOf } from "../../engine/experiments/load.ts";
import { LESSONS } from "../../lessons/course.ts";
import type { HtmlTagDescriptor, Plugin } from "vite";

/** As far as this reads what the bundler made. */
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
const familyFile = (family: string): string => `engine/experiments/${family}/index.ts`;
const LESSON = "app/lesson/LessonPlayer.tsx";
/** Every lesson but the first opens with questions about those before. */
const MEMORY = ["app/lesson/Memory.tsx"];

/** The beginning of an address, and the modules that its place begins with. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  "": ["app/course/CourseHome.tsx"],
  lesson: [LESSON],
  ...Object.fromEntries(
    LESSONS.filter(({ written }) => written).map(({ slug }, i) => [
      `lesson/${slug}`,
      [LESSON, `lessons/${slug}/lesson.ts`, `lessons/${slug}/text.mdx`, ...(i > 0 ? MEMORY : [])],
    ]),
  ),
  bench: [BENCH, familyFile("firefly")], // whose experiment it opens with
  ...Object.fromEntries(
    [...new Set(CATALOGUE.map(({ id }) => familyOf(id)))].map((family) => [
      `bench/${family}`,
      [BENCH, familyFile(family)],
    ]),
  ),
  papers: ["app/papers/PapersPlace.tsx"],
  reference: ["app/reference/ReferencePlace.tsx"],
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
  return Object.fromEntries(
    Object.entries(PLACES).map(([place, modules]) => {
      const files = new Set(modules.flatMap((module) => [...filesOf(bundle, begins(join(root, module)))]));
      return [place, [...files].filter((file) => !own.has(file))];
    }),
  );
}

/** Runs in the page's head, before anything else of ours. */
const script = (files: Readonly<Record<string, readonly string[]>>): string =>
  `{const f=${JSON.stringify(files)},[,p="",q]=location.hash.split(/[/?]/);` +
  `for(const h of f[p+"/"+q]??f[p]??f[""]){const l=document.createElement("link"),c=h.endsWith(".css");` +
  `l.rel=c?"preload":"modulepreload";if(c)l.as="style";l.crossOrigin="";l.href="./"+h;document.head.append(l)}}`;

/** @param root the project's folder */
export function placePreloads(root: string): Plugin {
  return {
    name: "roundtrip-place-preloads",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }): HtmlTagDescriptor[] {
        const files = placeFiles(bundle ?? {}, root);
        return [{ tag: "script", children: script(files), injectTo: "head" }];
      },
    },
  };
}
