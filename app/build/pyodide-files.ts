/** Python from our own files: serves Pyodide's files beside the page, and puts them into the build. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import type { PythonFile } from "../workers/python-names.ts";
import { bundled } from "./room.ts";

const TYPES: Readonly<Record<PythonFile, string>> = {
  "pyodide.js": "text/javascript",
  "pyodide.asm.wasm": "application/wasm",
  "python_stdlib.zip": "application/zip",
  "pyodide-lock.json": "application/json",
};
const NAMES = Object.keys(TYPES) as readonly PythonFile[];

const isOurs = (name: string | undefined): name is PythonFile => name !== undefined && Object.hasOwn(TYPES, name);

const made = new Map<PythonFile, Promise<string | Buffer>>();

/** A file as the page gets it. @param root the project's folder: the files come from its node_modules */
function contentOf(root: string, name: PythonFile): Promise<string | Buffer> {
  const make = (): Promise<string | Buffer> =>
    name === "pyodide.js"
      ? bundled(root, new URL("../workers/pyodide.ts", import.meta.url), "Pyodide")
      : readFile(join(root, "node_modules", "pyodide", name));
  const content = made.get(name) ?? make();
  made.set(name, content);
  return content;
}

/** @param root the project's folder: the files stand at <base>/pyodide/ */
export function pyodideFiles(root: string): Plugin {
  return {
    name: "roundtrip-pyodide-files",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? "").split("?")[0] ?? "";
        const name = /\/pyodide\/([\w.-]+)$/.exec(path)?.[1];
        if (!isOurs(name)) return next();
        response.setHeader("content-type", TYPES[name]);
        contentOf(root, name).then((content) => response.end(content), next);
      });
    },
    async generateBundle() {
      for (const name of NAMES) {
        this.emitFile({ type: "asset", fileName: `pyodide/${name}`, source: await contentOf(root, name) });
      }
    },
  };
}

/** Bytes of all files that a page fetches to run Python, so that the page can say so before it does. */
export async function pyodideBytes(root: string): Promise<number> {
  const sizes = NAMES.map(async (name) => Buffer.byteLength(await contentOf(root, name)));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The version of Pyodide, whose files' names do not tell it. */
export async function pyodideVersion(root: string): Promise<string> {
  const text = await readFile(join(root, "node_modules", "pyodide", "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
