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
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

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

/** The whole file. Throws where a package's licence is not known. @param root the project's folder */
export function licences(root: string): string {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const shipped = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) => path !== "" && dev !== true && devOptional !== true,
  );
  const parts = shipped.map(([path, { version = "", license = "" }]) => {
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
