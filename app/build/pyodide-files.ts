/** Python from our own files: serves Pyodide's five files beside the page, and copies them into the build. */
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import type { PYTHON_FILES } from "../offline/names.ts";

const FILES: Readonly<Record<(typeof PYTHON_FILES)[number], string>> = {
  "pyodide.mjs": "text/javascript",
  "pyodide.asm.mjs": "text/javascript",
  "pyodide.asm.wasm": "application/wasm",
  "python_stdlib.zip": "application/zip",
  "pyodide-lock.json": "application/json",
};

const isOurs = (name: string): name is keyof typeof FILES => Object.hasOwn(FILES, name);

/** @param root the project's folder: the files come from its node_modules and stand at <base>/pyodide/ */
export function pyodideFiles(root: string): Plugin {
  const from = join(root, "node_modules", "pyodide");
  return {
    name: "roundtrip-pyodide-files",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? "").split("?")[0] ?? "";
        const name = /\/pyodide\/([\w.-]+)$/.exec(path)?.[1];
        if (name === undefined || !isOurs(name)) return next();
        response.setHeader("content-type", FILES[name]);
        createReadStream(join(from, name)).pipe(response);
      });
    },
    async generateBundle() {
      for (const name of Object.keys(FILES)) {
        this.emitFile({ type: "asset", fileName: `pyodide/${name}`, source: await readFile(join(from, name)) });
      }
    },
  };
}

/** Bytes of all files that a page fetches to run Python, so that the page can say so before it does. */
export async function pyodideBytes(root: string): Promise<number> {
  const sizes = Object.keys(FILES).map(async (name) => (await stat(join(root, "node_modules", "pyodide", name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The version of Pyodide, whose files' names do not tell it. */
export async function pyodideVersion(root: string): Promise<string> {
  const text = await readFile(join(root, "node_modules", "pyodide", "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
