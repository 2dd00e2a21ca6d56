/**
 * dist/licences.txt: the licence of this site and of every package that comes with it, in full where the package brings
 * its text. Bundling removes the notices from the code, and the licences ask for them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The part of package-lock.json that this file reads. */
interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

type Packages = Readonly<Record<string, Locked>>;

const FILE = "licences.txt";
const TEXT = /^(licen[cs]e|notice|copying)/i;
const RULE = "=".repeat(80);

/** Packages that bring no text of their own, and what lies inside another. */
const STATED: Readonly<Record<string, string>> = {
  pyodide:
    "Copyright (c) the Pyodide contributors. Mozilla Public License 2.0: https://www.mozilla.org/MPL/2.0/\n" +
    "Its source: https://github.com/pyodide/pyodide\n\n" +
    "It holds CPython: Copyright (c) 2001 Python Software Foundation; All Rights Reserved.\n" +
    "Python Software Foundation License Version 2: https://docs.python.org/3/license.html",
};

function textOf(folder: string, name: string): string {
  const files = readdirSync(folder).filter((file) => TEXT.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
  const stated = STATED[name];
  if (stated !== undefined) texts.push(stated);
  if (texts.length === 0)
    throw new Error(`licences: ${name} brings no licence text. State it in app/build/licences.ts.`);
  return texts.join("\n\n");
}

/** Files of the page. Tests, and what builds the site, bring nothing into it. */
const IN_THE_SITE = /^(?!build\/)(?!.*\.test\.)(?!.*testing\.).*\.(ts|tsx|css)$/;
const IMPORTED = /(?:\bfrom|\bimport|\bimport\() ?"((?:@[\w-]+\/)?[\w-]+)/g;
const FONT = /@fontsource[\w-]*\/[\w-]+/g;

/** The packages that the page imports, and those that the build copies files of into the site. */
export function sitePackages(root: string): ReadonlySet<string> {
  const read = (path: string): string => readFileSync(join(root, "app", path), "utf8");
  const paths = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => IN_THE_SITE.test(path));
  const imported = paths.flatMap((path) => [...read(path).matchAll(IMPORTED)].map(([, name = ""]) => name));
  return new Set([...imported, ...(read("build/fonts.ts").match(FONT) ?? []), "pyodide"]);
}

/** The packages and all that they depend on, by their paths in the lock file. */
function withTheirs(packages: Packages, names: Iterable<string>): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const path = `node_modules/${name}`;
    const entry = packages[path];
    if (entry === undefined || found.has(path)) return;
    found.add(path);
    Object.keys(entry.dependencies ?? {}).forEach(visit);
  };
  for (const name of names) visit(name);
  return [...found].sort();
}

/** The whole file. Throws where a package's licence is not known. @param root the project's folder */
export function licences(root: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Packages;
  };
  const parts = withTheirs(packages, sitePackages(root)).map((path) => {
    const { version = "", license = "" } = packages[path] ?? {};
    const name = path.slice("node_modules/".length);
    return `${RULE}\n${name} ${version}: ${license}\n\n${textOf(join(root, path), name)}`;
  });
  const own = `Roundtrip\n\n${readFileSync(join(root, "LICENSE"), "utf8").trim()}`;
  return `${[own, "The site comes with these packages.", ...parts].join("\n\n")}\n`;
}

/** @param root the project's folder */
export function licenceTexts(root: string): Plugin {
  return {
    name: "roundtrip-licences",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: FILE, source: licences(root) });
    },
  };
}
