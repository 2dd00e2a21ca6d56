/**
 * Bundles the service worker (app/offline/service-worker.ts) when the site is built, with the list of the files that it
 * keeps: all but Python and languages, which it keeps once used. Beside it stands the list of the files that packages
 * for learning platforms hold (app/packages).
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { Plugin, Rolldown } from "vite";
import { itemAt } from "../../engine/kernel/reads.ts";
import { HASHED } from "../../engine/cli/serve.mjs";
import { LANGUAGES_FOLDER, WORKER_FILE } from "../offline/names.ts";
import { FILE_LIST } from "../packages/package.ts";

/** No page asks for these files; Python is kept once it has been used. */
const NOT_KEPT = /^(pyodide\/|_headers$|screenshot\.png$|offline\.js$|package\.js$|files\.json$)/;
/** A learning platform has no use for these either; package.js stands in its packages alone. */
const NOT_PACKED = /^(pyodide\/|_headers$|screenshot\.png$|offline\.js$|embed\.\w+$)/;

const namesIn = (dist: string): readonly string[] =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();

/** The site's files with what tells their versions apart: their name, or else their content. */
function siteFiles(dist: string): { url: string; revision: string | null }[] {
  const names = namesIn(dist).filter((name) => !NOT_KEPT.test(name) && !name.startsWith(LANGUAGES_FOLDER));
  return names.map((url) => {
    const revision = createHash("sha256").update(readFileSync(join(dist, url)));
    return { url, revision: HASHED.test(url) ? null : revision.digest("hex").slice(0, 16) };
  });
}

/** The files of each language: "de" -> "assets/languages/de/stage-x1Y2z3_4.js" … A name tells its version. */
function languageFiles(names: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const files: Record<string, string[]> = {};
  for (const name of names.filter((each) => each.startsWith(LANGUAGES_FOLDER)))
    (files[itemAt(name.slice(LANGUAGES_FOLDER.length).split("/"), 0, "language")] ??= []).push(name);
  return files;
}

/** @param root the project's folder */
export function serviceWorker(root: string, pyodideVersion: string): Plugin {
  let dist = "";
  return {
    name: "roundtrip-service-worker",
    apply: "build",
    configResolved(config) {
      dist = config.build.outDir;
    },
    writeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        const packed = namesIn(dist).filter((name) => !NOT_PACKED.test(name));
        writeFileSync(join(dist, FILE_LIST), JSON.stringify(packed));
        await build({
          configFile: false,
          root: join(root, "app"),
          publicDir: false,
          logLevel: "warn",
          define: {
            __SITE_FILES__: JSON.stringify(siteFiles(dist)),
            __LANGUAGE_FILES__: JSON.stringify(languageFiles(namesIn(dist))),
            __PYODIDE_VERSION__: JSON.stringify(pyodideVersion),
            "process.env.NODE_ENV": JSON.stringify("production"),
          },
          build: {
            outDir: dist,
            emptyOutDir: false,
            copyPublicDir: false,
            target: "es2022",
            rolldownOptions: {
              input: fileURLToPath(new URL("../offline/service-worker.ts", import.meta.url)),
              output: { format: "iife", entryFileNames: WORKER_FILE } satisfies Rolldown.OutputOptions,
            },
          },
        });
      },
    },
  };
}
