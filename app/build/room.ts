/**
 * The room that Python runs in (app/workers/room.ts) as text: its page, a document with a content policy of its own,
 * and its worker's script. The page of the site makes a frame of the one and hands it the other, so that neither is
 * fetched by a frame that can fetch nothing.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { Plugin, Rolldown } from "vite";

/** Only spaces and comments go: nothing of Pyodide is rewritten. */
const MINIFY = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const;

/** A file with all that it imports, as one script. @param name a variable for its exports */
export async function bundled(root: string, file: URL, name = "room"): Promise<string> {
  const result = (await build({
    configFile: false,
    root: join(root, "app"),
    publicDir: false,
    logLevel: "error",
    ssr: { noExternal: true, external: ["ws"] }, // asked for in Node alone
    build: {
      write: false,
      minify: false,
      target: "es2022",
      ssr: fileURLToPath(file), // only scripts: what a page would load beside them is handed over
      rolldownOptions: { output: { format: "iife", name, minify: MINIFY } },
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  const [script] = (Array.isArray(result) ? result : [result]).flatMap((one) => one.output);
  if (script?.type !== "chunk") throw new Error(`room: ${file.href} gave no script`);
  return script.code;
}

export interface RoomText {
  /** The room's document. */
  readonly page: string;
  readonly worker: string;
  /** Names the script of the document in a content policy. */
  readonly hash: string;
}

let made: Promise<RoomText> | null = null;

/** @param root the project's folder */
export function roomText(root: string): Promise<RoomText> {
  return (made ??= makeRoom(root));
}

async function makeRoom(root: string): Promise<RoomText> {
  const frame = await bundled(root, new URL("../workers/room-frame.ts", import.meta.url));
  const worker = await bundled(root, new URL("../workers/room.worker.ts", import.meta.url));
  const hash = `'sha256-${createHash("sha256").update(frame).digest("base64")}'`;
  // A worker made of a blob has the policy of the document that makes it, and so has every worker of that one.
  const policy = `default-src 'none'; script-src ${hash} 'wasm-unsafe-eval'; worker-src blob:`;
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return { page: `<!doctype html>${head}<title>Python</title><script>${frame}</script>`, worker, hash };
}

const NAME = "virtual:room";

/** @param root the project's folder */
export function room(root: string): Plugin {
  return {
    name: "roundtrip-room",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    async load(id) {
      if (id !== `\0${NAME}`) return null;
      const { page, worker } = await roomText(root);
      return `export const page = ${JSON.stringify(page)};\nexport const worker = ${JSON.stringify(worker)};\n`;
    },
  };
}
