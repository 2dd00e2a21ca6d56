/** How the lists that `npm run catalogues` writes are read from folders and files. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { format, resolveConfig } from "prettier";
import { root } from "./bootstrap.mjs";

export const HEAD =
  "/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */";

/** The folders of a room that hold all of these files, in the order of their names. */
export const foldersWith = (room: string, ...files: readonly string[]): readonly string[] =>
  readdirSync(join(root, room), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && files.every((file) => existsSync(join(root, room, entry.name, file))))
    .map(({ name }) => name)
    .sort();

/** A folder or a file that only tests use. With ROUNDTRIP_FIXTURES=1 it counts as any other. */
export const isFixture = (name: string): boolean =>
  name.includes("-fixture") && process.env["ROUNDTRIP_FIXTURES"] !== "1";

/** "sun-rpc" as a name in the code: sunRpc. */
export const nameOf = (folder: string): string => folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The list that a file exports by this name; undefined where it exports none. */
export async function exportedBy<Value>(path: string, name: string): Promise<readonly Value[] | undefined> {
  const module: unknown = await import(pathToFileURL(join(root, path)).href);
  return (module as Readonly<Record<string, readonly Value[] | undefined>>)[name];
}

/** The text of a written file as prettier sets it. */
export async function formatted(path: string, text: string): Promise<string> {
  const config = await resolveConfig(join(root, "package.json"));
  return format(text, { ...config, parser: path.endsWith(".md") ? "markdown" : "typescript" });
}
