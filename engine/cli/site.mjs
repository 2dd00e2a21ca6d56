/**
 * Builds the site into dist/, and the headless lab and the package into dist-lab/, and tells whether a build is older
 * than its sources: .cache/site.json holds the hash of the sources of the last build.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./bootstrap.mjs";

const FOLDERS = ["app", "engine", "lessons", "public"];
const TOP_FILES = /^(index\.html|package(-lock)?\.json|vite\.config\.ts|tsconfig\.base\.json)$/;
const NOT_IN_THE_SITE = /\.test\.tsx?$/;
const stamp = join(root, ".cache", "site.json");

function* filesUnder(project, folder) {
  for (const entry of readdirSync(join(project, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesUnder(project, path);
    else if (entry.isFile() && !NOT_IN_THE_SITE.test(path)) yield path;
  }
}

/** One hash over the names and contents of every source in a project that the build may read. */
export function sourcesHash(project) {
  const top = readdirSync(project).filter((name) => TOP_FILES.test(name));
  const folders = FOLDERS.filter((folder) => existsSync(join(project, folder)));
  const paths = [...top, ...folders.flatMap((folder) => [...filesUnder(project, folder)])];
  const hash = createHash("sha256");
  for (const path of paths.sort()) {
    const content = createHash("sha256")
      .update(readFileSync(join(project, path)))
      .digest("hex");
    hash.update(`${path} ${content}\n`);
  }
  return hash.digest("hex");
}

/** True where dist/ is missing or was built from other sources. */
export function siteIsStale() {
  if (!existsSync(join(root, "dist", "index.html")) || !existsSync(stamp)) return true;
  return JSON.parse(readFileSync(stamp, "utf8")).sources !== sourcesHash(root);
}

const node = (...args) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] }).status === 0;
const vite = (...args) => node(join(root, "node_modules/vite/bin/vite.js"), ...args);

const TYPES = join(root, "dist-lab", "types");
/** Of the package: the modules that other programs import. */
const ENTRIES = ["package/index.ts", "package/authors.ts"];

/** Takes away the types that no entry leads to: the compiler writes those of every file. */
function keepReachable() {
  const fileOf = (path) => join(TYPES, path.replace(/\.ts$/, ".d.ts"));
  const kept = new Set(ENTRIES.map(fileOf));
  for (const file of kept) {
    // grows while it is walked
    const named = readFileSync(file, "utf8").matchAll(/\b(?:from |import |import\()"(\.[^"]+)"/g);
    for (const [, path] of named) kept.add(fileOf(relative(TYPES, join(dirname(file), path))));
  }
  for (const path of readdirSync(TYPES, { recursive: true })) {
    if (path.endsWith(".ts") && !kept.has(join(TYPES, path))) rmSync(join(TYPES, path));
  }
}

/**
 * Writes the types of the package into dist-lab/types. They may name nothing of the DOM and nothing of Node, and the
 * compiler says so where they do.
 */
function packageTypes() {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const project = join(root, ".cache", "tsconfig.package.json");
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, lib: ["es2023"], types: [] },
    ...{ rootDir: "../engine", outDir: "../dist-lab/types", isolatedModules: false },
  };
  const files = ENTRIES.map((entry) => `../engine/${entry}`);
  writeFileSync(project, JSON.stringify({ extends: "../tsconfig.base.json", compilerOptions, files }));
  if (!node(join(root, "node_modules/typescript-7/bin/tsc"), "-p", project)) return false;
  keepReachable();
  return true;
}

/** Builds the headless lab and the package. Returns null, or which of them failed. */
export function buildLab() {
  if (!vite("build", "--config", "engine/cli/lab.config.ts", "--logLevel", "error"))
    return "the lab could not be built";
  if (!packageTypes()) return "the package’s types could not be written";
  chmodSync(join(root, "dist-lab", "lab.mjs"), 0o755);
  return null;
}

/**
 * Builds site, lab and package. Returns null, or which of them failed. A lesson with a mistake is left out and named.
 */
export function build() {
  rmSync(stamp, { force: true });
  if (!node("--import", "tsx", join(root, "engine/cli/lesson-catalogues.ts"))) return "the lessons could not be listed";
  const sources = sourcesHash(root);
  if (!vite("build", "--logLevel", "error")) return "the site could not be built";
  const failure = buildLab();
  if (failure !== null) return failure;
  mkdirSync(join(root, ".cache"), { recursive: true });
  writeFileSync(stamp, `${JSON.stringify({ sources })}\n`);
  return null;
}
