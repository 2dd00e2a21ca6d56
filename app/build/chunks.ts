/**
 * Decides which modules travel together. Left alone, the bundler gives every set of places that share a module a file
 * of its own: thirty small files before the first lesson, which compress a tenth worse than two.
 */
import { basename, join } from "node:path";
import { FAMILIES } from "../../engine/experiments/families.ts";
import { LANGUAGES_FOLDER } from "../offline/names.ts";
import { REFERENCE_FILES } from "./reference-files.ts";

interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
  readonly isEntry: boolean;
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
 * The files of each family of experiments: in the page its description, in a worker its run.
 * @param experiments the folder engine/experiments/
 */
const familiesOf = (
  experiments: string,
  file: "describe.ts" | "run.ts",
  modules: Modules,
): readonly ReadonlySet<string>[] =>
  Object.keys(FAMILIES).map((name) => closureOf(join(experiments, name, file), modules));

/** Parts that a reader meets after a place has begun, each with all its files: folder and file within app/. */
const PARTS = {
  ladder: ["timeline/ladder/parts.ts"],
  wire: ["timeline/ladder/wire.ts"],
  targets: ["timeline/tools/targets.ts"],
  chart: ["chart/Chart.tsx", "lab/use-chart.tsx", "lab/start-sweeps.ts"],
  settings: ["lab/ParameterPanel.tsx"],
  waterfall: ["waterfall/Waterfall.tsx"],
  bench: ["bench/BenchPlace.tsx"],
  papers: ["papers/PapersPlace.tsx"],
} as const;

/** The sections of the reference that list what the bench has. */
const LISTING = ["experiments", "questions", "machines", "protocols"] as const;

interface Known {
  readonly page: ReadonlySet<string>;
  readonly home: ReadonlySet<string>;
  readonly lesson: ReadonlySet<string>;
  readonly bytes: ReadonlySet<string>;
  readonly verdict: ReadonlySet<string>;
  readonly tools: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly plots: ReadonlySet<string>;
  readonly shapes: ReadonlySet<string>;
  readonly reference: ReadonlySet<string>;
  readonly parts: Readonly<Record<keyof typeof PARTS, ReadonlySet<string>>>;
  readonly families: readonly ReadonlySet<string>[];
}

function known(app: string, modules: Modules): Known {
  const closure = (...files: readonly string[]): ReadonlySet<string> =>
    new Set(files.flatMap((file) => [...closureOf(join(app, file), modules)]));
  return {
    page: closure("main.tsx"),
    home: closure("course/CourseHome.tsx"),
    lesson: closure("lesson/LessonPlayer.tsx"),
    bytes: closure("timeline/events/PacketBytes.tsx"),
    verdict: closure("../lessons/verdict.ts"),
    tools: closure("lesson/StageTools.tsx"),
    numbers: closure("lesson/text/Numbers.tsx"),
    plots: closure("course/PartFigure.tsx"),
    shapes: closure("draw/Shapes.tsx"),
    reference: closure(
      "reference/ReferencePlace.tsx",
      ...LISTING.map((section) => join("..", REFERENCE_FILES[section])),
    ),
    parts: {
      ladder: closure(...PARTS.ladder),
      wire: closure(...PARTS.wire),
      targets: closure(...PARTS.targets),
      chart: closure(...PARTS.chart),
      settings: closure(...PARTS.settings),
      waterfall: closure(...PARTS.waterfall),
      bench: closure(...PARTS.bench),
      papers: closure(...PARTS.papers),
    },
    families: familiesOf(join(app, "..", "engine", "experiments"), "describe.ts", modules),
  };
}

/** Formats on the wire, and the stubs that read the arguments in packets. */
const OF_BYTES = /\/engine\/(?:wire|stubs)\//;

/**
 * The file of a module that no lesson begins with. The first part that needs the module has it. "shapes" draws figures
 * as SVG: on the course's first page, and on paper. "plot" has what draws a chart: the course's first page draws small
 * ones and needs nothing else of the bench. "common" has modules of the bench and others, which would wait for a whole
 * part otherwise. "listed" has modules of the bench that the reference lists. "facts" has what bench and ladder say of
 * a packet: the bench would wait for the formats of bytes otherwise.
 */
function laterChunk(
  id: string,
  { home, bytes, verdict, tools, numbers, plots, shapes, reference, parts }: Known,
): string | null {
  if (shapes.has(id)) return "shapes";
  if (numbers.has(id))
    return [home, plots, parts.bench, parts.papers].some((other) => other.has(id)) ? "common" : "numbers";
  if (plots.has(id) && parts.chart.has(id)) return "plot";
  if (bytes.has(id) && OF_BYTES.test(id)) return "bytes";
  if (parts.bench.has(id) && [home, parts.papers, verdict, tools].some((other) => other.has(id))) return "common";
  if (parts.bench.has(id) && reference.has(id)) return "listed";
  if (parts.bench.has(id) && parts.wire.has(id)) return "facts";
  return Object.entries(parts).find(([, part]) => part.has(id))?.[0] ?? null;
}

/**
 * The file of a module: "page" for what every place begins with; of the rest "begin" for what a lesson and the course's
 * first page or the papers begin with, so that these wait for nothing that only a lesson needs, and for what most
 * families of experiments have in common; "stage" for what lesson and bench begin with, or a lesson and the bytes of a
 * packet; "lesson" for what only a lesson does; "bytes" for the formats that the bytes of a packet are read by; then
 * the parts; null where the bundler may choose. A file imports none that is named after it, so no two wait for each
 * other.
 * @param app the folder app/
 */
export function chunkNames(app: string): (id: string, modules: Modules) => string | null {
  let all: Known | null = null;
  return (id, modules) => {
    all ??= known(app, modules);
    const { page, home, lesson, bytes, plots, families, parts } = all;
    if (page.has(id)) return "page";
    if (2 * families.filter((needed) => needed.has(id)).length > families.length) return "begin";
    if (!lesson.has(id)) return laterChunk(id, all);
    if ([home, plots, parts.papers].some((first) => first.has(id))) return "begin";
    return parts.bench.has(id) || bytes.has(id) ? "stage" : "lesson";
  };
}

/** The family of the first lesson. */
const LESSONS_FIRST = "cedar";
/** The family that the bench begins with. */
const BENCH_FIRST = "firefly";

/** Whether a family runs the systems of the first lesson and of the bench's first family. */
const gathers = (modules: ReadonlySet<string>): boolean =>
  [LESSONS_FIRST, BENCH_FIRST].every((family) => [...modules].some((id) => id.includes(`/systems/${family}/`)));

/**
 * The name of a worker whose own file needs a module, and so does a part that comes later; else null. The worker's file
 * must not have the module: WebKit ran that file a second time where the part imported it, and then two of the worker
 * answered the page.
 */
function sharedWithWorker(id: string, modules: Modules): string | null {
  const users = new Set([id]);
  for (const user of users) for (const importer of modules.getModuleInfo(user)?.importers ?? []) users.add(importer);
  const infos = [...users].map((user) => ({ user, info: modules.getModuleInfo(user) }));
  const worker = infos.find(({ info }) => info?.isEntry === true)?.user;
  const comesLater = infos.some(({ info }) => info !== null && info.dynamicImporters.length > 0);
  return worker === undefined || worker === id || !comesLater ? null : basename(worker).replace(/\..*/, "");
}

/**
 * The file of a module in the engine's workers. "engine": what the family of the first lesson shares with another.
 * "internet": what the bench's first family needs besides, and shares with another. The family's own name for the rest
 * of these two, though a search for faults needs some of that too; then that of the worker for what its own file and a
 * later part share; null where the bundler may choose. Left alone, it makes a file of each set of families that share
 * a module: four before the first run. A family that runs the systems of both makes nothing shared: a reader of one of
 * them would else fetch the whole of the other.
 * @param families the folder engine/experiments/
 */
export function engineChunkNames(families: string): (id: string, modules: Modules) => string | null {
  let known: readonly ReadonlySet<string>[] = [];
  return (id, modules) => {
    const shared = sharedWithWorker(id, modules);
    if (modules.getModuleInfo(join(families, BENCH_FIRST, "run.ts")) === null) return shared; // it runs nothing
    known = known.length > 0 ? known : familiesOf(families, "run.ts", modules);
    const users = Object.keys(FAMILIES).filter((_, i) => known[i]?.has(id) === true && !gathers(known[i]));
    const [only] = users.length === 1 ? users : [null];
    if (users.includes(LESSONS_FIRST)) return only ?? "engine";
    if (users.includes(BENCH_FIRST)) return only ?? "internet";
    return shared;
  };
}

/**
 * The pattern of a file's name. What only one language says has a folder of its own (offline/names.ts). Seven letters
 * of the hash tell four million million contents apart. Each name stands in many files, and a hash does not compress.
 */
export function chunkFile({ facadeModuleId }: { readonly facadeModuleId: string | null }): string {
  const language = /\/lessons\/languages\/(\w+)\//.exec(facadeModuleId ?? "")?.[1];
  return `${language === undefined ? "assets/" : `${LANGUAGES_FOLDER}${language}/`}[name]-[hash:7].js`;
}
