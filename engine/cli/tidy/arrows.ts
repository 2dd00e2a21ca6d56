/** The directions in which imports may run, and what the engine's pure part may import at all. */
import { builtinModules } from "node:module";
import { isCode, isConfig, isPureEngine, isTest } from "./finding.ts";
import type { Finding, ProjectFile } from "./finding.ts";
import type { Reference } from "./references.ts";

const TIME = "engine/kernel/time.ts";

/** Engine room -> the other rooms (or single files) that it may import. */
const ENGINE_ARROWS: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  hardware: ["kernel"],
  wire: [],
  faults: [],
  papers: [],
  protocols: ["wire", TIME],
  systems: ["protocols", "hardware", "faults", "kernel", "wire"],
  experiments: ["systems", "papers", "kernel", "faults", "wire"],
  explore: ["protocols", "faults", "kernel"],
};
const ROOMS = Object.keys(ENGINE_ARROWS);
const ALL_OF_ENGINE = [...ROOMS, "cli", "bench"];

/** Other folder -> what it may import: engine rooms, or folders outside the engine. */
const FOLDER_ARROWS: Readonly<Record<string, readonly string[]>> = {
  app: ["lessons", ...ROOMS],
  "app/build": ["app", "lessons", "package.json", ...ALL_OF_ENGINE], // runs in Node when the site is built
  lessons: ROOMS,
  e2e: ["app", "lessons", ...ALL_OF_ENGINE],
};

/** A paper's tests hold the machines to its tables, which must not reach them any other way. */
const TEST_ARROWS: Readonly<Record<string, readonly string[]>> = { papers: ALL_OF_ENGINE };

/** "kernel" for engine/kernel/time.ts, "app" for app/main.tsx, "" for a file at the top. */
function roomOf(path: string): string {
  const [top = "", room = "", rest] = path.split("/");
  if (top === "engine") return rest === undefined ? "" : room;
  if (path.startsWith("app/build/")) return "app/build";
  return path.includes("/") ? top : "";
}

function allowedFrom(path: string): readonly string[] | "all" {
  const room = roomOf(path);
  if (path.startsWith("engine/")) {
    if (room === "cli") return "all"; // the only place that puts everything together without a page
    if (room === "bench") return ALL_OF_ENGINE;
    return (isTest(path) ? TEST_ARROWS[room] : undefined) ?? ENGINE_ARROWS[room] ?? [];
  }
  return room === "" || isConfig(path) ? "all" : (FOLDER_ARROWS[room] ?? []);
}

function arrow(file: ProjectFile, reference: Reference): Finding | undefined {
  const { target, line } = reference;
  if (target === null || !reference.isImport) return undefined;
  const [from, to] = [roomOf(file.path), roomOf(target)];
  const allowed = allowedFrom(file.path);
  const fine = from === to || allowed === "all" || allowed.includes(to) || allowed.includes(target);
  if (fine) return undefined;
  const may = allowed.length === 0 ? "nothing outside itself" : allowed.join(", ");
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
  const may = `Node's modules, ${TEST_PACKAGES.join(", ")}`;
  return { ...at, message: `an engine test imports "${specifier}"; it may import ${may}.` };
}

export function checkArrows(file: ProjectFile, references: readonly Reference[]): Finding[] {
  if (!isCode(file.path) && !file.path.endsWith(".mdx")) return [];
  return references.flatMap((reference) => [arrow(file, reference) ?? [], purity(file, reference) ?? []].flat());
}
