/** How the page is built from app/ into dist/. Nothing in it knows the path that it will be served under. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { fonts } from "./app/build/fonts.ts";
import { lessonPlugins } from "./app/build/mdx.ts";
import { modelCurves } from "./app/build/model-curves.ts";
import { pageWithoutEngine } from "./app/build/page-without-engine.ts";
import { reproductionValues } from "./app/build/reproduction.ts";
import { pyodideBytes, pyodideFiles } from "./app/build/pyodide-files.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

export default defineConfig(async () => ({
  root: join(root, "app"),
  publicDir: join(root, "public"),
  cacheDir: join(root, ".cache", "vite"),
  base: "./",
  plugins: [
    ...lessonPlugins(root),
    react(),
    fonts(root),
    pyodideFiles(root),
    modelCurves(root),
    reproductionValues(root),
    pageWithoutEngine(root),
  ],
  define: {
    __ROUNDTRIP_VERSION__: JSON.stringify(version),
    __PYODIDE_BYTES__: JSON.stringify(await pyodideBytes(root)),
  },
  worker: { format: "es" as const },
  server: { fs: { allow: [root] } },
  build: { outDir: join(root, "dist"), emptyOutDir: true, target: "es2022" },
}));
