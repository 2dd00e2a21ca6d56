/**
 * The page describes experiments, its workers run them. So the page's own script leaves out what an experiment runs on
 * (the run.ts of a folder engine/experiments/<family>/, or of a folder in that, and all below it): a third of the
 * engine's weight before the first figure. The workers are built apart and have all of it.
 */
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "vite";
import { isInFamily } from "./family-files.ts";

const RUNNER = /^\.\/run\.ts$/;
const EXPORTED = /export (?:async )?function (\w+)/g;
const MARK = "\0page:";

/** @param root the project's folder */
export function pageWithoutEngine(root: string): Plugin {
  const experiments = join(root, "engine", "experiments");
  return {
    name: "roundtrip-page-without-engine",
    apply: "build",
    enforce: "pre",
    resolveId(source, importer) {
      if (importer === undefined || !RUNNER.test(source) || !isInFamily(experiments, importer)) return undefined;
      return `${MARK}${resolve(dirname(importer), source)}.js`;
    },
    async load(id) {
      if (!id.startsWith(MARK)) return undefined;
      const source = await readFile(id.slice(MARK.length, -".js".length), "utf8");
      return [...source.matchAll(EXPORTED)]
        .map(
          ([, name]) =>
            `export function ${name}() { throw new Error("${name}: experiments run in a worker, not in the page"); }`,
        )
        .join("\n");
    },
  };
}
