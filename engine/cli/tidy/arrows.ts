/** The directions in which imports may run, and what the engine’s pure part may import at all. */
import { builtinModules } from "node:module";
import { isCode, isConfig, isPureEngine, isTest } from "./finding.ts";
import type { Finding, ProjectFile } from "./finding.ts";
import type { Reference } from "./references.ts";

const TIME = "engine/kernel/time.ts";
/** Reads of lists and maps that cannot be absent. */
const ITEMS = "engine/kernel/items.ts";
/** How messages of every room show a text. */
const QUOTE = "engine/faults/quote.ts";

/** Engine room -> the other rooms (or single files) that it may import. */
const ENGINE_ARROWS: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  hardware: ["kernel"],
  wire: [],
  faults: [ITEMS],
  papers: [],
  stubs: ["wire", QUOTE, ITEMS],
  spans: ["kernel", QUOTE],
  capture: ["wire", "kernel"],
  protocols: ["wire", TIME, QUOTE, ITEMS],
  systems: ["world", "protocols", "stubs", "hardware", "faults", "kernel", "wire"],
  world: ["protocols", "hardware", "faults", "kernel", "wire"],
  experiments: ["systems", "stubs", "papers", "kernel", "faults", "wire", "protocols"],
  explore: ["experiments", "systems", "protocols", "faults", "kernel", "wire"],
};
const ROOMS = Object.keys(ENGINE_ARROWS);
/** The entries of the package: nothing of the lab imports them. */
const PACKAGE = "package";
const ALL_OF_ENGINE = [...ROOMS, "cli", "bench"];

/**
 * Every room of the page may import these: the engine, the lessons' data, and the rooms that import nothing of app/.
 */
const UNDER_APP = ["lessons", ...ROOMS, "app/workers", "app/styles", "app/language"];
const WITH_WORDS = [...UNDER_APP, "app/words"];
const WITH_DRAWING = [...WITH_WORDS, "app/draw", "app/controls"];
const UNDER_KERNEL = [...WITH_DRAWING, "app/setup", "app/trace"];
const UNDER_FIGURES = [...UNDER_KERNEL, "app/record", "app/offline", "app/packages", "app/figure", "app/hand"];
const FIGURES = [
  ...["timeline", "waterfall", "twin", "campus", "machine", "state"],
  ...["chart", "model", "export", "write"],
].map((room) => `app/${room}`);
const UNDER_CROWD = [...UNDER_FIGURES, ...FIGURES, "app/lab"];
const UNDER_PLACES = [...UNDER_CROWD, "app/crowd", "app/assigned"];
const PLACES = [
  "bench",
  "numbers",
  "capture",
  "spans",
  "lesson",
  "papers",
  "reference",
  "course",
  "concept",
  "desk",
].map((room) => `app/${room}`);

/** Room of the page -> what it may import, floor by floor from below. "app" stands for the files directly in app/. */
const APP_ARROWS: Readonly<Record<string, readonly string[]>> = {
  "app/workers": ROOMS,
  "app/styles": [],
  "app/language": ["lessons", "experiments"], // the texts of a family come with its descriptions
  "app/words": UNDER_APP,
  "app/draw": WITH_WORDS,
  "app/controls": [...WITH_WORDS, "app/draw"],
  "app/hand": WITH_DRAWING,
  "app/record": WITH_WORDS,
  "app/offline": ["app/workers"],
  "app/packages": [],
  "app/setup": WITH_DRAWING,
  "app/trace": WITH_DRAWING,
  "app/figure": UNDER_KERNEL, // how a run becomes shapes
  "app/sound": UNDER_FIGURES,
  ...Object.fromEntries(FIGURES.map((room) => [room, UNDER_FIGURES])),
  "app/timeline": [...UNDER_FIGURES, "app/sound"],
  "app/waterfall": [...UNDER_FIGURES, "app/timeline"],
  "app/twin": [...UNDER_FIGURES, "app/timeline"],
  "app/machine": [...UNDER_FIGURES, "app/timeline"],
  "app/state": [...UNDER_FIGURES, "app/timeline", "app/machine"],
  "app/write": [...UNDER_FIGURES, "app/timeline", "app/model"], // a place, and a figure of a lesson
  "app/lab": [...UNDER_FIGURES, ...FIGURES], // a run on the page, with the panels that bench and lessons share
  "app/assigned": UNDER_CROWD, // a place, and a line in each lesson of an assignment
  "app/crowd": UNDER_CROWD, // a figure that runs setups by itself
  ...Object.fromEntries(PLACES.map((room) => [room, UNDER_PLACES])),
  "app/desk": [...UNDER_PLACES, "app/concept"], // what a class gained in the concept test
  "app/shell": [...UNDER_PLACES, ...PLACES],
  "app/handout": [...UNDER_PLACES, "app/lesson"], // a lesson on paper
  "app/platform": [...UNDER_PLACES, "app/lesson"], // the page around a lesson
  app: [...UNDER_PLACES, ...PLACES, "app/shell", "app/platform", "app/handout"],
  "app/frames": UNDER_PLACES, // a page of its own, for the audit
  "app/build": ["app", "lessons", "package.json", ...ALL_OF_ENGINE], // runs in Node when the site is built
};

/** Other folder -> what it may import: engine rooms, or folders outside the engine. "app" is all of it. */
const FOLDER_ARROWS: Readonly<Record<string, readonly string[]>> = {
  ...APP_ARROWS,
  lessons: ROOMS,
  e2e: ["app", "lessons", ...ALL_OF_ENGINE],
};

/** The folders that may import from every room of the page. */
const OVER_APP = ["e2e", "app/build"];

/** A test of a room under the places may take any figure as its example: a chart to embed, a timeline to paint. */
const FLOORS_UNDER_PLACES: ReadonlySet<string> = new Set(UNDER_PLACES.filter((room) => room.startsWith("app/")));

/**
 * A paper’s tests hold the machines to its tables, which must not reach them any other way. The world’s tests show that
 * its parts serve the machines of every system.
 */
const TEST_ARROWS: Readonly<Record<string, readonly string[]>> = {
  papers: ALL_OF_ENGINE,
  world: ["systems", "protocols", "hardware", "faults", "kernel", "wire"],
};

/** engine/kernel/time.ts is in "kernel", engine/systems/world/udp.ts in "world", app/draw/svg.ts in "app/draw". */
function roomOf(path: string): string {
  const [top = "", room = "", rest] = path.split("/");
  if (path.startsWith("engine/systems/world/")) return "world";
  if (top === "engine") return rest === undefined ? "" : room;
  if (top === "app") return rest === undefined ? "app" : `app/${room}`;
  return path.includes("/") ? top : "";
}

function allowedFrom(path: string): readonly string[] | "all" {
  const room = roomOf(path);
  if (path.startsWith("engine/")) {
    if (room === "cli") return "all"; // the only place that puts everything together without a page
    if (room === "bench") return ALL_OF_ENGINE;
    if (room === PACKAGE) return [...ROOMS, "world"];
    return (isTest(path) ? TEST_ARROWS[room] : undefined) ?? ENGINE_ARROWS[room] ?? [];
  }
  if (room === "" || isConfig(path)) return "all";
  const allowed = FOLDER_ARROWS[room] ?? [];
  return isTest(path) && FLOORS_UNDER_PLACES.has(room) ? [...allowed, ...FIGURES] : allowed;
}

function arrow(file: ProjectFile, reference: Reference): Finding | undefined {
  const { target, line } = reference;
  if (target === null || !reference.isImport) return undefined;
  const [from, to] = [roomOf(file.path), roomOf(target)];
  const allowed = allowedFrom(file.path);
  const overApp = OVER_APP.includes(from) && to.startsWith("app");
  const fine = from === to || overApp || allowed === "all" || allowed.includes(to) || allowed.includes(target);
  if (fine) return undefined;
  const shown = from.startsWith("app/") ? ["the engine", ...allowed.filter((room) => !ROOMS.includes(room))] : allowed;
  const may = allowed.length === 0 ? "nothing outside itself" : shown.join(", ");
  return {
    path: file.path,
    line,
    severity: "error",
    message: `${from} imports ${target}; it may import ${may}. Move the code to the room that may, or pass it in.`,
  };
}

const TEST_PACKAGES = ["vitest", "fast-check"];
const isNode = (specifier: string): boolean => specifier.startsWith("node:") || builtinModules.includes(specifier);

/** The pure engine imports no package and nothing of Node; its tests may read files, and use the test packages. */
function purity(file: ProjectFile, { specifier, target, line, isImport }: Reference): Finding | undefined {
  if (target !== null || !isImport || specifier.startsWith("#")) return undefined;
  const at = { path: file.path, line, severity: "error" as const };
  if (isPureEngine(file.path)) {
    const message = `the engine imports "${specifier}"; it imports no package and nothing of Node.`;
    return { ...at, message: `${message} Do it in engine/cli or app.` };
  }
  const isRoomTest = isTest(file.path) && ROOMS.includes(roomOf(file.path));
  if (!isRoomTest || isNode(specifier) || TEST_PACKAGES.includes(specifier)) return undefined;
  const may = `Node’s modules, ${TEST_PACKAGES.join(", ")}`;
  return { ...at, message: `an engine test imports "${specifier}"; it may import ${may}.` };
}

export function checkArrows(file: ProjectFile, references: readonly Reference[]): Finding[] {
  if (!isCode(file.path) && !file.path.endsWith(".mdx")) return [];
  return references
    .flatMap((reference) => [arrow(file, reference), purity(file, reference)])
    .filter((found) => found !== undefined);
}
