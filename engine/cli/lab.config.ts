/**
 * Builds the headless lab into dist-lab/lab.mjs, which `npx roundtrip` runs, and the engine for other programs into
 * dist-lab/index.mjs and dist-lab/authors.mjs. Code that several of them share, or that is loaded only when needed (for
 * Python), goes to dist-lab/cli, so that it finds the models at ../papers, as in the sources.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vite";
import type { Plugin } from "vite";
import { versionOfSources } from "./engine-version.ts";

const models: Plugin = {
  name: "papers-models",
  generateBundle() {
    for (const paper of readdirSync("engine/papers")) {
      const fileName = `papers/${paper}/model.py`;
      const source = `engine/${fileName}`;
      if (existsSync(source)) this.emitFile({ type: "asset", fileName, source: readFileSync(source) });
    }
  },
};

export default defineConfig({
  publicDir: false,
  define: { __ROUNDTRIP_ENGINE__: JSON.stringify(versionOfSources()) },
  plugins: [models],
  build: {
    ssr: true, // no polyfills, and packages are taken in or left out as they are
    outDir: "dist-lab",
    target: "node20",
    rolldownOptions: {
      input: { lab: "engine/cli/lab.ts", index: "engine/package/index.ts", authors: "engine/package/authors.ts" },
      output: {
        banner: ({ name, isEntry }) => (isEntry && name === "lab" ? "#!/usr/bin/env node" : ""),
        entryFileNames: "[name].mjs",
        chunkFileNames: "cli/[name].mjs",
        // Without comments and blanks. Names stay: an error's stack says where it was.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, legalComments: "none" } },
      },
    },
  },
});
