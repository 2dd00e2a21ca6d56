/** How the page is built from app/ into dist/. Nothing in it knows the path that it will be served under. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { accessReport } from "./app/build/access-report.ts";
import { contentPolicy } from "./app/build/content-policy.ts";
import { catalogues } from "./app/build/catalogues.ts";
import { chunkFile, chunkNames, engineChunkNames } from "./app/build/chunks.ts";
import { fonts } from "./app/build/fonts.ts";
import { jsonImports } from "./app/build/json-imports.ts";
import { licenceTexts } from "./app/build/licences.ts";
import { lessonSearch } from "./app/build/lesson-search.ts";
import { lessonPlugins } from "./app/build/mdx.ts";
import { OLDEST_BROWSERS } from "./app/build/oldest-browsers.ts";
import { modelCurves } from "./app/build/model-curves.ts";
import { placePreloads } from "./app/build/place-preloads.ts";
import { reproductionValues } from "./app/build/reproduction.ts";
import { pyodideBytes, pyodideFiles, pyodideVersion } from "./app/build/pyodide-files.ts";
import { room } from "./app/build/room.ts";
import { rulesOfSources } from "./app/build/rules.ts";
import { serviceWorker } from "./app/build/offline.ts";
import { versionOfSources } from "./engine/cli/engine-version.ts";

const OWN = /\/(app|lessons)\/(?!.*node_modules)[^?]*\.tsx?$/;
const root = fileURLToPath(new URL(".", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

export default defineConfig(async ({ command }) => ({
  root: join(root, "app"),
  publicDir: join(root, "public"),
  cacheDir: join(root, ".cache", "vite"),
  base: "./",
  plugins: [
    ...lessonPlugins(root),
    react({ jsxImportSource: "#language" }), // texts of elements are looked up in the language of the page
    catalogues(),
    jsonImports(),
    fonts(root),
    pyodideFiles(root),
    room(root),
    modelCurves(root),
    reproductionValues(root),
    rulesOfSources(),
    lessonSearch(root),
    placePreloads(root),
    contentPolicy(root),
    licenceTexts(root),
    accessReport(root),
    serviceWorker(root, await pyodideVersion(root)),
  ],
  define: {
    __ROUNDTRIP_VERSION__: JSON.stringify(version),
    __ROUNDTRIP_ENGINE__: JSON.stringify(command === "build" ? versionOfSources() : ""),
    __PYODIDE_VERSION__: JSON.stringify(await pyodideVersion(root)),
    __PYODIDE_BYTES__: JSON.stringify(await pyodideBytes(root)),
  },
  worker: {
    format: "es" as const,
    rolldownOptions: {
      output: {
        chunkFileNames: chunkFile,
        codeSplitting: {
          groups: [{ name: engineChunkNames(join(root, "engine", "experiments")), debugName: "engine" }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: { fs: { allow: [root] } },
  build: {
    outDir: join(root, "dist"),
    emptyOutDir: true,
    target: OLDEST_BROWSERS.map(({ target, version }) => `${target}${version}`),
    modulePreload: {
      polyfill: false, // a browser without it fetches the same files a little later
      // The page's HTML names the files of the place that a visit begins with. What comes later comes while the reader
      // reads: lists of its names would only make the first view wait. Styles must be named.
      resolveDependencies: (_file: string, files: string[]): string[] => files.filter((file) => file.endsWith(".css")),
    },
    rolldownOptions: {
      // A module of the page does nothing by being imported, so a file holds only those whose exports it uses.
      treeshake: { moduleSideEffects: (id: string) => !OWN.test(id) },
      output: {
        chunkFileNames: chunkFile,
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          groups: [{ name: chunkNames(join(root, "app")), debugName: "first views" }],
          // Each group is all of what its places begin with; what they import besides belongs to the page itself.
          includeDependenciesRecursively: false,
        },
      },
    },
  },
}));
