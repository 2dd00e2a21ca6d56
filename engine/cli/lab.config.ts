/**
 * Builds the headless lab into dist-lab/lab.mjs, which `npx roundtrip` runs. Code that is loaded only when needed (for
 * Python) goes to dist-lab/cli, so that it finds the models at ../papers, as in the sources.
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
    ssr: "engine/cli/lab.ts",
    outDir: "dist-lab",
    target: "node20",
    rolldownOptions: {
      output: {
        banner: ({ isEntry }) => (isEntry ? "#!/usr/bin/env node" : ""),
        entryFileNames: "lab.mjs",
        chunkFileNames: "cli/[name].mjs",
      },
    },
  },
});
