/**
 * Which modules travel together. Left alone, the bundler gives every set of places that share a module a file of its
 * own: thirty small files before the first lesson, which compress a tenth worse than two.
 */
import { join } from "node:path";
import { FAMILIES } from "../../engine/experiments/families.ts";

interface ModuleInfo {
  readonly importedIds: readonly string[];
}

interface Modules {
  getModuleInfo(id: string): ModuleInfo | null;
}

/** A module and all that it imports before it runs. What it imports later is another matter. */
function closureOf(root: string, modules: Modules): ReadonlySet<string> {
  const seen = new Set<string>();
  const left = [root];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    left.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}

/**
 * The file of a module: "page" for what every place begins with; of the rest "begin" for what a lesson and the course's
 * first page or the papers begin with, so that these wait for nothing that only a lesson needs; "stage" for what lesson
 * and bench begin with, "lesson" for what only a lesson does; null where the bundler may choose.
 * @param app the folder app/
 */
export function chunkNames(app: string): (id: string, modules: Modules) => string | null {
  let known: Readonly<Record<"page" | "home" | "papers" | "bench" | "lesson", ReadonlySet<string>>> | null = null;
  return (id, modules) => {
    known ??= {
      page: closureOf(join(app, "main.tsx"), modules),
      home: closureOf(join(app, "course", "CourseHome.tsx"), modules),
      papers: closureOf(join(app, "papers", "PapersPlace.tsx"), modules),
      bench: closureOf(join(app, "bench", "BenchPlace.tsx"), modules),
      // The details of what is selected come right after a lesson's first view: files of their own would weigh more.
      lesson: new Set([
        ...closureOf(join(app, "lesson", "LessonPlayer.tsx"), modules),
        ...closureOf(join(app, "lab", "Details.tsx"), modules),
      ]),
    };
    if (known.page.has(id)) return "page";
    if (!known.lesson.has(id)) return null;
    if (known.home.has(id) || known.papers.has(id)) return "begin";
    return known.bench.has(id) ? "stage" : "lesson";
  };
}

/** The family whose experiment the first lesson and the bench begin with. */
const FIRST = "firefly";

/**
 * The file of a module in the engine's workers: "engine" for what the first family shares with another, the family's
 * own for the rest of it, though a search for faults needs some of that too; null where the bundler may choose. Left
 * alone, it makes a file of each set of families that share a module: four before the first run.
 * @param families the folder engine/experiments/
 */
export function engineChunkNames(families: string): (id: string, modules: Modules) => string | null {
  const rootOf = (name: string): string => join(families, name, "index.ts");
  const others = Object.keys(FAMILIES).filter((name) => name !== FIRST);
  let known: Readonly<Record<"first" | "elsewhere", ReadonlySet<string>>> | null = null;
  return (id, modules) => {
    if (modules.getModuleInfo(rootOf(FIRST)) === null) return null; // a worker that runs nothing
    known ??= {
      first: closureOf(rootOf(FIRST), modules),
      elsewhere: new Set(others.flatMap((name) => [...closureOf(rootOf(name), modules)])),
    };
    if (!known.first.has(id)) return null;
    return known.elsewhere.has(id) ? "engine" : FIRST;
  };
}
