/** Files that nothing uses: not reachable from the page, a command, a configuration or a test. */
import { entryOf } from "../../kernel/reads.ts";
import { isCode, isConfig, isDeclaration, isTest } from "./finding.ts";
import type { Finding, ProjectFile } from "./finding.ts";
import type { Reference } from "./references.ts";

const withoutTest = (path: string): string => path.replace(/(\.[\w-]+)*\.(test|spec)(\.tsx?)$/, "$3");

/**
 * Files that a person, a tool or the web server opens by name, and the parts of the course, which `npm run catalogues`
 * reads: the search starts from them.
 */
function isEntry({ path }: ProjectFile): boolean {
  if (path.startsWith("lessons/parts/")) return true;
  if (isTest(path) || isConfig(path) || isDeclaration(path)) return true;
  return !path.includes("/") || path.startsWith("e2e/") || path.startsWith(".") || path.endsWith(".html");
}

/** A test does not keep its own subject alive: code that only its test uses is dead. */
function counts(from: ProjectFile, { target }: Reference): boolean {
  return !(isTest(from.path) && target === withoutTest(from.path));
}

export function checkDead(
  files: readonly ProjectFile[],
  referencesOf: ReadonlyMap<ProjectFile, readonly Reference[]>,
): Finding[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const alive = new Set(files.filter(isEntry));
  for (const file of alive) {
    // grows while it is walked
    for (const reference of entryOf(referencesOf, file, "file")) {
      const target = reference.target === null ? undefined : byPath.get(reference.target);
      if (target !== undefined && counts(file, reference)) alive.add(target);
    }
  }
  return files
    .filter((file) => isCode(file.path) && /^(engine|app|lessons)\//.test(file.path) && !alive.has(file))
    .map((file) => ({
      path: file.path,
      line: 1,
      severity: "error" as const,
      message: "nothing imports this file (its own test does not count). Use it or remove it.",
    }));
}
