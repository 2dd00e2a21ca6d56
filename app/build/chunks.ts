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

/** What each family of experiments needs. */
const familiesOf = (experiments: string, modules: Modules): readonly ReadonlySet<string>[] =>
  Object.keys(FAMILIES).map((name) => closureOf(join(experiments, name, "index.ts"), modules));

/**
 * The file of a module: "page" for what every place begins with; of the rest "begin" for what a lesson and the course's
 * first page or the papers begin with, so that these wait for nothing that only a lesson needs, and for what all
 * families of experiments have in common; "stage" for what lesson and bench begin with, "lesson" for what only a lesson
 * does; "bytes" for the formats that the bytes of a packet are read by; null where the bundler may choose.
 * @param app the folder app/
 */
export function chunkNames(app: string): (id: string, modules: Modules) => string | null {
  let known: Readonly<Record<"page" | "home" | "papers" | "bench" | "lesson" | "bytes", ReadonlySet<string>>> | null =
    null;
  let families: readonly ReadonlySet<string>[] = [];
  return (id, modules) => {
    families = families.length > 0 ? families : familiesOf(join(app, "..", "engine", "experiments"), modules);
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
      bytes: closureOf(join(app, "timeline", "PacketBytes.tsx"), modules),
    };
    if (known.page.has(id)) return "page";
    if (families.every((needed) => needed.has(id))) return "begin";
    if (!known.lesson.has(id)) return known.bytes.has(id) && id.includes("/engine/wire/") ? "bytes" : null;
    if (known.home.has(id) || known.papers.has(id)) return "begin";
    return known.bench.has(id) ? "stage" : "lesson";
  };
}

/** The family of the first lesson. */
const LESSONS_FIRST = "cedar";
/** The family that the bench begins with. */
const BENCH_FIRST = "firefly";

/**
 * The file of a module in the engine's workers. "engine": what the family of the first lesson shares with another.
 * "internet": what the bench's first family needs besides, and shares with another. The family's own name for the rest
 * of these two, though a search for faults needs some of that too; null where the bundler may choose. Left alone, it
 * makes a file of each set of families that share a module: four before the first run.
 * @param families the folder engine/experiments/
 */
export function engineChunkNames(families: string): (id: string, modules: Modules) => string | null {
  let known: readonly ReadonlySet<string>[] = [];
  return (id, modules) => {
    if (modules.getModuleInfo(join(families, BENCH_FIRST, "index.ts")) === null) return null; // it runs nothing
    known = known.length > 0 ? known : familiesOf(families, modules);
    const users = Object.keys(FAMILIES).filter((_, i) => known[i]?.has(id) === true);
    const [only] = users.length === 1 ? users : [null];
    if (users.includes(LESSONS_FIRST)) return only ?? "engine";
    if (users.includes(BENCH_FIRST)) return only ?? "internet";
    return null;
  };
}
